// SPDX-License-Identifier: Apache-2.0
// Reads the attribute Code: instructions, jumps between them, handlers, debug tables. Next:
// class_reader.cpp.
#pragma once

#include "byte_reader.hpp"

#include <sbst/jvm/classfile/class_file.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst::jvm
{

/// Reads the contents of one attribute Code.
class CodeReader
{
public:
    CodeReader(ByteReader& reader, const ClassConstants& pool) : m_reader(&reader), m_pool(&pool) {}

    /// @throws ParseError
    Code read();

private:
    void read_instructions(ByteReader bytes);
    void read_instruction(ByteReader& bytes, Instruction& instruction);
    void read_operand(ByteReader& bytes, Instruction& instruction, bool is_wide);
    void read_constant(ByteReader& bytes, Instruction& instruction);
    void read_switch(ByteReader& bytes, Instruction& instruction);
    std::vector<SwitchCase> read_table_cases(ByteReader& bytes);
    std::vector<SwitchCase> read_lookup_cases(ByteReader& bytes);
    void resolve_jumps(const ByteReader& bytes);
    [[nodiscard]] std::uint32_t target(
        const ByteReader& bytes, std::uint32_t from, std::int64_t offset) const;
    void read_handlers();
    void read_attributes();
    void read_lines(ByteReader& reader);
    void read_variables(ByteReader& reader);
    /// The ordinal of an instruction that starts there; the end of the code is one more.
    [[nodiscard]] std::uint32_t ordinal(const ByteReader& reader, std::uint32_t offset) const;
    /// The ordinal of the first instruction that starts there or later.
    [[nodiscard]] std::uint32_t ordinal_at_least(
        const ByteReader& reader, std::uint32_t offset) const;

    ByteReader* m_reader;
    const ClassConstants* m_pool;
    Code m_code;
    /// By offset: the ordinal of the instruction that starts there; `no_instruction` inside one.
    /// One entry more than bytes of code.
    std::vector<std::uint32_t> m_ordinals;
};

}  // namespace sbst::jvm
