// SPDX-License-Identifier: Apache-2.0
// Names for the ways in which transactions fail: what the core calls exceptions.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/exec/transaction.hpp>

#include <cstddef>
#include <string>

namespace sbst::evm
{

/// Appends a key that equal failures share: the status, and of a revert what identifies it (the
/// whole data of messages and panics, the selector of custom errors).
void append_failure_key(const Result& result, std::string& key);

/// Says why a transaction failed: `reverts with "too late"`, `panics: ...`, `out of gas`.
[[nodiscard]] std::string describe_failure(
    Status status, BytesView output, const ContractAbi& abi, const AddressNamer& name_address = {});

/// The failure of a key in words.
[[nodiscard]] std::string describe_failure_key(const std::string& key, const ContractAbi& abi);

/// Most failures that a run tells apart.
inline constexpr std::size_t max_failures = 4096;

}  // namespace sbst::evm
