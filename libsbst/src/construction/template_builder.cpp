// SPDX-License-Identifier: Apache-2.0
#include "random_order.hpp"

#include <sbst/construction/template_builder.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

/// A writer by its share of all scores; precondition: there is one.
const StateWriter& draw(std::span<const StateWriter* const> writers, Rng& rng)
{
    double sum = 0.0;
    for (const StateWriter* const writer : writers)
    {
        sum += writer->score;
    }
    double left = rng.real() * sum;
    for (const StateWriter* const writer : writers)
    {
        left -= writer->score;
        if (left < 0.0)
        {
            return *writer;
        }
    }
    return *writers.back();
}

}  // namespace

std::optional<TestCase> TemplateBuilder::build(const TemplatePlan& plan, Rng& rng)
{
    m_test = {};
    const auto openings = m_operators->catalogue().openings();
    if (!openings.empty())
    {
        // A random test begins with one; its other calls go.
        m_test = m_operators->random_test(rng);
        m_test.calls.resize(1);
    }
    const CallableId last = plan.calls[rng.index(plan.calls.size())];
    const bool is_built = call_with_state({.plan = plan, .callable = last}, rng);
    return is_built ? std::optional(std::move(m_test)) : std::nullopt;
}

bool TemplateBuilder::call_with_state(Stage stage, Rng& rng)
{
    stage.given.resize(m_operators->catalogue()[stage.callable].parameters.size());
    stage.variables.resize(stage.plan.graph.nodes().size());
    for (const ConstructionId node : detail::random_order(stage.plan, rng))
    {
        build_node(stage, node, rng);
    }
    return call(stage.callable, stage.given, rng);
}

bool TemplateBuilder::call(CallableId callable, const Given& given, Rng& rng)
{
    const std::vector<Parameter>& parameters = m_operators->catalogue()[callable].parameters;
    std::vector<GivenArgument> arguments;
    for (std::size_t i = 0; i < given.size(); ++i)
    {
        if (given[i] && fits(*given[i], parameters[i].type))
        {
            arguments.push_back({i, *given[i]});
        }
        else if (given[i] && is_object(parameters[i].type))
        {
            // Code may see an object as a type that it is not declared as.
            return false;
        }
    }
    return !m_operators->insert_call(m_test, callable, m_test.length(), arguments, rng).is_empty();
}

void TemplateBuilder::build_node(Stage& stage, ConstructionId node, Rng& rng)
{
    // The target needs some room for the calls that make its other arguments.
    constexpr std::size_t share_of_room = 4;
    const std::size_t most = m_operators->options().max_length;
    if (m_test.length() >= most - most / share_of_room)
    {
        return;
    }
    switch (stage.plan.graph[node].kind)
    {
        case SliceKind::input:
            build_input(stage, node, rng);
            break;
        case SliceKind::field:
        case SliceKind::element:
            build_state(stage, node, rng);
            break;
        case SliceKind::call:
            build_call(stage, node, rng);
            break;
        default:
            break;
    }
}

/// Makes the call itself, with what its parents are: it returns what they led it to.
void TemplateBuilder::build_call(Stage& stage, ConstructionId node, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const ConstructionNode& here = stage.plan.graph[node];
    if (planned.readers.empty() || here.children.empty())
    {
        return;
    }
    const CallableId callable = planned.readers[rng.index(planned.readers.size())].callable;
    Given given(m_operators->catalogue()[callable].parameters.size());
    for (const ConstructionParent& parent : here.parents)
    {
        if (parent.role < given.size())
        {
            given[parent.role] = stage.variables[parent.node.index()];
        }
    }
    if (call(callable, given, rng))
    {
        stage.variables[node.index()] = ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)};
    }
}

void TemplateBuilder::build_input(Stage& stage, ConstructionId node, Rng& rng)
{
    const std::size_t place = stage.plan.graph[node].subject;
    const std::vector<Parameter>& parameters = m_operators->catalogue()[stage.callable].parameters;
    if (place >= parameters.size())
    {
        return;
    }
    std::optional<Argument>& given = stage.given[place];
    const TypeId type = parameters[place].type;
    if (!given && is_object(type))
    {
        given = shared_input(stage, type, rng);
        given = given ? given : make(stage, node, type, rng);
    }
    else if (!given)
    {
        given = literal(stage.plan, node, type, rng);
    }
    stage.variables[node.index()] = given;
}

