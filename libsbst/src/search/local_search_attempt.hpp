// SPDX-License-Identifier: Apache-2.0
// The test that local search moves towards one goal. Next: local_search.cpp.
#pragma once

#include <sbst/search/local_search.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace sbst
{

/// The nested literal; null when the test has lost it.
inline Value* find_literal(
    TestCase& test, std::size_t call, std::size_t argument, std::span<const std::size_t> items)
{
    auto* value = std::get_if<Value>(&test.calls[call].arguments[argument]);
    for (const std::size_t item : items)
    {
        if (value == nullptr || !value->is_list() || item >= value->list().size())
        {
            return nullptr;
        }
        value = &value->list()[item];
    }
    return value;
}

/// The test of one goal on its way to it.
class LocalSearch::Attempt
{
public:
    Attempt(LocalSearch& owner, Exploration<TestCase>& search, GoalId goal, std::size_t quota)
      : m_owner(owner), m_search(search), m_goal(goal), m_quota(quota), m_most(quota)
    {
        const auto nearest = search.state().archive.nearest(goal);
        m_test = *nearest->test;
        m_fitness = nearest->fitness;
    }

    [[nodiscard]] GoalId goal() const { return m_goal; }
    [[nodiscard]] const TestCase& test() const { return m_test; }
    [[nodiscard]] const Fitness& fitness() const { return m_fitness; }
    [[nodiscard]] bool is_covered() const { return m_search.state().archive.is_covered(m_goal); }
    [[nodiscard]] bool is_over() const
    {
        return m_quota == 0 || is_covered() || m_search.is_over();
    }

    /// At least half of the quota is for climbing.
    [[nodiscard]] bool may_ask() const { return !is_over() && m_quota > m_most / 2; }

    /// Runs tests, as many as may be; returns how near they came, and keeps the nearest one if it
    /// is nearer than the present one.
    /// @param kept its place.
    std::span<const Fitness> run(std::vector<TestCase> tests, std::optional<std::size_t>& kept)
    {
        kept.reset();
        tests.resize(std::min(tests.size(), m_quota));
        m_owner.m_found.clear();
        if (tests.empty())
        {
            return {};
        }
        m_owner.m_watched = m_goal;
        m_search.run(tests, Record{});
        m_owner.m_watched.reset();
        const std::span<const Fitness> found = m_owner.m_found;
        // Nothing ran: nothing more will.
        m_quota = found.empty() ? 0 : m_quota - found.size();
        const auto nearest = std::min_element(found.begin(), found.end());
        if (nearest != found.end() && *nearest < m_fitness)
        {
            kept = static_cast<std::size_t>(nearest - found.begin());
            m_test = std::move(tests[*kept]);
            m_fitness = *nearest;
        }
        return found;
    }

private:
    LocalSearch& m_owner;
    Exploration<TestCase>& m_search;
    GoalId m_goal;
    std::size_t m_quota;
    std::size_t m_most;
    TestCase m_test;
    Fitness m_fitness;
};

}  // namespace sbst
