// SPDX-License-Identifier: Apache-2.0
// Basic blocks of a program and the facts about each block alone. Next: machine.hpp.
#pragma once

#include <sbst/evm/analysis/contract_facts.hpp>
#include <sbst/evm/analysis/disassembly.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sbst::evm::analysis
{

struct Block
{
    std::size_t first = 0;  // index of the first instruction
    std::size_t last = 0;   // index after the last one
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    /// If the condition of the block's JUMPI is a word from the stack before the block, possibly
    /// negated: its distance from the top of the stack.
    std::optional<std::size_t> tested_slot;
};

/// Code, instructions and blocks; immutable.
class Program
{
public:
    explicit Program(const ContractFacts& facts);

    [[nodiscard]] const Disassembly& disassembly() const { return m_disassembly; }
    [[nodiscard]] const std::vector<Instruction>& instructions() const
    {
        return m_disassembly.instructions();
    }
    [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
    /// Index of the block that begins at a jump destination.
    [[nodiscard]] std::optional<std::uint32_t> block_at(const U256& destination) const;
    /// Last instruction of a block.
    [[nodiscard]] const Instruction& tail(const Block& block) const
    {
        return instructions()[block.last - 1];
    }
    /// Per address: a jump destination that the program pushes.
    [[nodiscard]] const std::vector<bool>& pushed_destinations() const
    {
        return m_pushed_destinations;
    }
    /// Tells whether a PUSH pushes a jump destination in the compiler's form; numbers that happen
    /// to be valid destinations mostly have another width.
    [[nodiscard]] bool is_tag_push(std::size_t instruction) const
    {
        return m_is_tag_push[instruction];
    }
    /// Tells whether a PUSH is filled in at deployment.
    [[nodiscard]] bool is_unknown_push(std::size_t instruction) const
    {
        return m_is_unknown_push[instruction];
    }

private:
    void split();
    void find_pushed_destinations();
    void find_unknown_pushes(const ContractFacts& facts);
    [[nodiscard]] std::optional<std::size_t> find_tested_slot(const Block& block) const;

    Disassembly m_disassembly;
    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_block_at;  // per instruction index
    std::vector<bool> m_pushed_destinations;
    std::vector<bool> m_is_tag_push;
    std::vector<bool> m_is_unknown_push;
};

}  // namespace sbst::evm::analysis
