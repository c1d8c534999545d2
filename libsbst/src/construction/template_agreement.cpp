// SPDX-License-Identifier: Apache-2.0
// What calls of a template agree on: keys, values that are equal, arguments of the opening.
#include <sbst/construction/template_builder.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
{

/// What is added to a list is no place in it.
/// @return whether the writer takes the node of the key as it is.
bool TemplateBuilder::give_key(
    const Stage& stage, const PlannedNode& planned, const StateWriter& writer, Given& given)
{
    if (writer.keys.size() != 1 || writer.keys == writer.values)
    {
        return false;
    }
    const std::optional<Argument> key =
        planned.key ?
            stage.variables[planned.key->index()] :
            (planned.fixed_key ? std::optional<Argument>(*planned.fixed_key) : std::nullopt);
    return give(key, writer, writer.keys.front(), given) && planned.key;
}

/// Gives the writer an argument that it can take, as it is, in a box, or in another width.
/// @return whether it takes the argument as it is.
bool TemplateBuilder::give(const std::optional<Argument>& argument, const StateWriter& writer,
    std::size_t place, Given& given)
{
    if (!argument || given[place])
    {
        return false;
    }
    const TypeId type = m_operators->catalogue()[writer.callable].parameters[place].type;
    const bool is_direct = fits(*argument, type);
    const bool is_usable = is_direct || can_be_given(*argument, type);
    if (is_usable)
    {
        given[place] = argument;
    }
    return is_direct;
}

/// From now on the node is that argument of a call: one value for all that take it.
void TemplateBuilder::share(
    Stage& stage, ConstructionId node, std::size_t number, std::size_t place) const
{
    const Call& call = m_test.calls[number];
    if (!std::holds_alternative<Value>(call.arguments[place]))
    {
        become(stage, node, call.arguments[place]);
    }
    else if (!is_object(m_operators->catalogue()[call.callable].parameters[place].type))
    {
        become(stage, node,
            ArgumentRef{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(place)});
    }
    else
    {
        become(stage, node, stage.variables[node.index()]);
    }
}

/// The node is the argument, and so is the parameter that it stands for, where it takes that.
void TemplateBuilder::become(
    Stage& stage, ConstructionId node, std::optional<Argument> argument) const
{
    std::optional<Argument>& variable = stage.variables[node.index()];
    variable = std::move(argument);
    const ConstructionNode& here = stage.plan.graph[node];
    const std::vector<Parameter>& parameters = m_operators->catalogue()[stage.callable].parameters;
    if (here.kind != SliceKind::input || here.subject >= stage.given.size() || !variable)
    {
        return;
    }
    const TypeId type = parameters[here.subject].type;
    if (fits(*variable, type))
    {
        stage.given[here.subject] = variable;
    }
    else if (const auto meant = meant_value(*variable, type))
    {
        stage.given[here.subject] = meant;
    }
}

/// Parameters that are what nodes are, or one value.
void TemplateBuilder::give_agreed(
    const Stage& stage, const StateWriter& writer, Given& given, Rng& rng)
{
    for (const FixedParameter& fixed : writer.fixed)
    {
        give(fixed.value, writer, fixed.parameter, given);
    }
    for (const SharedParameter& shared : writer.shared)
    {
        const std::optional<Argument>& variable = stage.variables[shared.node.index()];
        const bool is_literal = variable && std::holds_alternative<Value>(*variable);
        const bool is_key = std::find(writer.keys.begin(), writer.keys.end(), shared.parameter) !=
                            writer.keys.end();
        // What the writer takes is then the node's value as well.
        if (is_key || !is_literal || !has_guard_for(writer, shared.parameter) ||
            !rng.chance(m_options.guard_prob))
        {
            give(variable, writer, shared.parameter, given);
        }
    }
}

/// The opening, or a call that wrote the node's place with the same keys.
std::optional<std::size_t> TemplateBuilder::earlier_call(
    const Stage& stage, ConstructionId node, const StateWriter& writer) const
{
    if (m_operators->catalogue().is_opening(writer.callable))
    {
        const bool is_there =
            !m_test.calls.empty() && m_test.calls.front().callable == writer.callable;
        return is_there ? std::optional<std::size_t>(0) : std::nullopt;
    }
    const bool is_wanted = stage.plan.writes_once && !stage.plan.nodes[node.index()].is_count;
    for (std::size_t i = m_test.calls.size(); is_wanted && i > 0; --i)
    {
        const Call& call = m_test.calls[i - 1];
        if (call.callable == writer.callable && has_keys(stage, writer, call))
        {
            return i - 1;
        }
    }
    return std::nullopt;
}

/// Tells whether a call of the writer has what the nodes of its keys are.
bool TemplateBuilder::has_keys(
    const Stage& stage, const StateWriter& writer, const Call& call) const
{
    const auto is_same = [&](std::size_t place, const Argument& wanted) {
        return resolve(m_test, call.arguments[place]) == resolve(m_test, wanted);
    };
    for (const FixedParameter& fixed : writer.fixed)
    {
        if (!is_same(fixed.parameter, fixed.value))
        {
            return false;
        }
    }
    for (const SharedParameter& shared : writer.shared)
    {
        const bool is_key = std::find(writer.keys.begin(), writer.keys.end(), shared.parameter) !=
                            writer.keys.end();
        const std::optional<Argument>& variable = stage.variables[shared.node.index()];
        if (is_key && variable && !is_same(shared.parameter, *variable))
        {
            return false;
        }
    }
    return true;
}

/// The arguments of an earlier call are what nodes are from now on, an element where an argument
/// has several. A value that the node is asked for may take the place of the call's own.
void TemplateBuilder::take_from(
    Stage& stage, ConstructionId node, const StateWriter& writer, std::size_t number, Rng& rng)
{
    const std::vector<Parameter>& parameters = m_operators->catalogue()[writer.callable].parameters;
    std::vector<Argument>& arguments = m_test.calls[number].arguments;
    const std::vector<Value>& asked = stage.plan.graph[node].compared;
    for (const std::size_t place : writer.values)
    {
        const Value* const own = std::get_if<Value>(&arguments[place]);
        const bool is_asked = own != nullptr && !asked.empty() &&
                              std::find(asked.begin(), asked.end(), *own) == asked.end();
        if (is_asked && rng.chance(m_options.guard_prob))
        {
            arguments[place] = literal(stage.plan, node, parameters[place].type, rng);
        }
    }
    for (const SharedParameter& shared : writer.shared)
    {
        share_one(stage, shared.node, number, shared.parameter, rng);
    }
}

/// The node is an argument of a call, or an element of it where it has several.
void TemplateBuilder::share_one(
    Stage& stage, ConstructionId node, std::size_t number, std::size_t place, Rng& rng) const
{
    const Value* const own = std::get_if<Value>(&m_test.calls[number].arguments[place]);
    if (own == nullptr || !own->is_list())
    {
        share(stage, node, number, place);
    }
    else if (!own->list().empty())
    {
        become(stage, node, Value(own->list()[rng.index(own->list().size())]));
    }
}

}  // namespace sbst
