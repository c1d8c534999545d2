// SPDX-License-Identifier: Apache-2.0
// Linear disassembly of EVM bytecode. Next: contract_analysis.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::evm
{

/// One instruction.
struct Instruction
{
    std::uint32_t pc = 0;
    std::uint8_t opcode = 0;
    /// 1 + number of data bytes; a PUSH cut off by the end of the code keeps its full size.
    std::uint8_t size = 1;
    /// Data of a PUSH; bytes missing at the end of the code read as zero.
    U256 immediate;
};

/// Instructions of a program in order, with jump destinations.
class Disassembly
{
public:
    /// Decodes every byte: PUSH data is skipped, undefined opcodes are instructions of size 1.
    /// O(code size). Never reads beyond the end.
    explicit Disassembly(std::span<const std::uint8_t> code);

    [[nodiscard]] const std::vector<Instruction>& instructions() const { return m_instructions; }
    [[nodiscard]] std::size_t code_size() const { return m_index_at.size(); }
    /// Tells whether a jump to that address is valid.
    [[nodiscard]] bool is_jumpdest(const U256& address) const;
    /// Index of the instruction that begins at pc; nothing inside PUSH data or outside the code.
    [[nodiscard]] std::optional<std::size_t> index_at(std::uint32_t pc) const;
    /// pcs of all JUMPI instructions, ascending.
    [[nodiscard]] std::vector<std::uint32_t> jumpis() const;

private:
    std::vector<Instruction> m_instructions;
    std::vector<std::uint32_t> m_index_at;  // per byte; npos inside PUSH data
};

/// One line per instruction: pc, name, data.
[[nodiscard]] std::string to_text(const Disassembly& disassembly);

}  // namespace sbst::evm
