// SPDX-License-Identifier: Apache-2.0
#include "code_reader.hpp"

#include "pool_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

constexpr std::uint32_t no_instruction = std::numeric_limits<std::uint32_t>::max();
// JVMS 4.7.3.
constexpr std::uint32_t max_code_length = 65535;

/// The number in names like `iconst_2` and `aload_0`; slots of `xload_n` follow each other in
/// groups of four.
std::int32_t operand_in_name(Opcode opcode)
{
    const auto distance = [opcode](Opcode first) {
        return static_cast<std::int32_t>(opcode) - static_cast<std::int32_t>(first);
    };
    if (opcode <= Opcode::iconst_5)
    {
        return distance(Opcode::iconst_0);
    }
    if (opcode <= Opcode::lconst_1)
    {
        return distance(Opcode::lconst_0);
    }
    if (opcode <= Opcode::fconst_2)
    {
        return distance(Opcode::fconst_0);
    }
    if (opcode <= Opcode::dconst_1)
    {
        return distance(Opcode::dconst_0);
    }
    if (opcode <= Opcode::aload_3)
    {
        return distance(Opcode::iload_0) % 4;
    }
    return distance(Opcode::istore_0) % 4;
}

bool has_operand_in_name(Opcode opcode)
{
    return (opcode >= Opcode::iconst_m1 && opcode <= Opcode::dconst_1) ||
           (opcode >= Opcode::iload_0 && opcode <= Opcode::aload_3) ||
           (opcode >= Opcode::istore_0 && opcode <= Opcode::astore_3);
}

}  // namespace

Code CodeReader::read()
{
    m_code.max_stack = m_reader->u2();
    m_code.max_locals = m_reader->u2();
    const std::uint32_t length = m_reader->u4();
    if (length == 0 || length > max_code_length)
    {
        m_reader->fail(fmt::format(
            "a method has {} bytes of code, expected 1 to {}", length, max_code_length));
    }
    read_instructions(m_reader->part(length));
    read_handlers();
    read_attributes();
    m_reader->expect_end("the code");
    return std::move(m_code);
}

void CodeReader::read_instructions(ByteReader bytes)
{
    const std::size_t start = bytes.offset();
    const ByteReader whole = bytes;
    m_ordinals.assign(bytes.left() + 1, no_instruction);
    while (bytes.left() != 0)
    {
        Instruction instruction;
        instruction.offset = static_cast<std::uint32_t>(bytes.offset() - start);
        m_ordinals[instruction.offset] = static_cast<std::uint32_t>(m_code.instructions.size());
        read_instruction(bytes, instruction);
        m_code.instructions.push_back(instruction);
    }
    m_ordinals.back() = static_cast<std::uint32_t>(m_code.instructions.size());
    resolve_jumps(whole);
}

void CodeReader::read_instruction(ByteReader& bytes, Instruction& instruction)
{
    const auto read_opcode = [&bytes] {
        const std::uint8_t number = bytes.u1();
        if (number >= opcode_count)
        {
            bytes.fail(fmt::format("{} is not an opcode", number));
        }
        return static_cast<Opcode>(number);
    };
    instruction.opcode = read_opcode();
    const bool is_wide = instruction.opcode == Opcode::wide;
    if (is_wide)
    {
        instruction.opcode = read_opcode();
        const OperandKind kind = operand_kind(instruction.opcode);
        if ((kind != OperandKind::local && kind != OperandKind::increment) ||
            has_operand_in_name(instruction.opcode))
        {
            bytes.fail(fmt::format("{} cannot be wide", to_string(instruction.opcode)));
        }
    }
    read_operand(bytes, instruction, is_wide);
}

void CodeReader::read_operand(ByteReader& bytes, Instruction& instruction, bool is_wide)
{
    const Opcode opcode = instruction.opcode;
    if (has_operand_in_name(opcode))
    {
        instruction.operand = operand_in_name(opcode);
        return;
    }
    switch (operand_kind(opcode))
    {
        case OperandKind::none:
        case OperandKind::wide_prefix:
            return;
        case OperandKind::immediate:
            instruction.operand = opcode == Opcode::bipush ? bytes.i1() : bytes.i2();
            return;
        case OperandKind::local:
            instruction.operand = is_wide ? bytes.u2() : bytes.u1();
            return;
        case OperandKind::increment:
            instruction.operand = is_wide ? bytes.u2() : bytes.u1();
            instruction.second = is_wide ? bytes.i2() : bytes.i1();
            return;
        case OperandKind::array_type:
            instruction.operand = bytes.u1();
            if (instruction.operand < 4 || instruction.operand > 11)
            {
                bytes.fail(
                    fmt::format("{} is not an element type of an array", instruction.operand));
            }
            return;
        // Targets are kept as distances until all instructions are known.
        case OperandKind::jump:
            instruction.operand = bytes.i2();
            return;
        case OperandKind::wide_jump:
            instruction.operand = bytes.i4();
            return;
        case OperandKind::table_switch:
        case OperandKind::lookup_switch:
            read_switch(bytes, instruction);
            return;
        default:
            read_constant(bytes, instruction);
    }
}

