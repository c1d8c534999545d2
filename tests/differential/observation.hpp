// SPDX-License-Identifier: Apache-2.0
// The observable results of a run, in one form for both executors. Next: subject.hpp, peer.hpp.
#pragma once

#include <sbst/evm/base/address.hpp>
#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/base/keccak.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm::differential
{

/// How a run ended, as coarsely as on the chain. A revert differs from another failure by the
/// remaining gas and the output; which of two faults of an instruction is found first is
/// unspecified.
enum class Ending : std::uint8_t
{
    success,
    failure,
    rejected,  ///< the transaction is not valid
    broken     ///< the executor itself failed
};

[[nodiscard]] std::string_view to_string(Ending ending) noexcept;

struct LogView
{
    Address address;
    std::vector<U256> topics;
    Bytes data;

    friend bool operator==(const LogView&, const LogView&) = default;
};

struct AccountView
{
    U256 balance;
    std::uint64_t nonce{};
    Bytes code;
    std::map<U256, U256> storage;  ///< slots that are not 0

    friend bool operator==(const AccountView&, const AccountView&) = default;
};

using Accounts = std::map<Address, AccountView>;

struct Observation
{
    Ending ending{};
    std::string kind;  ///< of a failure, in the executor's own words: shown, not compared
    std::uint64_t gas_used{};
    Bytes output;
    std::optional<Address> created;
    std::vector<LogView> logs;
    Hash256 root{};  ///< of the state afterwards
    /// One line before each instruction: pc, opcode, gas left, depth, memory in words, height of
    /// the stack, its top in hexadecimal digits.
    std::string trace;
};

/// The first thing in which two runs differ.
struct Divergence
{
    std::string what;
    std::string ours;
    std::string theirs;
    std::optional<std::size_t> step;  ///< counted from 0, where the traces differ
};

/// Compares two runs: steps, then the end, gas, output, logs, state.
[[nodiscard]] std::optional<Divergence> find_divergence(
    const Observation& ours, const Observation& theirs);

/// Finds differences of accounts when the state roots differ.
[[nodiscard]] Divergence explain_state(const Accounts& ours, const Accounts& theirs);

}  // namespace sbst::evm::differential
