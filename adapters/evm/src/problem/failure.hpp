// SPDX-License-Identifier: Apache-2.0
// Names for the ways in which transactions fail: what the core calls exceptions.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/exec/transaction.hpp>
#include <sbst/goal/goal.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sbst::evm
{
/// Appends a key that equal failures share: the status, and of a revert what identifies it (the
/// whole data of messages and panics, the selector of custom errors).
void append_failure_key(const Result& result, std::string& key);

/// Says why a transaction failed: `reverts with "too late"`, `panics: ...`, `out of gas`.
[[nodiscard]] std::string describe_failure(
    Status status, BytesView output, const ContractAbi& abi, const AddressNamer& name_address = {});

/// Failures seen so far, numbered in the order in which they are added.
class FailureTable
{
public:
    [[nodiscard]] std::optional<ExceptionId> find(std::string_view key) const;
    /// The id of that failure, new or known. Beyond `max_failures` all new ones share the last id.
    ExceptionId add(const std::string& key);
    /// The key's failure in words.
    [[nodiscard]] std::string describe(ExceptionId id, const ContractAbi& abi) const;
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }

    static constexpr std::size_t max_failures = 4096;

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view key) const
        {
            return std::hash<std::string_view>{}(key);
        }
    };
    std::vector<std::string> m_keys;
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> m_ids;
};
}  // namespace sbst::evm
