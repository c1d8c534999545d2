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
bool TemplateBuilder::give_key(const Stage& stage, const PlannedNode& planned,
    const StateWriter& writer, Given& given, Rng& rng)
{
    if (writer.keys.empty() || writer.keys == writer.values)
    {
        return false;
    }
    if (planned.key && writer.keys.size() == 1)
    {
        return agree(
            stage.variables[planned.key->index()], writer, writer.keys.front(), given, rng);
    }
    for (std::size_t i = 0;
         planned.fixed_keys.size() == writer.keys.size() && i < writer.keys.size(); ++i)
    {
        give(planned.fixed_keys[i], writer, writer.keys[i], given);
    }
    return false;
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

/// Gives the writer what a node is; or leaves a literal to what guards the writer, which may take
/// only some: then that is the node's value from now on.
/// @return whether the node and the argument are the same after the call.
bool TemplateBuilder::agree(const std::optional<Argument>& argument, const StateWriter& writer,
    std::size_t place, Given& given, Rng& rng)
{
    const bool is_literal = argument && std::holds_alternative<Value>(*argument);
    const TypeId type = m_operators->catalogue()[writer.callable].parameters[place].type;
    const bool is_left = !m_writes_once && is_literal && !given[place] && !is_object(type) &&
                         has_guard_for(writer, place) && rng.chance(guard_prob());
    return is_left || give(argument, writer, place, given);
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

/// A node that is there already and that this one should equal, if its value can be given.
std::optional<ConstructionId> TemplateBuilder::equal_node(
    const Stage& stage, ConstructionId node, TypeId type, Rng& rng)
{
    std::vector<ConstructionId> known;
    for (const ConstructionId other : stage.plan.graph[node].equals)
    {
        const std::optional<Argument>& variable = stage.variables[other.index()];
        if (variable && (fits(*variable, type) || can_be_given(*variable, type)))
        {
            known.push_back(other);
        }
    }
    const bool is_wanted =
        !known.empty() &&
        rng.chance(is_object(type) ? m_options.wanted_same_prob : m_options.wanted_equal_prob);
    return is_wanted ? std::optional(known[rng.index(known.size())]) : std::nullopt;
}

/// What the call that made the node's object, or the last one that wrote the node, gave it.
std::optional<Argument> TemplateBuilder::written_before(
    const Stage& stage, ConstructionId node) const
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    if (!planned.owner)
    {
        return std::nullopt;
    }
    const std::optional<Argument>& owner = stage.variables[planned.owner->index()];
    const auto argument_of = [](const StateWriter& writer, const Call& call) {
        const auto* const object = writer.values.size() == 1 ?
                                       std::get_if<ResultRef>(&call.arguments[writer.values[0]]) :
                                       nullptr;
        return object != nullptr ? std::optional<Argument>(*object) : std::nullopt;
    };
    for (std::size_t i = m_test.calls.size(); i > 0; --i)
    {
        const Call& call = m_test.calls[i - 1];
        for (const StateWriter& writer : planned.writers)
        {
            if (writer.owner && is_same_place(stage, planned, writer, call))
            {
                return writer.is_constant ? std::nullopt : argument_of(writer, call);
            }
        }
        const bool is_maker = owner == Argument(ResultRef{static_cast<std::uint32_t>(i - 1)});
        for (const StateWriter& maker : stage.plan.nodes[planned.owner->index()].makers)
        {
            if (is_maker && maker.callable == call.callable && maker.state == node)
            {
                return argument_of(maker, call);
            }
        }
    }
    return std::nullopt;
}

/// Tells whether a call is one of the writer, on the node's object and under its key.
bool TemplateBuilder::is_same_place(const Stage& stage, const PlannedNode& planned,
    const StateWriter& writer, const Call& call) const
{
    const bool is_same_object =
        call.callable == writer.callable &&
        (!writer.owner || !planned.owner ||
            call.arguments[*writer.owner] == stage.variables[planned.owner->index()]);
    if (!is_same_object)
    {
        return false;
    }
    if (!planned.fixed_keys.empty() && writer.keys == writer.values)
    {
        // What is added has the next index.
        return false;
    }
    for (std::size_t i = 0;
         planned.fixed_keys.size() == writer.keys.size() && i < writer.keys.size(); ++i)
    {
        if (resolve(m_test, call.arguments[writer.keys[i]]) != Argument(planned.fixed_keys[i]))
        {
            return false;
        }
    }
    if (!planned.key || writer.keys.size() != 1)
    {
        return true;
    }
    const std::optional<Argument>& key = stage.variables[planned.key->index()];
    return key && resolve(m_test, call.arguments[writer.keys.front()]) == resolve(m_test, *key);
}

/// Tells whether a literal is what comparisons with the node want, as far as that is known.
bool TemplateBuilder::has_asked(const ConstructionNode& node, const Value& value)
{
    return !node.asked.empty() && (surely_holds(node.asked, value) ||
                                      // The number of a constant that code asks for by its name.
                                      (node.asked.front().constant.is_text() && value.is_word() &&
                                          std::find(node.compared.begin(), node.compared.end(),
                                              value) != node.compared.end()));
}

/// Tells whether the last call that wrote the node's state left what is asked of it, or a new
/// object has that and no call wrote it.
bool TemplateBuilder::is_there(const Stage& stage, ConstructionId node) const
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    // What others are found by has to be known.
    const bool is_leaf = stage.plan.graph[node].children.empty();
    if (planned.is_count || m_writes_once)
    {
        return false;
    }
    for (std::size_t i = m_test.calls.size(); i > 0; --i)
    {
        const Call& call = m_test.calls[i - 1];
        for (const StateWriter& writer : planned.writers)
        {
            if (!is_same_place(stage, planned, writer, call))
            {
                continue;
            }
            if (writer.is_constant || writer.score <= 0.0 || writer.values.size() != 1)
            {
                const bool is_same_each_time =
                    writer.is_constant || (writer.values.empty() && writer.shared.empty());
                return is_same_each_time && writer.score > 0.0;
            }
            const Argument& written = resolve(m_test, call.arguments[writer.values.front()]);
            const auto* const value = std::get_if<Value>(&written);
            return is_leaf && value != nullptr && has_asked(stage.plan.graph[node], *value);
        }
    }
    return is_leaf && planned.holds_at_first;
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

/// The last call of a writer, unless what it wrote was undone afterwards.
std::optional<std::size_t> TemplateBuilder::call_still_there(
    const Stage& stage, const PlannedNode& planned, const StateWriter& writer) const
{
    for (std::size_t i = m_test.calls.size(); i > 0; --i)
    {
        const Call& call = m_test.calls[i - 1];
        const bool is_undone = std::any_of(
            planned.writers.begin(), planned.writers.end(), [&](const StateWriter& one) {
                return one.score <= 0.0 && is_same_place(stage, planned, one, call);
            });
        if (is_undone || is_same_place(stage, planned, writer, call))
        {
            return is_undone ? std::nullopt : std::optional(i - 1);
        }
    }
    return std::nullopt;
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
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    if (writer.is_once && writer.owner && planned.owner)
    {
        return call_still_there(stage, planned, writer);
    }
    const bool is_wanted = stage.plan.writes_once && !planned.is_count;
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
    const auto has_fixed = [&](const FixedParameter& fixed) {
        return is_same(fixed.parameter, fixed.value);
    };
    const auto has_shared = [&](const SharedParameter& shared) {
        const bool is_key = std::find(writer.keys.begin(), writer.keys.end(), shared.parameter) !=
                            writer.keys.end();
        const std::optional<Argument>& variable = stage.variables[shared.node.index()];
        return !is_key || !variable || is_same(shared.parameter, *variable);
    };
    return std::ranges::all_of(writer.fixed, has_fixed) &&
           std::ranges::all_of(writer.shared, has_shared);
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
    if (writer.is_once && writer.values.size() == 1)
    {
        share(stage, node, number, writer.values.front());
        for (const ConstructionId other : stage.plan.graph[node].equals)
        {
            share(stage, other, number, writer.values.front());
        }
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
