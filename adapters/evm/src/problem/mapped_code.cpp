// SPDX-License-Identifier: Apache-2.0
#include "mapped_code.hpp"

#include <sbst/evm/analysis/disassembly.hpp>

#include <cstddef>

namespace sbst::evm
{

MappedCode::MappedCode(const Artifact& artifact, const ContractAnalysis& runtime)
{
    const Disassembly program(artifact.runtime.bytes);
    const std::vector<Instruction>& instructions = program.instructions();
    const std::vector<SourceMapEntry>& map = artifact.runtime.source_map;
    for (std::size_t i = 0; i < std::min(instructions.size(), map.size()); ++i)
    {
        const auto block = runtime.find_block(instructions[i].pc);
        if (block && runtime.blocks[*block].is_reachable && map[i].span.length > 0)
        {
            m_code[key_of(map[i].span)][runtime.blocks[*block].begin].push_back(
                {instructions[i].pc, instructions[i].opcode, map[i].jump == 'i'});
        }
    }
}

}  // namespace sbst::evm
