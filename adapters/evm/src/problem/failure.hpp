// SPDX-License-Identifier: Apache-2.0
// Names for the failures of transactions, which are the core's exceptions.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/exec/transaction.hpp>

#include <cstddef>
#include <string>

namespace sbst::evm
{

/// Appends a key that equal failures share: the status, and for a revert its identity (the whole
/// data of messages and panics, the selector of custom errors).
void append_failure_key(const Result& result, std::string& key);

/// The reason why a transaction failed: `reverts with "too late"`, `panics: ...`, `out of gas`.
[[nodiscard]] std::string describe_failure(
    Status status, BytesView output, const ContractAbi& abi, const AddressNamer& name_address = {});

/// The failure of a key in words.
[[nodiscard]] std::string describe_failure_key(const std::string& key, const ContractAbi& abi);

/// The most failures that a run distinguishes.
inline constexpr std::size_t max_failures = 4096;

}  // namespace sbst::evm
