// SPDX-License-Identifier: Apache-2.0
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <utility>

namespace sbst
{

void SequenceOperators::mark_dependents(const TestCase& test, std::size_t first)
{
    // Only statements before the first dead one are alternatives: they are alive for certain.
    start_draft(test, first);
    for (std::size_t s = first + 1; s < test.length(); ++s)
    {
        const Statement& statement = test.statements[s];
        for (std::size_t a = 0; a < statement.arguments.size() && m_is_dead[s] == 0; ++a)
        {
            const auto* result = std::get_if<ResultRef>(&statement.arguments[a]);
            const TypeId type = (*m_catalogue)[statement.callable].parameters[a].type;
            if (result != nullptr && m_is_dead[result->statement] != 0 && is_object(type))
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
        Statement& statement = test.statements[s];
        for (std::size_t a = 0; a < statement.arguments.size(); ++a)
        {
            Argument& argument = statement.arguments[a];
            const Parameter& parameter = (*m_catalogue)[statement.callable].parameters[a];
            const auto* result = std::get_if<ResultRef>(&argument);
            const auto* reference = std::get_if<ArgumentRef>(&argument);
            if (result != nullptr && m_is_dead[result->statement] != 0)
            {
                // Dead statements are redirected too: living ones may refer to their arguments.
                if (auto place = random_place(parameter.type, Found::results, rng))
                {
                    argument = *std::move(place);
                }
                else if (!is_object(parameter.type))
                {
                    argument = random_literal(parameter, rng);
                }
            }
            else if (reference != nullptr && m_is_dead[reference->statement] != 0)
            {
                // Copied first: the assignment would destroy the object behind the pointer.
                Argument there =
                    test.statements[reference->statement].arguments[reference->argument];
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
        for (Argument& argument : test.statements[s].arguments)
        {
            if (auto* result = std::get_if<ResultRef>(&argument))
            {
                result->statement = m_moved_to[result->statement];
            }
            else if (auto* reference = std::get_if<ArgumentRef>(&argument))
            {
                reference->statement = m_moved_to[reference->statement];
            }
        }
        if (kept != s)
        {
            test.statements[kept] = std::move(test.statements[s]);
        }
        ++kept;
    }
    test.statements.resize(kept);
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

Change SequenceOperators::erase(TestCase& test, std::size_t statement, Rng& rng)
{
    if (statement < first_movable())
    {
        return {};
    }
    m_is_dead.assign(test.length(), 0);
    m_is_dead[statement] = 1;
    mark_dependents(test, statement);
    return erase_dead(test, statement, rng);
}

Change SequenceOperators::drop_unused(TestCase& test, Rng& rng)
{
    const std::size_t length = test.length();
    m_is_dead.assign(length, 1);
    const std::size_t kept_least = std::min(m_options.min_length, length);
    std::size_t dead = 0;
    std::size_t first = length;
    // From the end: a statement used by one that stays also stays. m_is_dead holds 1 for "no use
    // seen so far" until the statement is visited.
    for (std::size_t s = length; s-- > 0;)
    {
        const Statement& statement = test.statements[s];
        const bool goes = m_is_dead[s] != 0 && s >= first_movable() &&
                          is_pure_producer((*m_catalogue)[statement.callable], *m_types) &&
                          length - dead > kept_least;
        m_is_dead[s] = goes ? 1 : 0;
        if (goes)
        {
            ++dead;
            first = s;
            continue;
        }
        for (const Argument& argument : statement.arguments)
        {
            if (const auto* result = std::get_if<ResultRef>(&resolve(test, argument)))
            {
                m_is_dead[result->statement] = 0;
            }
        }
    }
    return dead == 0 ? Change{} : erase_dead(test, first, rng);
}

}  // namespace sbst
