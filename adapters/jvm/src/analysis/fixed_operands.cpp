// SPDX-License-Identifier: Apache-2.0
#include "fixed_operands.hpp"

#include "local_variables.hpp"

#include <cstddef>
#include <limits>
#include <optional>

namespace sbst::jvm
{

namespace
{

/// The type of an operator, or of the first operand of a shift: int, long, float or double.
std::size_t type_of_operator(Opcode opcode)
{
    constexpr std::size_t types = 4;
    return opcode <= Opcode::drem ? place_after(Opcode::iadd, opcode) % types :
                                    place_after(Opcode::ishl, opcode) % 2;
}

bool is_whole(const Constant& constant)
{
    return constant.kind == Constant::Kind::integer ||
           constant.kind == Constant::Kind::long_integer;
}

/// Dividing by 1 is exact, as multiplying is; with zeros nothing else is, because of their signs.
bool is_same_with_fraction(WordOperator original, WordOperator changed, const Constant& right)
{
    const auto scales = [](WordOperator one) {
        return one == WordOperator::multiply || one == WordOperator::divide;
    };
    const bool is_number =
        right.kind == Constant::Kind::single_float || right.kind == Constant::Kind::double_float;
    return is_number && (right.number == 1 || right.number == -1) && scales(original) &&
           scales(changed);
}

}  // namespace

FixedOperands::FixedOperands(const ClassConstants& pool, const Code& code)
  : m_pool(&pool), m_code(&code)
{
    for (const Instruction& instruction : code.instructions)
    {
        const OperandKind kind = operand_kind(instruction.opcode);
        if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
        {
            m_targets.insert(static_cast<std::uint32_t>(instruction.operand));
        }
    }
    for (const SwitchTable& table : code.switches)
    {
        m_targets.insert(table.default_target);
        for (const SwitchCase& one : table.cases)
        {
            m_targets.insert(one.target);
        }
    }
}

bool FixedOperands::follows(std::uint32_t instruction, std::uint32_t count) const
{
    for (std::uint32_t i = 0; i < count; ++i)
    {
        if (instruction == 0 || m_targets.contains(instruction))
        {
            return false;
        }
        --instruction;
    }
    return true;
}

bool FixedOperands::is_equivalent(
    std::uint32_t instruction, WordOperator original, WordOperator changed) const
{
    if (!follows(instruction, 1))
    {
        return false;
    }
    const std::size_t type = type_of_operator(m_code->instructions[instruction].opcode);
    constexpr std::size_t first_of_fractions = 2;
    const unsigned bits = type % 2 == 0 ? 32U : 64U;
    const Instruction& before = m_code->instructions[instruction - 1];
    if (const auto right = pushed_constant(*m_pool, before))
    {
        if (type >= first_of_fractions)
        {
            return is_same_with_fraction(original, changed, *right);
        }
        return is_whole(*right) &&
               sbst::is_equivalent(original, changed, {.value = right->integer, .bits = bits});
    }
    if (type >= first_of_fractions || kind_of_load(before.opcode) == no_kind ||
        !follows(instruction, 2))
    {
        return false;
    }
    const auto left = pushed_constant(*m_pool, m_code->instructions[instruction - 2]);
    return left && is_whole(*left) &&
           sbst::is_equivalent(
               original, changed, {.is_left = true, .value = left->integer, .bits = bits});
}

bool FixedOperands::is_equivalent(std::uint32_t jump, Relation original, Relation changed) const
{
    const std::optional<OperandBound> bound = bound_of(jump);
    return bound && sbst::is_equivalent(original, changed, *bound);
}

/// What the value on the left is compared with.
std::optional<OperandBound> FixedOperands::bound_of(std::uint32_t jump) const
{
    if (!follows(jump, 1))
    {
        return std::nullopt;
    }
    const Opcode opcode = m_code->instructions[jump].opcode;
    if (opcode >= Opcode::ifeq && opcode <= Opcode::ifle)
    {
        return is_never_negative(jump - 1) ? std::optional(OperandBound::least) : std::nullopt;
    }
    const auto right = opcode >= Opcode::if_icmpeq && opcode <= Opcode::if_icmple ?
                           pushed_constant(*m_pool, m_code->instructions[jump - 1]) :
                           std::nullopt;
    if (!right || right->kind != Constant::Kind::integer)
    {
        return std::nullopt;
    }
    return right->integer == std::numeric_limits<std::int32_t>::min() ?
               std::optional(OperandBound::least) :
           right->integer == std::numeric_limits<std::int32_t>::max() ?
               std::optional(OperandBound::greatest) :
               std::nullopt;
}

bool FixedOperands::is_never_negative(std::uint32_t producer) const
{
    const Instruction& made_by = m_code->instructions[producer];
    if (made_by.opcode == Opcode::arraylength || made_by.opcode == Opcode::caload)
    {
        return true;
    }
    if (made_by.opcode == Opcode::iand && follows(producer, 1))
    {
        const auto mask = pushed_constant(*m_pool, m_code->instructions[producer - 1]);
        return mask && mask->kind == Constant::Kind::integer && mask->integer >= 0;
    }
    if (made_by.opcode != Opcode::invokevirtual)
    {
        return false;
    }
    const MemberRef& called = m_pool->member(static_cast<std::size_t>(made_by.operand));
    return called.owner == "java/lang/String" &&
           (called.name == "length" || called.name == "charAt");
}

}  // namespace sbst::jvm
