// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

void SequenceOperators::mark_dependents(const TestCase& test, std::size_t first)
{
    // Only calls before the first dead one are alternatives: they are alive for certain.
    start_draft(test, first);
    for (std::size_t s = first + 1; s < test.length(); ++s)
    {
        const Call& call = test.calls[s];
        for (std::size_t a = 0; a < call.arguments.size() && m_is_dead[s] == 0; ++a)
        {
            const auto* result = std::get_if<ResultRef>(&call.arguments[a]);
            const TypeId type = (*m_catalogue)[call.callable].parameters[a].type;
            if (result != nullptr && m_is_dead[result->call] != 0 && is_object(type))
            {
                find_places(type, Found::results);
                m_is_dead[s] = m_places.empty() ? 1 : 0;
            }
        }
    }
}

void SequenceOperators::rewire_around_dead(TestCase& test, std::size_t first, Rng& rng)
{
    start_draft(test, first);
    for (std::size_t s = first; s < test.length(); ++s)
    {
        Call& call = test.calls[s];
        for (std::size_t a = 0; a < call.arguments.size(); ++a)
        {
            Argument& argument = call.arguments[a];
            const Parameter& parameter = (*m_catalogue)[call.callable].parameters[a];
            const auto* result = std::get_if<ResultRef>(&argument);
            const auto* reference = std::get_if<ArgumentRef>(&argument);
            if (result != nullptr && m_is_dead[result->call] != 0)
            {
                // Dead calls are redirected too: living ones may refer to their arguments.
                if (auto place = random_place(parameter.type, Found::results, rng))
                {
                    argument = *std::move(place);
                }
                else if (!is_object(parameter.type))
                {
                    argument = random_literal(parameter, rng);
                }
            }
            else if (reference != nullptr && m_is_dead[reference->call] != 0)
            {
                // Copied first: the assignment would destroy the object behind the pointer.
                Argument there = test.calls[reference->call].arguments[reference->argument];
                argument = std::move(there);
            }
        }
    }
}

void SequenceOperators::compact(TestCase& test, std::size_t first)
{
    m_moved_to.resize(test.length());
    std::size_t kept = first;
    for (std::size_t s = 0; s < test.length(); ++s)
    {
        m_moved_to[s] = static_cast<std::uint32_t>(s < first ? s : kept);
        if (s < first || m_is_dead[s] != 0)
        {
            continue;
        }
        for (Argument& argument : test.calls[s].arguments)
        {
            if (auto* result = std::get_if<ResultRef>(&argument))
            {
                result->call = m_moved_to[result->call];
            }
            else if (auto* reference = std::get_if<ArgumentRef>(&argument))
            {
                reference->call = m_moved_to[reference->call];
            }
        }
        if (kept != s)
        {
            test.calls[kept] = std::move(test.calls[s]);
        }
        ++kept;
    }
    test.calls.resize(kept);
}

Change SequenceOperators::erase_dead(TestCase& test, std::size_t first, Rng& rng)
{
    Change change;
    const auto dead = static_cast<std::size_t>(
        std::count(m_is_dead.begin(), m_is_dead.end(), static_cast<char>(1)));
    if (dead == 0 || test.length() < m_options.min_length + dead)
    {
        return change;
    }
    rewire_around_dead(test, first, rng);
    compact(test, first);
    change.touch(first);
    change.removed = dead;
    return change;
}

Change SequenceOperators::erase(TestCase& test, std::size_t call, Rng& rng)
{
    if (call < first_movable())
    {
        return {};
    }
    m_is_dead.assign(test.length(), 0);
    m_is_dead[call] = 1;
    mark_dependents(test, call);
    return erase_dead(test, call, rng);
}

Change SequenceOperators::drop_unused(TestCase& test, Rng& rng)
{
    const std::size_t length = test.length();
    m_is_dead.assign(length, 1);
    const std::size_t kept_least = std::min(m_options.min_length, length);
    std::size_t dead = 0;
    std::size_t first = length;
    // From the end: a call used by one that stays also stays. m_is_dead holds 1 for "no use
    // seen so far" until the call is visited.
    for (std::size_t s = length; s-- > 0;)
    {
        const Call& call = test.calls[s];
        const bool goes = m_is_dead[s] != 0 && s >= first_movable() &&
                          is_pure_producer((*m_catalogue)[call.callable], *m_types) &&
                          length - dead > kept_least;
        m_is_dead[s] = goes ? 1 : 0;
        if (goes)
        {
            ++dead;
            first = s;
            continue;
        }
        for (const Argument& argument : call.arguments)
        {
            if (const auto* result = std::get_if<ResultRef>(&resolve(test, argument)))
            {
                m_is_dead[result->call] = 0;
            }
        }
    }
    return dead == 0 ? Change{} : erase_dead(test, first, rng);
}

}  // namespace sbst
