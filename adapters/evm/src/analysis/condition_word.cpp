// SPDX-License-Identifier: Apache-2.0
#include "condition_word.hpp"

#include "opcodes.hpp"

#include <sbst/evm/exec/opcode.hpp>

namespace sbst::evm::analysis
{

std::vector<std::size_t> condition_steps(const Program& program, const Block& block)
{
    std::vector<std::size_t> steps;
    // Distance of the word from the top; JUMPI takes the destination from above it.
    std::size_t depth = 1;
    for (std::size_t i = block.last - 1; i-- > block.first;)
    {
        const std::uint8_t opcode = program.instructions()[i].opcode;
        const OpcodeInfo& effect = opcode_info(opcode);
        if (is_swap(opcode))
        {
            const std::size_t other = effect.pops - 1U;
            depth = depth == 0 ? other : depth == other ? 0 : depth;
        }
        else if (depth == 0 && is_dup(opcode))
        {
            steps.push_back(i);
            depth = effect.pops - 1U;
        }
        else if (is_dup(opcode))
        {
            --depth;
        }
        else if (depth == 0 && opcode == op_iszero)
        {
            steps.push_back(i);
        }
        else if (depth < effect.pushes)
        {
            steps.push_back(i);
            return steps;
        }
        else
        {
            depth = depth - effect.pushes + effect.pops;
        }
    }
    if (depth == 0 && program.instructions()[block.first].opcode == op_jumpdest)
    {
        steps.push_back(block.first);
    }
    return steps;
}

}  // namespace sbst::evm::analysis
