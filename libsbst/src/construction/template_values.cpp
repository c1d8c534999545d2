// SPDX-License-Identifier: Apache-2.0
// The values of a template: of leaves, and the forms that an argument has as another type.
#include <sbst/construction/template_builder.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

namespace sbst
{

/// The argument as the type: itself, its value in a box, or its value once more. Nothing if it has
/// no such form.
std::optional<Argument> TemplateBuilder::as_given(const Argument& argument, TypeId type, Rng& rng)
{
    if (fits(argument, type))
    {
        return argument;
    }
    if (is_object(type) && !std::holds_alternative<ResultRef>(argument))
    {
        const auto converter = m_operators->converter(m_test, argument, type);
        const GivenArgument part{0, argument};
        const bool is_made =
            converter &&
            !m_operators->insert_call(m_test, *converter, m_test.length(), std::span(&part, 1), rng)
                 .is_empty();
        return is_made ? std::optional<Argument>(
                             ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)}) :
                         std::nullopt;
    }
    return meant_value(argument, type);
}

/// Tells whether as_given() has another form of it.
bool TemplateBuilder::can_be_given(const Argument& argument, TypeId type)
{
    if (!is_object(type))
    {
        return meant_value(argument, type).has_value();
    }
    return !std::holds_alternative<ResultRef>(argument) &&
           m_operators->converter(m_test, argument, type).has_value();
}

/// The value that a reference to an argument means, if it is one of that type.
std::optional<Argument> TemplateBuilder::meant_value(const Argument& argument, TypeId type) const
{
    const auto* const reference = std::get_if<ArgumentRef>(&argument);
    if (reference == nullptr)
    {
        return std::nullopt;
    }
    const Argument& meant = m_test.calls[reference->call].arguments[reference->argument];
    const bool is_copied = std::holds_alternative<Value>(meant) && fits(meant, type);
    return is_copied ? std::optional(meant) : std::nullopt;
}

/// The value of an earlier leaf, as a reference, so that evolution changes both; or one of its own.
Argument TemplateBuilder::leaf(const Stage& stage, ConstructionId node, TypeId type, Rng& rng) const
{
    std::vector<Argument> earlier;
    for (const std::optional<Argument>& variable : stage.variables)
    {
        if (variable && std::holds_alternative<ArgumentRef>(*variable) && fits(*variable, type))
        {
            earlier.push_back(*variable);
        }
    }
    const bool is_equal = !earlier.empty() && rng.chance(m_options.equal_prob);
    return is_equal ? earlier[rng.index(earlier.size())] :
                      Argument(literal(stage.plan, node, type, rng));
}

/// A value for which a comparison goes the wanted way, a constant of the plan's code, or a random
/// value.
Value TemplateBuilder::literal(
    const TemplatePlan& plan, ConstructionId node, TypeId type, Rng& rng) const
{
    // What a count is compared with is no element.
    const bool is_count = plan.nodes[node.index()].is_count;
    std::optional<Value> constant = is_count ? std::nullopt : compared(plan.graph[node], type, rng);
    if (!constant && rng.chance(m_options.constant_prob))
    {
        constant = plan.constants.draw(type, m_operators->types(), rng);
    }
    if (!constant && rng.chance(m_options.small_prob))
    {
        Value small(static_cast<std::int64_t>(rng.index(m_options.most_small + 1)));
        constant = is_well_formed(small, type, m_operators->types()) ?
                       std::optional(std::move(small)) :
                       std::nullopt;
    }
    return constant ? std::move(*constant) : m_operators->values().random(type, rng);
}

/// As literal(); a list has the length and the elements that nodes below ask for.
Value TemplateBuilder::shaped(
    const TemplatePlan& plan, ConstructionId node, TypeId type, Rng& rng) const
{
    const Type& list_type = m_operators->types()[type];
    Value value = literal(plan, node, type, rng);
    if (list_type.kind != TypeKind::array)
    {
        return value;
    }
    if (!value.is_list())
    {
        // Null has no elements.
        value = Value(Value::List{});
    }
    const std::vector<ConstructionId>& children = plan.graph[node].children;
    std::size_t length = value.list().size();
    const auto is_small = [this](const Value& number) {
        return number.is_word() && number.word() <= U256{m_options.max_count};
    };
    const auto small_of = [](const Value& number) {
        return static_cast<std::size_t>(number.word().limbs[0]);
    };
    for (const ConstructionId child : children)
    {
        const std::vector<Value>& keys = plan.nodes[child.index()].fixed_keys;
        if (keys.size() == 1 && is_small(keys.front()))
        {
            length = std::max(length, small_of(keys.front()) + 1);
        }
    }
    for (const ConstructionId child : children)
    {
        const std::vector<Value>& lengths = plan.graph[child].compared;
        if (plan.nodes[child.index()].is_count && !lengths.empty() &&
            rng.chance(m_options.compared_prob))
        {
            const Value& wanted = lengths[rng.index(lengths.size())];
            length = is_small(wanted) ? small_of(wanted) : length;
        }
    }
    const TypeId element = list_type.elements.front();
    Value::List& list = value.list();
    list.resize(list_type.fixed_size.value_or(length));
    for (Value& one : list)
    {
        one = is_well_formed(one, element, m_operators->types()) ?
                  std::move(one) :
                  m_operators->values().random(element, rng);
    }
    for (const ConstructionId child : children)
    {
        const PlannedNode& planned = plan.nodes[child.index()];
        const bool is_place = planned.fixed_keys.size() == 1 && is_small(planned.fixed_keys[0]);
        const std::size_t place =
            is_place ? small_of(planned.fixed_keys[0]) : rng.index(list.size() + 1);
        if (plan.graph[child].kind == SliceKind::element && place < list.size())
        {
            list[place] = shaped(plan, child, element, rng);
        }
    }
    return value;
}