void CodeReader::read_constant(ByteReader& bytes, Instruction& instruction)
{
    const std::string_view what = to_string(instruction.opcode);
    const auto pool_index = [&](std::initializer_list<PoolTag> tags) {
        instruction.operand = read_pool_index(bytes, *m_pool, tags, what);
    };
    switch (operand_kind(instruction.opcode))
    {
        case OperandKind::field:
            pool_index({PoolTag::field});
            return;
        case OperandKind::method:
            pool_index({PoolTag::method, PoolTag::interface_method});
            return;
        case OperandKind::interface_method:
            pool_index({PoolTag::interface_method});
            static_cast<void>(bytes.u2());
            return;
        case OperandKind::dynamic_call:
            pool_index({PoolTag::invoke_dynamic});
            static_cast<void>(bytes.u2());
            return;
        case OperandKind::type:
            pool_index({PoolTag::class_ref});
            return;
        case OperandKind::dimensions:
            pool_index({PoolTag::class_ref});
            instruction.second = bytes.u1();
            return;
        default:
            break;
    }
    if (instruction.opcode == Opcode::ldc2_w)
    {
        pool_index({PoolTag::long_integer, PoolTag::double_float, PoolTag::dynamic});
        return;
    }
    const std::initializer_list<PoolTag> loadable{PoolTag::integer, PoolTag::single_float,
        PoolTag::string, PoolTag::class_ref, PoolTag::method_type, PoolTag::method_handle,
        PoolTag::dynamic};
    if (instruction.opcode == Opcode::ldc_w)
    {
        pool_index(loadable);
        return;
    }
    instruction.operand = bytes.u1();
    const PoolTag found = m_pool->tag(static_cast<std::size_t>(instruction.operand));
    if (std::find(loadable.begin(), loadable.end(), found) == loadable.end())
    {
        bytes.fail(fmt::format(
            "ldc loads constant {}, which is {}", instruction.operand, describe(found)));
    }
}

void CodeReader::read_switch(ByteReader& bytes, Instruction& instruction)
{
    // Aligned to four bytes from the start of the code.
    static_cast<void>(bytes.take(3U - instruction.offset % 4U));
    SwitchTable table;
    table.default_target = static_cast<std::uint32_t>(bytes.i4());
    table.cases = instruction.opcode == Opcode::tableswitch ? read_table_cases(bytes) :
                                                              read_lookup_cases(bytes);
    instruction.operand = static_cast<std::int32_t>(m_code.switches.size());
    m_code.switches.push_back(std::move(table));
}

std::vector<SwitchCase> CodeReader::read_table_cases(ByteReader& bytes)
{
    const std::int32_t low = bytes.i4();
    const std::int32_t high = bytes.i4();
    const std::int64_t count = std::int64_t{high} - low + 1;
    if (count < 1 || static_cast<std::uint64_t>(count) > bytes.left() / 4)
    {
        bytes.fail(fmt::format("a tableswitch goes from {} to {}", low, high));
    }
    std::vector<SwitchCase> cases;
    cases.reserve(static_cast<std::size_t>(count));
    for (std::int64_t key = low; key <= high; ++key)
    {
        cases.push_back({static_cast<std::int32_t>(key), static_cast<std::uint32_t>(bytes.i4())});
    }
    return cases;
}

std::vector<SwitchCase> CodeReader::read_lookup_cases(ByteReader& bytes)
{
    const std::int32_t count = bytes.i4();
    if (count < 0 || static_cast<std::uint32_t>(count) > bytes.left() / 8)
    {
        bytes.fail(fmt::format("a lookupswitch has {} cases", count));
    }
    std::vector<SwitchCase> cases;
    cases.reserve(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; i < count; ++i)
    {
        const std::int32_t key = bytes.i4();
        if (!cases.empty() && cases.back().key >= key)
        {
            bytes.fail(fmt::format("the keys of a lookupswitch do not ascend at {}", key));
        }
        cases.push_back({key, static_cast<std::uint32_t>(bytes.i4())});
    }
    return cases;
}

