// SPDX-License-Identifier: Apache-2.0
// Which literals of a test make a difference to a goal.
#include "local_search_attempt.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace sbst
{

namespace
{

/// Groups of literals that are changed together at first, and random changes of each of them.
constexpr std::size_t group_count = 4;
constexpr std::size_t first_changes = 2;

}  // namespace

std::vector<LocalSearch::Place> LocalSearch::literals_of(
    GoalId goal, const TestCase& test, bool is_relevant) const
{
    std::vector<Place> places;
    // Places up to the last call that can decide the goal; without one, all.
    std::optional<std::size_t> complete;
    for (std::size_t call = 0; call < test.length(); ++call)
    {
        const bool decides = m_is_relevant(goal, test.calls[call].callable);
        const auto& parameters = m_operators->catalogue()[test.calls[call].callable].parameters;
        for (std::size_t i = 0; i < parameters.size() && decides == is_relevant; ++i)
        {
            if (const auto* value = std::get_if<Value>(&test.calls[call].arguments[i]))
            {
                collect(*value,
                    {.call = call, .argument = i, .items = {}, .type = parameters[i].type}, places);
            }
        }
        complete = decides ? std::optional(places.size()) : complete;
    }
    places.resize(complete.value_or(places.size()));
    return places;
}

void LocalSearch::collect(const Value& value, const Place& place, std::vector<Place>& places) const
{
    const Type& type = m_operators->types()[place.type];
    const bool is_tuple = type.kind == TypeKind::tuple;
    const bool is_fixed = is_tuple || (type.kind == TypeKind::array && type.fixed_size);
    const bool is_null_object = type.kind == TypeKind::object;
    if (!is_null_object && (!is_fixed || value.is_null()))
    {
        places.push_back(place);
    }
    for (std::size_t i = 0; value.is_list() && i < value.list().size(); ++i)
    {
        Place inner = place;
        inner.items.push_back(i);
        inner.type = type.elements[is_tuple ? i : 0];
        collect(value.list()[i], inner, places);
    }
}

void LocalSearch::change(Value& value, TypeId type_id, Rng& rng) const
{
    const TypeUniverse& types = m_operators->types();
    const Type& type = types[type_id];
    if (type.kind != TypeKind::array || value.is_null())
    {
        m_operators->values().mutate(value, type_id, rng);
        return;
    }
    // Only its length: the items are places of their own.
    Value::List& items = value.list();
    const Value item = items.empty() ? neutral_value(type.elements.front(), types) : items.back();
    const std::size_t size = items.size();
    const std::size_t least = type.min_length.value_or(0);
    if (size > least && (rng.chance(0.5) || size >= type.max_length.value_or(size + 1)))
    {
        items.pop_back();
    }
    else if (size < type.max_length.value_or(size + 1))
    {
        items.push_back(item);
    }
}

std::vector<LocalSearch::Group> LocalSearch::first_groups(std::size_t places)
{
    std::vector<Group> groups;
    const std::size_t size = std::max<std::size_t>(1, (places + group_count - 1) / group_count);
    for (std::size_t first = 0; first < places; first += size)
    {
        groups.push_back({first, std::min(first + size, places)});
    }
    return groups;
}

TestCase LocalSearch::changed(const TestCase& test, std::span<const Place> places, Rng& rng) const
{
    TestCase result = test;
    // From the last: another length of an array may remove its items.
    for (std::size_t i = places.size(); i-- > 0;)
    {
        if (Value* value =
                find_literal(result, places[i].call, places[i].argument, places[i].items))
        {
            change(*value, places[i].type, rng);
        }
    }
    return result;
}

std::vector<bool> LocalSearch::make_difference(
    Attempt& attempt, std::span<const Place> places, const Groups& asked, Rng& rng) const
{
    std::vector<TestCase> tests;
    for (const Group& group : asked.groups)
    {
        for (std::size_t i = 0; i < asked.changes; ++i)
        {
            tests.push_back(changed(
                attempt.test(), places.subspan(group.first, group.last - group.first), rng));
        }
    }
    const Fitness before = attempt.fitness();
    std::optional<std::size_t> kept;
    const std::span<const Fitness> found = attempt.run(std::move(tests), kept);
    std::vector<bool> answers(asked.groups.size(), false);
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        answers[i / asked.changes] = answers[i / asked.changes] || !(found[i] == before);
    }
    return answers;
}

std::vector<LocalSearch::Place> LocalSearch::influential(
    Attempt& attempt, std::span<const Place> places, Rng& rng) const
{
    std::vector<bool> matters(places.size(), false);
    Groups asked{.groups = first_groups(places.size()), .changes = first_changes};
    while (!asked.groups.empty() && attempt.may_ask())
    {
        std::vector<bool> answers = make_difference(attempt, places, asked, rng);
        Groups next{.groups = {}, .changes = 1};
        for (std::size_t i = 0; i < answers.size(); ++i)
        {
            // Two halves of a group that made a difference: one of them does, even if these
            // changes did not show it.
            const std::size_t other = asked.changes == 1 ? i ^ 1U : i;
            const bool is_hidden = other != i && !answers[i] && !answers[other];
            const auto [first, last] = asked.groups[i];
            if (!answers[i] && !is_hidden)
            {
                continue;
            }
            if (last - first == 1)
            {
                matters[first] = true;
                continue;
            }
            const std::size_t middle = first + ((last - first) / 2);
            next.groups.insert(next.groups.end(), {{first, middle}, {middle, last}});
        }
        asked = std::move(next);
    }
    std::vector<Place> chosen;
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        if (matters[i])
        {
            chosen.push_back(places[i]);
        }
    }
    return chosen;
}

}  // namespace sbst
