// SPDX-License-Identifier: Apache-2.0
#include "local_variables.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::jvm
{

namespace
{

constexpr std::size_t several_kinds = no_kind - 1;

bool is_wide(std::string_view descriptor)
{
    return descriptor == "J" || descriptor == "D";
}

/// The kind of an instruction. There is one opcode per kind, then one per
/// kind and each of the first slots.
std::size_t kind_of_access(Opcode opcode, Opcode general, Opcode first_short)
{
    constexpr std::size_t kinds = 5;
    constexpr std::size_t short_slots = 4;
    if (opcode >= general && place_after(general, opcode) < kinds)
    {
        return place_after(general, opcode);
    }
    return opcode >= first_short && place_after(first_short, opcode) < kinds * short_slots ?
               place_after(first_short, opcode) / short_slots :
               no_kind;
}

std::size_t kind_of_store(Opcode opcode)
{
    return kind_of_access(opcode, Opcode::istore, Opcode::istore_0);
}

}  // namespace

std::size_t kind_of(std::string_view descriptor)
{
    constexpr std::string_view others{"JFD"};
    const std::size_t found = others.find(descriptor.front());
    const bool is_reference = descriptor.front() == 'L' || descriptor.front() == '[';
    constexpr std::size_t reference = 4;
    return is_reference ? reference : found == std::string_view::npos ? 0 : found + 1;
}

std::size_t kind_of_load(Opcode opcode)
{
    return kind_of_access(opcode, Opcode::iload, Opcode::iload_0);
}

LocalVariables::LocalVariables(const Method& method) : m_code(&*method.code)
{
    add_parameters(method);
    find_stores();
}

void LocalVariables::add_parameters(const Method& method)
{
    const auto descriptor = parse_method_descriptor(method.descriptor);
    if (!descriptor)
    {
        return;
    }
    std::uint32_t slot = method.access.is_static() ? 0 : 1;
    for (std::size_t i = 0; i < descriptor->parameters.size(); ++i)
    {
        const std::string& type = descriptor->parameters[i];
        m_parameters.push_back({slot, fmt::format("argument {}", i + 1), type});
        slot += is_wide(type) ? 2U : 1U;
    }
}

/// A slot with stores of several kinds belongs to several variables.
void LocalVariables::find_stores()
{
    const auto note = [this](std::size_t slot, std::size_t kind) {
        m_stored.resize(std::max(m_stored.size(), slot + 2), no_kind);
        std::size_t& known = m_stored[slot];
        known = known == no_kind || known == kind ? kind : several_kinds;
    };
    for (const Instruction& instruction : m_code->instructions)
    {
        const std::size_t kind = kind_of_store(instruction.opcode);
        if (kind != no_kind)
        {
            const auto slot = static_cast<std::size_t>(instruction.operand);
            note(slot, kind);
            if (kind == kind_of("J") || kind == kind_of("D"))
            {
                note(slot + 1, several_kinds);
            }
        }
    }
}

bool LocalVariables::keeps_type(const Variable& parameter) const
{
    const auto stored = [this](std::size_t slot) {
        return slot < m_stored.size() ? m_stored[slot] : no_kind;
    };
    const std::size_t own = stored(parameter.slot);
    return (own == no_kind || own == kind_of(parameter.descriptor)) &&
           (!is_wide(parameter.descriptor) || stored(parameter.slot + 1) == no_kind);
}

std::optional<Variable> LocalVariables::at(std::uint32_t load) const
{
    const auto slot = static_cast<std::uint32_t>(m_code->instructions[load].operand);
    const auto is_there = [slot](const Variable& variable) { return variable.slot == slot; };
    for (const std::vector<Variable>& known : {named(load), m_parameters})
    {
        const auto found = std::find_if(known.begin(), known.end(), is_there);
        if (found != known.end())
        {
            return *found;
        }
    }
    return std::nullopt;
}

std::vector<Variable> LocalVariables::parameters(std::uint32_t instruction) const
{
    std::vector<Variable> parameters = m_parameters;
    const std::vector<Variable> known = named(instruction);
    for (Variable& parameter : parameters)
    {
        const auto found =
            std::find_if(known.begin(), known.end(), [&parameter](const Variable& one) {
                return one.slot == parameter.slot && one.descriptor == parameter.descriptor;
            });
        parameter.name = found == known.end() ? parameter.name : found->name;
    }
    return parameters;
}

/// The variables whose ranges have the instruction, without `this`.
std::vector<Variable> LocalVariables::named(std::uint32_t instruction) const
{
    std::vector<Variable> found;
    for (const LocalVariable& variable : m_code->variables)
    {
        if (variable.start <= instruction && instruction < variable.end &&
            variable.name != "this" && is_field_descriptor(variable.descriptor))
        {
            found.push_back({variable.slot, variable.name, variable.descriptor});
        }
    }
    return found;
}

}  // namespace sbst::jvm
