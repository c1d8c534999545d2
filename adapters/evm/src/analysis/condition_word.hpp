// SPDX-License-Identifier: Apache-2.0
// The word that a JUMPI tests: the instructions of its block that made it. Next: truths.hpp.
#pragma once

#include "blocks.hpp"

#include <cstddef>
#include <vector>

namespace sbst::evm::analysis
{

/// Indices of the instructions that made the condition of the block's JUMPI, the one nearest to the
/// jump first: negations (ISZERO) and copies (DUP), then the instruction that made the word, unless
/// it was on the stack when the block began. If it was then on top, the block's JUMPDEST is the
/// last one. Precondition: the block ends with a JUMPI.
[[nodiscard]] std::vector<std::size_t> condition_steps(const Program& program, const Block& block);

}  // namespace sbst::evm::analysis
