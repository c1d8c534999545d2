// SPDX-License-Identifier: Apache-2.0
#include "enum_switches.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// The field that an instruction reads; null for others.
const MemberRef* static_read(const ClassFile& file, const Instruction& instruction)
{
    return instruction.opcode == Opcode::getstatic ?
               &file.pool.member(static_cast<std::size_t>(instruction.operand)) :
               nullptr;
}

bool asks_for_ordinal(const ClassFile& file, const Instruction& instruction)
{
    return instruction.opcode == Opcode::invokevirtual &&
           file.pool.member(static_cast<std::size_t>(instruction.operand)).name == "ordinal";
}

}  // namespace

bool is_switch_map(const MemberRef& field)
{
    return field.descriptor == "[I" && field.name.starts_with("$SwitchMap$");
}

const MemberRef* switch_map_of(const ClassFile& file, const Code& code, std::uint32_t a_switch)
{
    // The table, the object, its ordinal, the element.
    constexpr std::uint32_t least = 4;
    if (a_switch < least || code.instructions[a_switch - 1].opcode != Opcode::iaload ||
        !asks_for_ordinal(file, code.instructions[a_switch - 2]))
    {
        return nullptr;
    }
    for (std::uint32_t i = a_switch - 2; i-- > 0;)
    {
        const MemberRef* const field = static_read(file, code.instructions[i]);
        if (field != nullptr && is_switch_map(*field))
        {
            return field;
        }
    }
    return nullptr;
}

std::map<std::int32_t, std::string> numbered_constants(
    const ClassFile& file, const Code& initialiser, std::string_view table)
{
    std::map<std::int32_t, std::string> constants;
    const std::vector<Instruction>& all = initialiser.instructions;
    // `table[Kind.ONE.ordinal()] = 1`: the table, the constant, its ordinal, the number, the
    // store.
    constexpr std::size_t length = 5;
    for (std::size_t i = 0; i + length <= all.size(); ++i)
    {
        const MemberRef* const filled = static_read(file, all[i]);
        const MemberRef* const constant = static_read(file, all[i + 1]);
        const bool is_of_table = filled != nullptr && filled->name == table;
        if (is_of_table && constant != nullptr && asks_for_ordinal(file, all[i + 2]) &&
            all[i + 4].opcode == Opcode::iastore)
        {
            const auto number = pushed_constant(file.pool, all[i + 3]);
            if (number && number->kind == Constant::Kind::integer)
            {
                constants.emplace(static_cast<std::int32_t>(number->integer), constant->name);
            }
        }
    }
    return constants;
}

}  // namespace sbst::jvm