std::optional<Argument> TemplateBuilder::asked_value(
    const Stage& stage, const AskedParameter& asked, Rng& rng) const
{
    const TypeId type = m_operators->catalogue()[stage.callable].parameters[asked.parameter].type;
    if (asked.same_as && stage.given[*asked.same_as] && fits(*stage.given[*asked.same_as], type) &&
        rng.chance(m_options.wanted_equal_prob))
    {
        return stage.given[*asked.same_as];
    }
    if (asked.values.empty() || !rng.chance(m_options.compared_prob))
    {
        return std::nullopt;
    }
    Value value = asked.values[rng.index(asked.values.size())];
    return is_well_formed(value, type, m_operators->types()) ?
               std::optional<Argument>(std::move(value)) :
               std::nullopt;
}

/// What nothing has decided yet, from a call that returned. The surroundings of a call (who makes
/// it, when) are no part of it.
void TemplateBuilder::give_known(CallableId callable, Given& given, Rng& rng) const
{
    const bool is_wanted = m_writes_once && m_known != nullptr && rng.chance(m_options.known_prob);
    const KnownCalls::Arguments* const known = is_wanted ? m_known->draw(callable, rng) : nullptr;
    const std::vector<Parameter>& parameters = m_operators->catalogue()[callable].parameters;
    for (std::size_t i = 0; known != nullptr && i < parameters.size(); ++i)
    {
        if (!given[i] && parameters[i].role.empty() && (*known)[i])
        {
            given[i] = *(*known)[i];
        }
    }
}

/// Where nothing is asked of a value, it may be as in a call that returned.
bool TemplateBuilder::is_left_to_known(
    const StateWriter& writer, const ConstructionNode& node, Rng& rng) const
{
    return m_writes_once && m_known != nullptr && node.compared.empty() &&
           m_known->has(writer.callable) && rng.chance(m_options.known_prob);
}

/// Tells whether what guards a writer asks something of a parameter.
bool TemplateBuilder::has_guard_for(const StateWriter& writer, std::size_t place)
{
    if (!writer.guards)
    {
        return false;
    }
    const auto& asked = writer.guards->asked;
    const auto nodes = writer.guards->graph.nodes();
    return std::any_of(asked.begin(), asked.end(), [place](const AskedParameter& one) {
        return one.parameter == place;
    }) || std::any_of(nodes.begin(), nodes.end(), [place](const ConstructionNode& guard) {
        return guard.kind == SliceKind::input && guard.subject == place && !guard.compared.empty();
    });
}

double TemplateBuilder::guard_prob() const
{
    return m_writes_once ? m_options.guard_prob : m_options.strict_guard_prob;
}

/// Where nothing is asked of a value but that its writer takes it, what guards the writer decides;
/// and now and then where both ask, if a call that fails costs nothing.
bool TemplateBuilder::is_left_to_guards(
    const StateWriter& writer, const ConstructionNode& node, std::size_t place, Rng& rng) const
{
    const bool is_asked = !node.compared.empty() && !(writer.guards && writer.guards->writes_once);
    return writer.guards && !is_asked && rng.chance(guard_prob()) && has_guard_for(writer, place);
}

std::optional<Value> TemplateBuilder::compared(
    const ConstructionNode& node, TypeId type, Rng& rng) const
{
    const TypeUniverse& types = m_operators->types();
    if (node.compared.empty() || !rng.chance(m_options.compared_prob))
    {
        return std::nullopt;
    }
    Value value = node.compared[rng.index(node.compared.size())];
    return is_well_formed(value, type, types) ? std::optional(std::move(value)) : std::nullopt;
}

bool TemplateBuilder::is_object(TypeId type) const
{
    return m_operators->types()[type].kind == TypeKind::object;
}

bool TemplateBuilder::fits(const Argument& argument, TypeId type) const
{
    return m_operators->fits(m_test, argument, type);
}

}  // namespace sbst
