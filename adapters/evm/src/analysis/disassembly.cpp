// SPDX-License-Identifier: Apache-2.0
#include "opcodes.hpp"

#include <sbst/evm/analysis/disassembly.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace sbst::evm
{

namespace
{

constexpr std::uint32_t inside_push = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Disassembly::Disassembly(std::span<const std::uint8_t> code) : m_index_at(code.size(), inside_push)
{
    std::size_t pc = 0;
    while (pc < code.size())
    {
        Instruction instruction;
        instruction.pc = static_cast<std::uint32_t>(pc);
        instruction.opcode = code[pc];
        const std::size_t data = immediate_size(code[pc]);
        instruction.size = static_cast<std::uint8_t>(1 + data);
        const std::size_t present = std::min(data, code.size() - pc - 1);
        instruction.immediate = U256::from_be_bytes(code.subspan(pc + 1, present))
                                << (8 * (data - present));
        m_index_at[pc] = static_cast<std::uint32_t>(m_instructions.size());
        m_instructions.push_back(instruction);
        pc += 1 + data;
    }
}

bool Disassembly::is_jumpdest(const U256& address) const
{
    if (!(address < U256{m_index_at.size()}))
    {
        return false;
    }
    const std::uint32_t index = m_index_at[low64(address)];
    return index != inside_push && m_instructions[index].opcode == analysis::op_jumpdest;
}

std::optional<std::size_t> Disassembly::index_at(std::uint32_t pc) const
{
    if (pc >= m_index_at.size() || m_index_at[pc] == inside_push)
    {
        return std::nullopt;
    }
    return m_index_at[pc];
}

std::vector<std::uint32_t> Disassembly::jumpis() const
{
    std::vector<std::uint32_t> found;
    for (const Instruction& instruction : m_instructions)
    {
        if (instruction.opcode == analysis::op_jumpi)
        {
            found.push_back(instruction.pc);
        }
    }
    return found;
}

std::string to_text(const Disassembly& disassembly)
{
    std::string text;
    for (const Instruction& instruction : disassembly.instructions())
    {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        text += fmt::format("{:5} {}", instruction.pc,
            info.is_defined() ? info.name : std::string_view("UNDEFINED"));
        if (instruction.size > 1)
        {
            text += " " + instruction.immediate.to_hex();
        }
        text += '\n';
    }
    return text;
}

}  // namespace sbst::evm
