// SPDX-License-Identifier: Apache-2.0
// A whole transaction: checked, paid for, executed, settled. Next: ../exec/executor.hpp for
// execution, state_root.hpp for the hashes that the chain records.
#pragma once

#include <sbst/evm/chain/validity.hpp>
#include <sbst/evm/exec/executor.hpp>

#include <optional>

namespace sbst::evm
{

/// The outcome of a transaction.
struct Receipt
{
    std::optional<Rejection> rejection;
    const Result* result{};  ///< the executor's, until its next run; null when rejected
};

/// Runs a transaction by all rules of the executor's fork: the sender pays all gas and blobs in
/// advance and gets the unused gas back, the coinbase earns the part above the base fee, the rest
/// is burned; destroyed accounts and touched empty accounts are removed. A rejected transaction
/// changes nothing. Source: Yellow Paper, section 6; EIP-1559; EIP-4844.
[[nodiscard]] Receipt apply_transaction(Executor& executor, const ChainTransaction& transaction);

/// The same, calling the listener before each instruction. Slow: for tools and tests.
[[nodiscard]] Receipt apply_transaction(
    Executor& executor, const ChainTransaction& transaction, const StepListener& listener);

}  // namespace sbst::evm
