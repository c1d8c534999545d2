// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sbst
{

namespace
{

/// Makes room in the numbering: results at `position` and after move by `count`.
void shift_references(std::span<Call> calls, std::size_t position, std::size_t count)
{
    const auto step = static_cast<std::uint32_t>(count);
    for (Call& call : calls)
    {
        for (Argument& argument : call.arguments)
        {
            if (auto* result = std::get_if<ResultRef>(&argument);
                result != nullptr && result->call >= position)
            {
                result->call += step;
            }
            else if (auto* reference = std::get_if<ArgumentRef>(&argument);
                     reference != nullptr && reference->call >= position)
            {
                reference->call += step;
            }
        }
    }
}

/// Position of the last call that uses a result; the call itself when none does.
std::size_t last_use(const TestCase& test, std::size_t call)
{
    std::size_t last = test.length() - 1;
    while (last > call && !uses_result_of(test.calls[last], call))
    {
        --last;
    }
    return last;
}

}  // namespace

void SequenceOperators::start_draft(const TestCase& test, std::size_t position)
{
    m_draft.test = &test;
    m_draft.position = position;
    m_draft.room = m_options.max_length - std::min(m_options.max_length, test.length());
    m_draft.calls.clear();
    m_draft.is_out_of_room = false;
}

Change SequenceOperators::put_in(TestCase& test)
{
    Change change;
    auto& made = m_draft.calls;
    if (made.empty())
    {
        return change;
    }
    change.touch(m_draft.position);
    change.inserted = made.size();
    auto& calls = test.calls;
    shift_references(std::span(calls).subspan(m_draft.position), m_draft.position, made.size());
    calls.insert(calls.begin() + static_cast<std::ptrdiff_t>(m_draft.position),
        std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
    made.clear();
    return change;
}

void SequenceOperators::find_places(TypeId type, Found found)
{
    m_places.clear();
    for (std::size_t s = 0; s < m_draft.visible(); ++s)
    {
        const Callable& callable = (*m_catalogue)[m_draft[s].callable];
        const auto index = static_cast<std::uint32_t>(s);
        if (m_types->is_assignable(callable.result, type))
        {
            m_places.push_back({index});
        }
        for (std::size_t a = 0;
             found == Found::results_and_arguments && a < callable.parameters.size(); ++a)
        {
            if (callable.parameters[a].type == type)
            {
                m_places.push_back({index, static_cast<std::uint32_t>(a)});
            }
        }
    }
}

std::optional<Argument> SequenceOperators::random_place(TypeId type, Found found, Rng& rng)
{
    find_places(type, found);
    if (m_places.empty())
    {
        return std::nullopt;
    }
    const Place place = m_places[rng.index(m_places.size())];
    if (place.argument == Place::result)
    {
        return ResultRef{place.call};
    }
    // An existing reference is copied, so that chains stay short.
    const Argument& there = m_draft[place.call].arguments[place.argument];
    return std::holds_alternative<Value>(there) ? ArgumentRef{place.call, place.argument} : there;
}

Value SequenceOperators::random_literal(const Parameter& parameter, Rng& rng) const
{
    if (parameter.usual && rng.chance(parameter.usual_prob))
    {
        return *parameter.usual;
    }
    return m_values.random(parameter.type, rng);
}

std::optional<Argument> SequenceOperators::satisfy(
    CallableId callable, std::size_t parameter_index, std::size_t depth, Rng& rng)
{
    const Parameter& parameter = (*m_catalogue)[callable].parameters[parameter_index];
    if (is_object(parameter.type))
    {
        const bool takes_null = m_catalogue->takes_null(callable, parameter_index, *m_types);
        return satisfy_object(parameter.type, takes_null, depth, rng);
    }
    if (rng.chance(m_options.reference_prob))
    {
        if (auto place = random_place(parameter.type, Found::results_and_arguments, rng))
        {
            return place;
        }
    }
    return random_literal(parameter, rng);
}

std::optional<Argument> SequenceOperators::satisfy_object(
    TypeId type, bool takes_null, std::size_t depth, Rng& rng)
{
    if (rng.chance(m_options.object_reuse_prob))
    {
        if (auto place = random_place(type, Found::results, rng))
        {
            return place;
        }
    }
    if (takes_null && rng.chance(m_options.null_prob))
    {
        return Value{};
    }
    if (auto made = make_object(type, depth, rng))
    {
        return made;
    }
    if (auto place = random_place(type, Found::results, rng))
    {
        return place;
    }
    return takes_null ? std::optional<Argument>(Value{}) : std::nullopt;
}

std::optional<Argument> SequenceOperators::make_object(TypeId type, std::size_t depth, Rng& rng)
{
    const auto producers = m_index.producers(type);
    if (producers.empty() || depth >= m_options.max_recursion)
    {
        return std::nullopt;
    }
    // A producer that is already being made would recurse without end, and a high one would fail at
    // the depth limit.
    const auto is_usable = [&](CallableId id) {
        return m_index.height(id) <= m_options.max_recursion - depth &&
               std::find(m_making.begin(), m_making.end(), id) == m_making.end();
    };
    const auto first_usable = [&](std::size_t start, bool takes_rare) {
        for (std::size_t i = 0; i < producers.size(); ++i)
        {
            const CallableId candidate = producers[(start + i) % producers.size()];
            if (is_usable(candidate) && (takes_rare || !is_rare(candidate)))
            {
                return candidate;
            }
        }
        return CallableId();
    };
    // First a random producer, then the one that needs the fewest nested calls.
    const std::size_t start = rng.index(producers.size());
    CallableId chosen = first_usable(start, true);
    if (!chosen.is_valid())
    {
        return std::nullopt;
    }
    if (is_rare(chosen) && !rng.chance(m_options.rare_prob))
    {
        const CallableId other = first_usable(start, false);
        chosen = other.is_valid() ? other : chosen;
    }
    CallableId simplest = chosen;
    for (const CallableId candidate : producers)
    {
        if (m_index.height(candidate) < m_index.height(simplest) && is_usable(candidate) &&
            !is_rare(candidate))
        {
            simplest = candidate;
        }
    }
    if (draft_call(chosen, depth + 1, rng) ||
        (simplest != chosen && draft_call(simplest, depth + 1, rng)))
    {
        return ResultRef{static_cast<std::uint32_t>(m_draft.visible() - 1)};
    }
    return std::nullopt;
}

bool SequenceOperators::draft_call(
    CallableId callable, std::size_t depth, Rng& rng, std::span<const GivenArgument> given)
{
    const std::size_t start = m_draft.calls.size();
    const std::size_t count = (*m_catalogue)[callable].parameters.size();
    Call call{callable, {}};
    call.arguments.reserve(count);
    // Arguments are drafted before their call, because references only go backwards; a failure
    // drops them all.
    m_making.push_back(callable);
    bool is_made = true;
    for (std::size_t p = 0; is_made && p < count; ++p)
    {
        const auto known = std::find_if(given.begin(), given.end(),
            [p](const GivenArgument& argument) { return argument.parameter == p; });
        auto argument = known != given.end() ? std::optional<Argument>(known->argument) :
                                               satisfy(callable, p, depth, rng);
        is_made = argument.has_value();
        if (is_made)
        {
            call.arguments.push_back(*std::move(argument));
        }
    }
    m_making.pop_back();
    if (is_made && m_draft.calls.size() >= m_draft.room)
    {
        m_draft.is_out_of_room = true;
        is_made = false;
    }
    if (!is_made)
    {
        m_draft.calls.resize(start);
        return false;
    }
    m_draft.calls.push_back(std::move(call));
    return true;
}

Change SequenceOperators::insert_call(
    TestCase& test, CallableId callable, std::size_t position, Rng& rng)
{
    m_index.refresh();
    start_draft(test, position);
    return draft_call(callable, 0, rng) ? put_in(test) : Change{};
}

Change SequenceOperators::insert_call(TestCase& test, CallableId callable, std::size_t position,
    std::span<const GivenArgument> given, Rng& rng)
{
    m_index.refresh();
    start_draft(test, position);
    return draft_call(callable, 0, rng, given) ? put_in(test) : Change{};
}

bool SequenceOperators::append_object(TestCase& test, TypeId type, Rng& rng)
{
    m_index.refresh();
    start_draft(test, test.length());
    const std::optional<CallableId> maker = draw_maker(type, rng);
    const bool is_made = (maker && draft_call(*maker, 0, rng)) || make_object(type, 0, rng);
    return is_made && !put_in(test).is_empty();
}

/// A constructor or a function, mostly one of the simplest.
std::optional<CallableId> SequenceOperators::draw_maker(TypeId type, Rng& rng) const
{
    constexpr double simplest_prob = 0.7;
    const auto cost = [this](CallableId id) {
        return std::pair(m_index.height(id), (*m_catalogue)[id].parameters.size());
    };
    std::vector<CallableId> makers;
    for (const CallableId id : m_index.producers(type))
    {
        const CallableKind kind = (*m_catalogue)[id].kind;
        const bool is_maker = kind == CallableKind::constructor || kind == CallableKind::function;
        if (is_maker && m_index.height(id) <= m_options.max_recursion)
        {
            makers.push_back(id);
        }
    }
    if (makers.empty())
    {
        return std::nullopt;
    }
    const bool has_others =
        std::any_of(makers.begin(), makers.end(), [this](CallableId id) { return !is_rare(id); });
    if (has_others)
    {
        std::erase_if(makers, [this](CallableId id) { return is_rare(id); });
    }
    if (rng.chance(simplest_prob))
    {
        const CallableId simplest = *std::min_element(makers.begin(), makers.end(),
            [&cost](CallableId a, CallableId b) { return cost(a) < cost(b); });
        std::erase_if(makers, [&](CallableId id) { return cost(id) > cost(simplest); });
    }
    return makers[rng.index(makers.size())];
}

std::optional<CallableId> SequenceOperators::converter(
    const TestCase& test, const Argument& part, TypeId type)
{
    m_index.refresh();
    for (const CallableId id : m_index.producers(type))
    {
        const Callable& callable = (*m_catalogue)[id];
        if (callable.result == type && callable.parameters.size() == 1 &&
            is_pure_producer(callable, *m_types) && fits(test, part, callable.parameters[0].type))
        {
            return id;
        }
    }
    return std::nullopt;
}

bool SequenceOperators::fits(const TestCase& test, const Argument& argument, TypeId type) const
{
    if (const auto* const literal = std::get_if<Value>(&argument))
    {
        return is_well_formed(*literal, type, *m_types);
    }
    if (const auto* const result = std::get_if<ResultRef>(&argument))
    {
        return m_types->is_assignable(result_type(test.calls[result->call]), type);
    }
    const auto& reference = std::get<ArgumentRef>(argument);
    const Call& call = test.calls[reference.call];
    return (*m_catalogue)[call.callable].parameters[reference.argument].type == type;
}

Change SequenceOperators::insert_call_on(TestCase& test, std::size_t call, Rng& rng)
{
    m_index.refresh();
    const TypeId type = result_type(test.calls[call]);
    const auto consumers = m_index.consumers(type);
    if (consumers.empty())
    {
        return {};
    }
    const CallableId callable = consumers[rng.index(consumers.size())];
    // Before the last use, so that the call can influence it (EvoSuite's test factory).
    std::size_t position = last_use(test, call);
    if (position <= call + 1)
    {
        position = call + 1;
    }
    else
    {
        position = call + 1 + rng.index(position - call - 1);
    }
    // One of the parameters that can take the object gets it.
    const auto& parameters = (*m_catalogue)[callable].parameters;
    GivenArgument given{0, ResultRef{static_cast<std::uint32_t>(call)}};
    std::size_t takers = 0;
    for (std::size_t p = 0; p < parameters.size(); ++p)
    {
        if (m_types->is_assignable(type, parameters[p].type) && rng.index(++takers) == 0)
        {
            given.parameter = p;
        }
    }
    return insert_call(test, callable, position, {&given, 1}, rng);
}

Change SequenceOperators::insert_random_call(TestCase& test, Rng& rng)
{
    m_index.refresh();
    if (const auto surroundings = m_index.surroundings();
        !surroundings.empty() && rng.chance(m_options.surroundings_prob))
    {
        const CallableId chosen = surroundings[rng.index(surroundings.size())];
        return insert_call(test, chosen, std::min(first_movable(), test.length()), rng);
    }
    const auto calls = m_index.insertable();
    // Calls under test go to the end, where they see the state that the test has built (EvoSuite's
    // test factory).
    std::size_t position = test.length();
    if (!rng.chance(m_options.insertion_under_test_prob))
    {
        start_draft(test, test.length());
        m_places.clear();
        for (std::size_t s = 0; s < test.length(); ++s)
        {
            const TypeId type = result_type(test.calls[s]);
            if (is_object(type) && !m_index.consumers(type).empty())
            {
                m_places.push_back({static_cast<std::uint32_t>(s)});
            }
        }
        if (m_places.empty())
        {
            const std::size_t first = std::min(first_movable(), test.length());
            position = first + rng.index(test.length() - first + 1);
        }
        else
        {
            const std::size_t chosen = m_places[rng.index(m_places.size())].call;
            if (Change change = insert_call_on(test, chosen, rng); !change.is_empty())
            {
                return change;
            }
        }
    }
    return calls.empty() ? Change{} :
                           insert_call(test, calls[rng.index(calls.size())], position, rng);
}

}  // namespace sbst
