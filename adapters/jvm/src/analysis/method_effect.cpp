// SPDX-License-Identifier: Apache-2.0
#include "method_effect.hpp"

#include "../dataflow/code_walk.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace sbst::jvm
{

namespace
{

bool is_reference(std::string_view descriptor)
{
    return descriptor.starts_with('L') || descriptor.starts_with('[');
}

/// Values are where references come from; numbers and null are made here.
class EffectFinder
{
public:
    using Value = Origin;

    EffectFinder(const ClassFile& file, const Method& method, const CallEffect& effect_of)
      : m_file(file), m_method(method), m_effect_of(effect_of)
    {}

    /// @throws NotWalkable.
    MethodEffect find()
    {
        CodeWalk walk(m_file.pool, *m_method.code, *this);
        walk.run();
        return m_effect;
    }

    [[nodiscard]] Origin at_start(std::size_t slot) const
    {
        return slot == 0 && !m_method.access.is_static() ? Origin::receiver : Origin::other;
    }
    static Origin caught(std::uint32_t /*handler*/) { return Origin::other; }
    static Origin join(std::uint32_t /*at*/, std::size_t /*place*/, std::span<const Origin> ways)
    {
        return *std::max_element(ways.begin(), ways.end());
    }
    static Origin widen(std::uint32_t /*at*/, std::size_t /*place*/, Origin known, Origin other)
    {
        return std::max(known, other);
    }

    Origin step(std::uint32_t at, std::span<const Origin> operands)
    {
        const Instruction& instruction = m_method.code->instructions[at];
        switch (operand_kind(instruction.opcode))
        {
            case OperandKind::constant:
                return Origin::other;
            case OperandKind::field:
                return step_field(instruction, operands);
            case OperandKind::method:
            case OperandKind::interface_method:
            case OperandKind::dynamic_call:
                return step_call(instruction, operands);
            default:
                return step_plain(instruction.opcode, operands);
        }
    }

private:
    void write_to(Origin object) { m_effect.writes = std::max(m_effect.writes, object); }

    Origin step_field(const Instruction& instruction, std::span<const Origin> operands)
    {
        if (instruction.opcode == Opcode::putstatic)
        {
            write_to(Origin::other);
        }
        else if (instruction.opcode == Opcode::putfield)
        {
            write_to(operands.front());
        }
        const MemberRef& field = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        return is_reference(field.descriptor) ? Origin::other : Origin::fresh;
    }

    Origin step_call(const Instruction& instruction, std::span<const Origin> operands)
    {
        const MemberRef& called = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const bool has_receiver = instruction.opcode != Opcode::invokestatic &&
                                  instruction.opcode != Opcode::invokedynamic;
        const Origin receiver = has_receiver ? operands.front() : Origin::other;
        const MethodEffect effect = m_effect_of(instruction);
        const auto seen_here = [receiver](Origin origin) {
            return origin == Origin::receiver ? receiver : origin;
        };
        write_to(seen_here(effect.writes));
        const std::size_t result = called.descriptor.rfind(')') + 1;
        return is_reference(std::string_view(called.descriptor).substr(result)) ?
                   seen_here(effect.result) :
                   Origin::fresh;
    }

    Origin step_plain(Opcode opcode, std::span<const Origin> operands)
    {
        if (opcode == Opcode::areturn)
        {
            m_effect.result = std::max(m_effect.result, operands.front());
        }
        else if (opcode >= Opcode::iastore && opcode <= Opcode::sastore)
        {
            write_to(operands.front());
        }
        else if (opcode == Opcode::checkcast)
        {
            return operands.front();
        }
        return opcode == Opcode::aaload ? Origin::other : Origin::fresh;
    }

    const ClassFile& m_file;
    const Method& m_method;
    const CallEffect& m_effect_of;
    MethodEffect m_effect;
};

}  // namespace

MethodEffect join(MethodEffect a, MethodEffect b)
{
    return {std::max(a.writes, b.writes), std::max(a.result, b.result)};
}

MethodEffect find_effect(const ClassFile& file, const Method& method, const CallEffect& effect_of)
{
    if (!method.code || cost_of_walk(*method.code) > max_effect_cost)
    {
        return unknown_effect;
    }
    try
    {
        return EffectFinder{file, method, effect_of}.find();
    }
    catch (const NotWalkable&)
    {
        return unknown_effect;
    }
}

}  // namespace sbst::jvm