std::optional<Argument> TemplateBuilder::shared_input(
    const Stage& stage, TypeId type, Rng& rng) const
{
    for (const std::optional<Argument>& other : stage.given)
    {
        if (other && std::holds_alternative<ResultRef>(*other) && fits(*other, type) &&
            rng.chance(m_options.share_prob))
        {
            return other;
        }
    }
    return std::nullopt;
}

void TemplateBuilder::build_state(Stage& stage, ConstructionId node, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const bool has_owner = planned.owner && stage.variables[planned.owner->index()];
    if (planned.owner && !has_owner)
    {
        return;
    }
    if (planned.writers.empty() && stage.variables[node.index()])
    {
        // What made its object has set it.
        return;
    }
    const std::vector<const StateWriter*> writers = fitting_writers(stage, planned);
    const bool is_inner = !stage.plan.graph[node].children.empty();
    const bool is_read =
        is_inner && planned.owner && !planned.readers.empty() &&
        (writers.empty() || (reads_object(planned) && rng.chance(m_options.read_prob)));
    if (is_read)
    {
        read(stage, node, rng);
        return;
    }
    if (writers.empty())
    {
        return;
    }
    const bool may_be_more = stage.plan.graph[node].kind == SliceKind::element && !planned.key;
    do
    {
        if (!write(stage, node, draw(writers, rng), rng))
        {
            return;
        }
    } while (may_be_more && rng.chance(m_options.repeat_prob));
}

void TemplateBuilder::read(Stage& stage, ConstructionId node, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const StateReader& reader = planned.readers[rng.index(planned.readers.size())];
    Given given(m_operators->catalogue()[reader.callable].parameters.size());
    given[reader.owner] = stage.variables[planned.owner->index()];
    if (call(reader.callable, given, rng))
    {
        stage.variables[node.index()] = ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)};
    }
}

/// The writers that take the node's owner: methods may have a callable for each type of receiver.
std::vector<const StateWriter*> TemplateBuilder::fitting_writers(
    const Stage& stage, const PlannedNode& planned) const
{
    std::vector<const StateWriter*> fitting;
    for (const StateWriter& writer : planned.writers)
    {
        const bool takes_owner =
            !writer.owner || !planned.owner ||
            fits(*stage.variables[planned.owner->index()],
                m_operators->catalogue()[writer.callable].parameters[*writer.owner].type);
        if (takes_owner)
        {
            fitting.push_back(&writer);
        }
    }
    return fitting;
}

bool TemplateBuilder::reads_object(const PlannedNode& planned) const
{
    return std::any_of(
        planned.readers.begin(), planned.readers.end(), [this](const StateReader& reader) {
            return is_object(m_operators->catalogue()[reader.callable].result);
        });
}

bool TemplateBuilder::write(Stage& stage, ConstructionId node, const StateWriter& writer, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const std::vector<Parameter>& parameters = m_operators->catalogue()[writer.callable].parameters;
    Given given(parameters.size());
    if (writer.owner && planned.owner)
    {
        given[*writer.owner] = stage.variables[planned.owner->index()];
    }
    // What is added to a list is no place in it.
    const bool has_key =
        planned.key && stage.variables[planned.key->index()] && writer.keys.size() == 1 &&
        !given[writer.keys.front()] &&
        fits(*stage.variables[planned.key->index()], parameters[writer.keys.front()].type);
    if (has_key)
    {
        given[writer.keys.front()] = stage.variables[planned.key->index()];
    }
    const bool is_inner = !stage.plan.graph[node].children.empty();
    for (const std::size_t place : writer.values)
    {
        if (!given[place] && is_object(parameters[place].type))
        {
            given[place] = is_inner ? make(stage, node, parameters[place].type, rng) : std::nullopt;
        }
        else if (!given[place])
        {
            given[place] = literal(stage.plan, node, parameters[place].type, rng);
        }
    }
    if (!call_writer(writer, std::move(given), stage.depth, rng))
    {
        return false;
    }
    if (has_key)
    {
        share(stage, *planned.key, writer.keys.front());
    }
    if (writer.values.size() == 1)
    {
        share(stage, node, writer.values.front());
    }
    return true;
}

