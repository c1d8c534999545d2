// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/goal_draw.hpp>

#include <algorithm>
#include <tuple>

namespace sbst
{

bool GoalDraw::IsLater::operator()(const Entry& one, const Entry& other) const
{
    return std::tuple(one.draws, one.tie, one.goal.index()) >
           std::tuple(other.draws, other.tie, other.goal.index());
}

void GoalDraw::begin_round(std::span<const DrawnGoal> goals, Rng& rng)
{
    std::vector<Entry> entries;
    entries.reserve(goals.size());
    for (const DrawnGoal& one : goals)
    {
        m_counters.resize(std::max(m_counters.size(), one.goal.index() + 1));
        Counter& counter = m_counters[one.goal.index()];
        if (counter.arrivals != one.arrivals)
        {
            counter = {.arrivals = one.arrivals, .draws = 0};
        }
        entries.push_back({counter.draws, rng.next(), one.goal});
    }
    m_queue = decltype(m_queue)(IsLater(), std::move(entries));
}

std::optional<GoalId> GoalDraw::draw(Rng& rng)
{
    if (m_queue.empty())
    {
        return std::nullopt;
    }
    Entry entry = m_queue.top();
    m_queue.pop();
    ++m_counters[entry.goal.index()].draws;
    const GoalId goal = entry.goal;
    ++entry.draws;
    entry.tie = rng.next();
    m_queue.push(entry);
    return goal;
}

}  // namespace sbst
