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

/// The node whose element, or whose number of elements, a node is; the largest number for an input.
/// A counter is on its own.
std::size_t holder_of(const TemplatePlan& plan, ConstructionId node)
{
    const std::vector<ConstructionParent>& parents = plan.graph[node].parents;
    if (parents.empty())
    {
        return SIZE_MAX;
    }
    const ConstructionId holder = parents.front().node;
    const PlannedNode& planned = plan.nodes[node.index()];
    const SliceKind kind = plan.graph[holder].kind;
    const bool is_counter =
        planned.is_count &&
        (kind == SliceKind::input || kind == SliceKind::element || planned.owner == holder);
    return is_counter ? node.index() : holder.index();
}

}  // namespace

std::optional<TestCase> TemplateBuilder::build(const TemplatePlan& plan, Rng& rng)
{
    m_test = {};
    m_writes_once = plan.writes_once;
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
    for (const AskedParameter& asked : stage.plan.asked)
    {
        if (!stage.given[asked.parameter])
        {
            stage.given[asked.parameter] = asked_value(stage, asked, rng);
        }
    }
    if (stage.depth == 0)
    {
        add_inputs(stage, rng);
    }
    return call(stage.callable, stage.given, rng);
}

/// Objects of their own for parameters that are no nodes: those that are there are nodes mostly,
/// and code often asks whether two inputs are the same.
void TemplateBuilder::add_inputs(Stage& stage, Rng& rng)
{
    const std::vector<Parameter>& parameters = m_operators->catalogue()[stage.callable].parameters;
    for (std::size_t i = 0; i < stage.given.size(); ++i)
    {
        const bool is_wanted = !stage.given[i] && is_object(parameters[i].type) &&
                               rng.chance(m_options.new_input_prob);
        if (is_wanted && m_operators->append_object(m_test, parameters[i].type, rng))
        {
            stage.given[i] = ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)};
        }
    }
}