/// From now on the node is that argument of the last call: one value for all that take it.
void TemplateBuilder::share(Stage& stage, ConstructionId node, std::size_t place) const
{
    const std::size_t last = m_test.length() - 1;
    const Call& call = m_test.calls[last];
    std::optional<Argument>& variable = stage.variables[node.index()];
    if (!std::holds_alternative<Value>(call.arguments[place]))
    {
        variable = call.arguments[place];
    }
    else if (!is_object(m_operators->catalogue()[call.callable].parameters[place].type))
    {
        variable = ArgumentRef{static_cast<std::uint32_t>(last), static_cast<std::uint32_t>(place)};
    }
    const ConstructionNode& here = stage.plan.graph[node];
    const std::vector<Parameter>& parameters = m_operators->catalogue()[stage.callable].parameters;
    if (here.kind == SliceKind::input && here.subject < stage.given.size() && variable &&
        fits(*variable, parameters[here.subject].type))
    {
        stage.given[here.subject] = variable;
    }
}

bool TemplateBuilder::call_writer(
    const StateWriter& writer, Given given, std::size_t depth, Rng& rng)
{
    if (!writer.guards || depth >= m_options.max_depth)
    {
        return call(writer.callable, given, rng);
    }
    return call_with_state({.plan = *writer.guards,
                               .callable = writer.callable,
                               .depth = depth + 1,
                               .given = std::move(given)},
        rng);
}

/// A new object for a node.
std::optional<Argument> TemplateBuilder::make(
    Stage& stage, ConstructionId node, TypeId type, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const TypeUniverse& types = m_operators->types();
    std::vector<const StateWriter*> makers;
    for (const StateWriter& maker : planned.makers)
    {
        if (types.is_assignable(m_operators->catalogue()[maker.callable].result, type))
        {
            makers.push_back(&maker);
        }
    }
    bool is_made = false;
    if (!makers.empty())
    {
        const StateWriter& maker = draw(makers, rng);
        const ConstructionId state = maker.state.value_or(node);
        const std::vector<Parameter>& parameters =
            m_operators->catalogue()[maker.callable].parameters;
        Given given(parameters.size());
        for (const std::size_t place : maker.values)
        {
            if (!is_object(parameters[place].type))
            {
                given[place] = literal(stage.plan, state, parameters[place].type, rng);
            }
        }
        is_made = call_writer(maker, std::move(given), stage.depth, rng);
        if (is_made && state != node && maker.values.size() == 1)
        {
            share(stage, state, maker.values.front());
        }
    }
    if (!is_made)
    {
        const bool is_narrower = planned.made_as && types.is_assignable(*planned.made_as, type);
        is_made = m_operators->append_object(m_test, is_narrower ? *planned.made_as : type, rng);
    }
    return is_made ?
               std::optional<Argument>(ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)}) :
               std::nullopt;
}

/// A value for which a comparison goes the wanted way, a constant of the plan's code, or a random
/// value.
Value TemplateBuilder::literal(
    const TemplatePlan& plan, ConstructionId node, TypeId type, Rng& rng) const
{
    std::optional<Value> constant = compared(plan.graph[node], type, rng);
    if (!constant && rng.chance(m_options.constant_prob))
    {
        constant = plan.constants.draw(type, m_operators->types(), rng);
    }
    return constant ? std::move(*constant) : m_operators->values().random(type, rng);
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
    const TypeUniverse& types = m_operators->types();
    if (const auto* const literal = std::get_if<Value>(&argument))
    {
        return is_well_formed(*literal, type, types);
    }
    const Catalogue& catalogue = m_operators->catalogue();
    if (const auto* const result = std::get_if<ResultRef>(&argument))
    {
        return types.is_assignable(catalogue[m_test.calls[result->call].callable].result, type);
    }
    const auto& reference = std::get<ArgumentRef>(argument);
    return catalogue[m_test.calls[reference.call].callable].parameters[reference.argument].type ==
           type;
}

}  // namespace sbst
