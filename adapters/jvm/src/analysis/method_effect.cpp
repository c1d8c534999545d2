// SPDX-License-Identifier: Apache-2.0
#include "method_effect.hpp"

#include "../dataflow/code_walk.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    using Value = Origins;

    EffectFinder(const ClassFile& file, const Method& method, const CallEffect& effect_of)
      : m_file(file), m_method(method), m_effect_of(effect_of), m_parameters(parameters_of(method))
    {}

    /// @throws NotWalkable.
    MethodEffect find()
    {
        CodeWalk walk(m_file.pool, *m_method.code, *this);
        walk.run();
        return m_effect;
    }

    [[nodiscard]] Origins at_start(std::size_t slot) const
    {
        return slot < m_parameters.size() ? m_parameters[slot] : Origins{};
    }
    static Origins caught(std::uint32_t /*handler*/) { return Origins::other(); }
    static Origins join(std::uint32_t /*at*/, std::size_t /*place*/, std::span<const Origins> ways)
    {
        Origins all;
        for (const Origins way : ways)
        {
            all = all | way;
        }
        return all;
    }
    static Origins widen(std::uint32_t /*at*/, std::size_t /*place*/, Origins known, Origins other)
    {
        return known | other;
    }

    Origins step(std::uint32_t at, std::span<const Origins> operands)
    {
        const Instruction& instruction = m_method.code->instructions[at];
        switch (operand_kind(instruction.opcode))
        {
            case OperandKind::constant:
                return Origins::other();
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
    /// By slot; both slots of a long or a double are no reference.
    static std::vector<Origins> parameters_of(const Method& method)
    {
        std::vector<Origins> slots;
        std::size_t number = 0;
        if (!method.access.is_static())
        {
            slots.push_back(Origins::parameter(number++));
        }
        if (const auto types = parse_method_descriptor(method.descriptor))
        {
            for (const std::string& type : types->parameters)
            {
                slots.push_back(is_reference(type) ? Origins::parameter(number) : Origins{});
                slots.resize(slots.size() + (type == "J" || type == "D" ? 1U : 0U));
                ++number;
            }
        }
        return slots;
    }

    void write_to(Origins objects) { m_effect.writes = m_effect.writes | objects; }

    Origins step_field(const Instruction& instruction, std::span<const Origins> operands)
    {
        if (instruction.opcode == Opcode::putstatic)
        {
            write_to(Origins::other());
        }
        else if (instruction.opcode == Opcode::putfield)
        {
            write_to(operands.front());
        }
        const MemberRef& field = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        return is_reference(field.descriptor) ? Origins::other() : Origins{};
    }

    Origins step_call(const Instruction& instruction, std::span<const Origins> operands)
    {
        const MemberRef& called = m_file.pool.member(static_cast<std::size_t>(instruction.operand));
        const MethodEffect effect = m_effect_of(instruction);
        write_to(seen_here(effect.writes, operands));
        const std::size_t result = called.descriptor.rfind(')') + 1;
        return is_reference(std::string_view(called.descriptor).substr(result)) ?
                   seen_here(effect.result, operands) :
                   Origins{};
    }

    /// Parameters of a callee are the operands of its call.
    static Origins seen_here(Origins there, std::span<const Origins> operands)
    {
        Origins here = there.has_other() ? Origins::other() : Origins{};
        for (std::size_t i = 0; i < operands.size(); ++i)
        {
            here = there.has(Origins::parameter(i)) ? here | operands[i] : here;
        }
        return here;
    }

    Origins step_plain(Opcode opcode, std::span<const Origins> operands)
    {
        if (opcode == Opcode::areturn)
        {
            m_effect.result = m_effect.result | operands.front();
        }
        else if (opcode >= Opcode::iastore && opcode <= Opcode::sastore)
        {
            write_to(operands.front());
        }
        else if (opcode == Opcode::checkcast)
        {
            return operands.front();
        }
        return opcode == Opcode::aaload ? Origins::other() : Origins{};
    }

    const ClassFile& m_file;
    const Method& m_method;
    const CallEffect& m_effect_of;
    std::vector<Origins> m_parameters;
    MethodEffect m_effect;
};

}  // namespace

MethodEffect join(MethodEffect a, MethodEffect b)
{
    return {a.writes | b.writes, a.result | b.result};
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
