// SPDX-License-Identifier: Apache-2.0
#include "blocks.hpp"

#include "opcodes.hpp"

#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>
#include <array>

namespace sbst::evm::analysis
{

namespace
{

bool ends_block(std::uint8_t opcode)
{
    switch (opcode)
    {
        case op_stop:
        case op_jump:
        case op_jumpi:
        case op_return:
        case op_revert:
        case op_invalid:
        case op_selfdestruct:
            return true;
        default:
            return !opcode_info(opcode).is_defined();
    }
}

}  // namespace

Program::Program(const ContractFacts& facts) : m_disassembly(facts.code)
{
    split();
    find_pushed_destinations();
    find_unknown_pushes(facts);
    for (Block& block : m_blocks)
    {
        block.tested_slot = find_tested_slot(block);
    }
}

void Program::split()
{
    const auto& code = instructions();
    m_block_at.resize(code.size());
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        const bool begins =
            i == 0 || code[i].opcode == op_jumpdest || ends_block(code[i - 1].opcode);
        if (begins)
        {
            Block block;
            block.first = i;
            block.begin = code[i].pc;
            m_blocks.push_back(block);
        }
        m_blocks.back().last = i + 1;
        m_blocks.back().end = code[i].pc + code[i].size;
        m_block_at[i] = static_cast<std::uint32_t>(m_blocks.size() - 1);
    }
}

std::optional<std::uint32_t> Program::block_at(const U256& destination) const
{
    if (!m_disassembly.is_jumpdest(destination))
    {
        return std::nullopt;
    }
    const auto index = m_disassembly.index_at(static_cast<std::uint32_t>(low64(destination)));
    return m_block_at[*index];
}

void Program::find_pushed_destinations()
{
    const auto& code = instructions();
    // The compiler writes all its jump targets with one width.
    std::array<std::size_t, 33> uses{};
    for (std::size_t i = 0; i + 1 < code.size(); ++i)
    {
        if (is_push(code[i].opcode) && m_disassembly.is_jumpdest(code[i].immediate) &&
            (code[i + 1].opcode == op_jump || code[i + 1].opcode == op_jumpi))
        {
            ++uses.at(code[i].size - 1U);
        }
    }
    const auto most = std::max_element(uses.begin(), uses.end());
    const auto width = static_cast<std::size_t>(most - uses.begin());
    m_pushed_destinations.assign(m_disassembly.code_size(), false);
    m_is_tag_push.assign(code.size(), false);
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        if (!is_push(code[i].opcode) || !m_disassembly.is_jumpdest(code[i].immediate))
        {
            continue;
        }
        m_pushed_destinations[low64(code[i].immediate)] = true;
        m_is_tag_push[i] = *most == 0 || code[i].size == width + 1;
    }
}

void Program::find_unknown_pushes(const ContractFacts& facts)
{
    const auto& code = instructions();
    m_is_unknown_push.assign(code.size(), false);
    for (std::size_t i = 0; i < code.size(); ++i)
    {
        if (!is_push(code[i].opcode))
        {
            continue;
        }
        for (const auto& [offset, length] : facts.unknown_bytes)
        {
            if (offset < code[i].pc + code[i].size && code[i].pc < offset + length)
            {
                m_is_unknown_push[i] = true;
            }
        }
    }
    // A library's code begins with its own address, which is zero before deployment.
    if (!code.empty() && code[0].opcode == op_push0 + 20 && is_zero(code[0].immediate))
    {
        m_is_unknown_push[0] = true;
    }
}

std::optional<std::size_t> Program::find_tested_slot(const Block& block) const
{
    if (tail(block).opcode != op_jumpi)
    {
        return std::nullopt;
    }
    // Words by their original slot (distance from the top when the block began).
    std::vector<std::optional<std::size_t>> stack;
    std::size_t taken = 0;
    const auto need = [&](std::size_t count) {
        while (stack.size() < count)
        {
            stack.insert(stack.begin(), taken++);
        }
    };
    for (std::size_t i = block.first; i + 1 < block.last; ++i)
    {
        const std::uint8_t opcode = instructions()[i].opcode;
        const OpcodeInfo& effect = opcode_info(opcode);
        need(effect.pops);
        if (is_dup(opcode))
        {
            stack.push_back(stack[stack.size() - effect.pops]);
        }
        else if (is_swap(opcode))
        {
            std::swap(stack.back(), stack[stack.size() - effect.pops]);
        }
        else if (opcode != op_iszero)
        {
            stack.resize(stack.size() - effect.pops);
            stack.insert(stack.end(), effect.pushes, std::nullopt);
        }
    }
    need(2);
    return stack[stack.size() - 2];
}

}  // namespace sbst::evm::analysis
