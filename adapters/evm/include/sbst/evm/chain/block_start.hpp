// SPDX-License-Identifier: Apache-2.0
// The chain's own actions before the first transaction of a block. Next: apply.hpp.
#pragma once

#include <sbst/evm/exec/executor.hpp>

namespace sbst::evm
{

/// The contract that keeps the hashes of the last 8,191 blocks.
[[nodiscard]] Address history_contract() noexcept;

/// Stores the hash of the executor's parent block in the history contract if the fork has it and
/// the contract exists, like its canonical code when the system calls it. BLOCKHASH still answers
/// from the block itself. Source: EIP-2935.
void record_parent_hash(Executor& executor);

}  // namespace sbst::evm