void CodeReader::resolve_jumps(const ByteReader& bytes)
{
    for (Instruction& instruction : m_code.instructions)
    {
        const OperandKind kind = operand_kind(instruction.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            instruction.operand =
                static_cast<std::int32_t>(target(bytes, instruction.offset, instruction.operand));
        }
        else if (is_switch(instruction.opcode))
        {
            SwitchTable& table = m_code.switches[static_cast<std::size_t>(instruction.operand)];
            const auto resolve = [&](std::uint32_t& way) {
                way = target(bytes, instruction.offset, static_cast<std::int32_t>(way));
            };
            resolve(table.default_target);
            for (SwitchCase& one : table.cases)
            {
                resolve(one.target);
            }
        }
    }
}

std::uint32_t CodeReader::target(
    const ByteReader& bytes, std::uint32_t from, std::int64_t offset) const
{
    const std::int64_t to = from + offset;
    const auto end = static_cast<std::int64_t>(m_ordinals.size() - 1);
    if (to < 0 || to >= end || m_ordinals[static_cast<std::size_t>(to)] == no_instruction)
    {
        bytes.fail(fmt::format(
            "the instruction at {} of this code jumps to {}, where none starts", from, to));
    }
    return m_ordinals[static_cast<std::size_t>(to)];
}

void CodeReader::read_handlers()
{
    const std::uint16_t count = m_reader->u2();
    m_code.handlers.reserve(std::min<std::size_t>(count, m_reader->left() / 8));
    for (std::uint16_t i = 0; i < count; ++i)
    {
        ExceptionHandler handler;
        handler.start = ordinal(*m_reader, m_reader->u2());
        handler.end = ordinal(*m_reader, m_reader->u2());
        handler.handler = ordinal(*m_reader, m_reader->u2());
        if (handler.start >= handler.end || handler.handler == m_code.instructions.size())
        {
            m_reader->fail(
                fmt::format("exception handler {} protects no code or is not an instruction", i));
        }
        handler.catch_type = read_optional_class(*m_reader, *m_pool, "the type that is caught");
        m_code.handlers.push_back(std::move(handler));
    }
}

void CodeReader::read_attributes()
{
    const std::uint16_t count = m_reader->u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        const std::string& name = read_utf8(*m_reader, *m_pool, "the name of an attribute");
        ByteReader contents = m_reader->part(m_reader->u4());
        // Either table may come in several attributes.
        if (name == "LineNumberTable")
        {
            read_lines(contents);
        }
        else if (name == "LocalVariableTable")
        {
            read_variables(contents);
        }
    }
    std::stable_sort(m_code.lines.begin(), m_code.lines.end(),
        [](LineStart a, LineStart b) { return a.instruction < b.instruction; });
    std::stable_sort(m_code.variables.begin(), m_code.variables.end(),
        [](const LocalVariable& a, const LocalVariable& b) {
            return std::pair{a.slot, a.start} < std::pair{b.slot, b.start};
        });
}

void CodeReader::read_lines(ByteReader& reader)
{
    const std::uint16_t count = reader.u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        LineStart line;
        line.instruction = ordinal_at_least(reader, reader.u2());
        line.line = reader.u2();
        if (line.instruction < m_code.instructions.size())
        {
            m_code.lines.push_back(line);
        }
    }
    reader.expect_end("the table of lines");
}

void CodeReader::read_variables(ByteReader& reader)
{
    const std::uint16_t count = reader.u2();
    for (std::uint16_t i = 0; i < count; ++i)
    {
        LocalVariable variable;
        const std::uint32_t start = reader.u2();
        variable.start = ordinal_at_least(reader, start);
        variable.end = ordinal_at_least(reader, start + reader.u2());
        variable.name = read_utf8(reader, *m_pool, "the name of a variable");
        variable.descriptor = read_utf8(reader, *m_pool, "the type of a variable");
        variable.slot = reader.u2();
        m_code.variables.push_back(std::move(variable));
    }
    reader.expect_end("the table of variables");
}

std::uint32_t CodeReader::ordinal(const ByteReader& reader, std::uint32_t offset) const
{
    if (offset >= m_ordinals.size() || m_ordinals[offset] == no_instruction)
    {
        reader.fail(fmt::format("no instruction starts at {} of this code", offset));
    }
    return m_ordinals[offset];
}

std::uint32_t CodeReader::ordinal_at_least(const ByteReader& reader, std::uint32_t offset) const
{
    if (offset >= m_ordinals.size())
    {
        reader.fail(fmt::format(
            "a table names byte {} of a code of {} bytes", offset, m_ordinals.size() - 1));
    }
    while (m_ordinals[offset] == no_instruction)
    {
        ++offset;
    }
    return m_ordinals[offset];
}

std::uint32_t Code::line_of(std::uint32_t instruction) const
{
    const auto behind = std::upper_bound(lines.begin(), lines.end(), instruction,
        [](std::uint32_t wanted, LineStart start) { return wanted < start.instruction; });
    return behind == lines.begin() ? 0 : std::prev(behind)->line;
}

}  // namespace sbst::jvm
