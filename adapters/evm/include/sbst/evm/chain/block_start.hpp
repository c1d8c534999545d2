// SPDX-License-Identifier: Apache-2.0
// What the chain does by itself before the first transaction of a block. Read next: apply.hpp.
#pragma once

#include <sbst/evm/exec/executor.hpp>

namespace sbst::evm
{

/// The contract that keeps the hashes of the last 8,191 blocks.
[[nodiscard]] Address history_contract() noexcept;

/// Stores the hash of the executor's parent block in the history contract, where the fork has it
/// and the contract is there: what its canonical code does when the system calls it. BLOCKHASH
/// goes on to answer from the block itself. Source: EIP-2935.
void record_parent_hash(Executor& executor);

}  // namespace sbst::evm