bool TemplateBuilder::call(CallableId callable, Given given, Rng& rng)
{
    give_known(callable, given, rng);
    const std::vector<Parameter>& parameters = m_operators->catalogue()[callable].parameters;
    std::vector<GivenArgument> arguments;
    for (std::size_t i = 0; i < given.size(); ++i)
    {
        const auto argument = given[i] ? as_given(*given[i], parameters[i].type, rng) : given[i];
        if (argument)
        {
            arguments.push_back({i, *argument});
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
    if (!has_room())
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

/// The target needs some room for the calls that make its other arguments.
bool TemplateBuilder::has_room() const
{
    constexpr std::size_t share_of_room = 4;
    const std::size_t most = m_operators->options().max_length;
    return m_test.length() < most - most / share_of_room;
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
        const auto equal = equal_node(stage, node, type, rng);
        given = equal ? as_given(*stage.variables[equal->index()], type, rng) :
                        std::optional<Argument>(shaped(stage.plan, node, type, rng));
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
    const auto written = is_inner ? written_before(stage, node) : std::nullopt;
    if (written && rng.chance(m_options.kept_prob))
    {
        stage.variables[node.index()] = written;
        return;
    }
    const bool is_read =
        is_inner && planned.owner && !planned.readers.empty() &&
        (writers.empty() || (reads_object(planned) && rng.chance(m_options.read_prob)));
    if (is_read)
    {
        read(stage, node, rng);
        return;
    }
    if (writers.empty() || (is_there(stage, node) && rng.chance(m_options.kept_prob)))
    {
        return;
    }
    const StateWriter& writer = draw(writers, rng);
    const std::size_t times = times_of(stage, node, writer, rng);
    for (std::size_t i = 0; i < times && has_room(); ++i)
    {
        if (!write(stage, node, writer, rng))
        {
            return;
        }
        ++stage.added[holder_of(stage.plan, node)];
    }
}

/// How often the node is written. What is added has the next index; more elements may be there.
std::size_t TemplateBuilder::times_of(
    const Stage& stage, ConstructionId node, const StateWriter& writer, Rng& rng) const
{
    const ConstructionNode& here = stage.plan.graph[node];
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const auto known = stage.added.find(holder_of(stage.plan, node));
    const std::size_t added = known != stage.added.end() ? known->second : 0;
    std::vector<std::size_t> counts;
    for (const Value& value : planned.is_count ? here.compared : std::vector<Value>{})
    {
        // No collection has fewer than 0.
        const bool is_negative = value.is_word() && (value.word().limbs[3] >> 63U) != 0;
        if (value.is_word() && !is_negative)
        {
            const bool is_small = value.word() <= U256{m_options.max_count};
            counts.push_back(
                is_small ? static_cast<std::size_t>(value.word().limbs[0]) : m_options.max_count);
        }
    }
    if (!counts.empty() && rng.chance(m_options.compared_prob))
    {
        const std::size_t wanted = counts[rng.index(counts.size())];
        return wanted > added ? wanted - added : 0;
    }
    const bool is_added = writer.keys == writer.values;
    if (planned.fixed_keys.size() == 1 && is_added)
    {
        const Value& place = planned.fixed_keys.front();
        const bool is_small = place.is_word() && place.word() <= U256{m_options.max_count};
        const std::size_t wanted =
            is_small ? static_cast<std::size_t>(place.word().limbs[0]) + 1 : 1;
        return wanted > added ? wanted - added : 0;
    }
    const bool may_be_more = here.kind == SliceKind::element && !planned.key &&
                             planned.fixed_keys.empty() && !stage.plan.writes_once;
    std::size_t times = 1;
    while (may_be_more && rng.chance(m_options.repeat_prob))
    {
        ++times;
    }
    return times;
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
        if (takes_owner && writer.score > 0.0)
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
    if (const auto number = earlier_call(stage, node, writer))
    {
        take_from(stage, node, writer, *number, rng);
        return true;
    }
    if (m_operators->catalogue().is_opening(writer.callable))
    {
        return false;
    }
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const std::vector<Parameter>& parameters = m_operators->catalogue()[writer.callable].parameters;
    Given given(parameters.size());
    give_agreed(stage, writer, given, rng);
    if (writer.owner && planned.owner)
    {
        given[*writer.owner] = stage.variables[planned.owner->index()];
    }
    const bool is_key_shared = give_key(stage, planned, writer, given, rng);
    std::optional<ConstructionId> equal;
    if (writer.values.size() == 1)
    {
        const std::size_t place = writer.values.front();
        equal =
            planned.equal ? planned.equal : equal_node(stage, node, parameters[place].type, rng);
        const bool is_direct =
            equal && agree(stage.variables[equal->index()], writer, place, given, rng);
        equal = is_direct ? equal : std::nullopt;
    }
    give_values(stage, node, writer, given, rng);
    if (!call_writer(writer, std::move(given), stage.depth, rng))
    {
        return false;
    }
    const std::size_t last = m_test.length() - 1;
    if (is_key_shared)
    {
        share(stage, *planned.key, last, writer.keys.front());
    }
    if (equal)
    {
        share(stage, *equal, last, writer.values.front());
    }
    for (const SharedParameter& shared : writer.shared)
    {
        share_one(stage, shared.node, last, shared.parameter, rng);
    }
    if (writer.values.size() == 1)
    {
        share(stage, node, last, writer.values.front());
    }
    return true;
}

/// Objects that are made, and literals where no guard and no known value comes first.
void TemplateBuilder::give_values(
    Stage& stage, ConstructionId node, const StateWriter& writer, Given& given, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const std::vector<Parameter>& parameters = m_operators->catalogue()[writer.callable].parameters;
    const bool is_inner = !stage.plan.graph[node].children.empty();
    for (const std::size_t place : writer.values)
    {
        if (!given[place] && is_object(parameters[place].type))
        {
            given[place] = is_inner || !planned.makers.empty() ?
                               make(stage, node, parameters[place].type, rng) :
                               std::nullopt;
        }
        else if (!given[place] && !is_left_to_guards(writer, stage.plan.graph[node], place, rng) &&
                 !is_left_to_known(writer, stage.plan.graph[node], rng))
        {
            given[place] = leaf(stage, node, parameters[place].type, rng);
        }
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
    bool is_made = make_with_state(stage, node, type, rng);
    if (!is_made)
    {
        const PlannedNode& planned = stage.plan.nodes[node.index()];
        const bool is_narrower =
            planned.made_as && m_operators->types().is_assignable(*planned.made_as, type);
        is_made = m_operators->append_object(m_test, is_narrower ? *planned.made_as : type, rng);
    }
    return is_made ?
               std::optional<Argument>(ResultRef{static_cast<std::uint32_t>(m_test.length() - 1)}) :
               std::nullopt;
}

/// By a maker, with values for all nodes whose state it writes.
bool TemplateBuilder::make_with_state(Stage& stage, ConstructionId node, TypeId type, Rng& rng)
{
    const PlannedNode& planned = stage.plan.nodes[node.index()];
    const Catalogue& catalogue = m_operators->catalogue();
    std::vector<const StateWriter*> makers;
    for (const StateWriter& maker : planned.makers)
    {
        if (m_operators->types().is_assignable(catalogue[maker.callable].result, type))
        {
            makers.push_back(&maker);
        }
    }
    if (makers.empty())
    {
        return false;
    }
    const StateWriter& drawn = draw(makers, rng);
    std::erase_if(
        makers, [&drawn](const StateWriter* maker) { return maker->callable != drawn.callable; });
    const std::vector<Parameter>& parameters = catalogue[drawn.callable].parameters;
    Given given(parameters.size());
    for (const StateWriter* const maker : makers)
    {
        const ConstructionId state = maker->state.value_or(node);
        const bool is_inner = state != node && !stage.plan.graph[state].children.empty();
        for (const std::size_t place : maker->values)
        {
            if (!given[place] && is_object(parameters[place].type))
            {
                given[place] =
                    is_inner ? make(stage, state, parameters[place].type, rng) : std::nullopt;
            }
            else if (!given[place] &&
                     !is_left_to_guards(drawn, stage.plan.graph[state], place, rng))
            {
                given[place] = literal(stage.plan, state, parameters[place].type, rng);
            }
        }
    }
    if (!call_writer(drawn, std::move(given), stage.depth, rng))
    {
        return false;
    }
    for (const StateWriter* const maker : makers)
    {
        const ConstructionId state = maker->state.value_or(node);
        if (state != node && maker->values.size() == 1)
        {
            share(stage, state, m_test.length() - 1, maker->values.front());
        }
    }
    return true;
}

}  // namespace sbst
