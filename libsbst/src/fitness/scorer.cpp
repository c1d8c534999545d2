// SPDX-License-Identifier: Apache-2.0
#include <sbst/fitness/scorer.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace sbst
{

namespace
{

/// Walks from a goal to its ancestors, level by level.
class LevelWalk
{
public:
    LevelWalk(const GoalGraph& graph, GoalId start)
      : m_graph(graph), m_is_seen(graph.size(), false), m_level{start}
    {
        m_is_seen[start.index()] = true;
    }

    /// The goals of the current level, in a fixed order; empty after the last level.
    [[nodiscard]] const std::vector<GoalId>& level() const { return m_level; }

    void advance()
    {
        m_next.clear();
        for (const GoalId goal : m_level)
        {
            for (const GoalId parent : m_graph.parents(goal))
            {
                if (!m_is_seen[parent.index()])
                {
                    m_is_seen[parent.index()] = true;
                    m_next.push_back(parent);
                }
            }
        }
        m_level.swap(m_next);
    }

private:
    const GoalGraph& m_graph;
    std::vector<bool> m_is_seen;
    std::vector<GoalId> m_level;
    std::vector<GoalId> m_next;
};

}  // namespace

Scorer::Scorer(const GoalGraph& graph) : m_graph(&graph)
{
    refresh();
}

std::span<const GoalId> Scorer::refresh()
{
    m_changed.clear();
    const std::size_t size = m_graph->size();
    const std::size_t known = m_ancestries.size();
    if (size == known && m_graph->dependency_count() == m_dependency_count)
    {
        return m_changed;
    }

    // 1. Goals that are new or have new parents, and everything behind them.
    std::vector<bool> is_changed(size, false);
    const auto mark = [this, &is_changed](GoalId goal) {
        if (!is_changed[goal.index()])
        {
            is_changed[goal.index()] = true;
            m_changed.push_back(goal);
        }
    };
    for (std::size_t i = 0; i < size; ++i)
    {
        if (i >= known || m_graph->parents(GoalId{i}).size() != m_parent_counts[i])
        {
            mark(GoalId{i});
        }
    }
    // The list grows during the loop.
    std::size_t followed = 0;
    while (followed < m_changed.size())
    {
        for (const GoalId child : m_graph->children(m_changed[followed++]))
        {
            mark(child);
        }
    }

    // 2. Compute their ancestors again.
    m_ancestries.resize(size);
    m_parent_counts.resize(size);
    for (const GoalId goal : m_changed)
    {
        m_ancestries[goal.index()] = ancestry_of(goal);
        m_parent_counts[goal.index()] = static_cast<std::uint32_t>(m_graph->parents(goal).size());
    }
    m_dependency_count = m_graph->dependency_count();
    std::sort(m_changed.begin(), m_changed.end());
    return m_changed;
}

Scorer::Ancestry Scorer::ancestry_of(GoalId goal) const
{
    Ancestry result;
    LevelWalk walk{*m_graph, goal};
    std::size_t stored = 0;
    for (walk.advance(); !walk.level().empty(); walk.advance())
    {
        stored += walk.level().size();
        if (stored > max_stored_ancestors)
        {
            result.is_complete = false;
            break;
        }
        ++result.level_count;
        result.levels.push_back(static_cast<std::uint32_t>(walk.level().size()));
        for (const GoalId ancestor : walk.level())
        {
            result.levels.push_back(static_cast<std::uint32_t>(ancestor.index()));
        }
    }
    result.levels.shrink_to_fit();
    return result;
}

Fitness Scorer::score(GoalId goal, const TraceIndex& trace) const
{
    assert(goal.index() < m_ancestries.size());
    if (!trace.is_usable())
    {
        return Fitness::worst();
    }
    if (trace.covers(goal))
    {
        return Fitness::covered();
    }
    if (const Distance* distance = trace.least(goal); distance != nullptr)
    {
        return Fitness{true, 0, *distance};
    }

    const Ancestry& ancestry = m_ancestries[goal.index()];
    auto place = ancestry.levels.begin();
    for (std::uint32_t level = 1; level < ancestry.level_count; ++level)
    {
        const Distance* least = nullptr;
        const std::uint32_t count = *place++;
        for (std::uint32_t i = 0; i < count; ++i)
        {
            const Distance* distance = trace.least(GoalId{*place++});
            if (distance != nullptr && (least == nullptr || *distance < *least))
            {
                least = distance;
            }
        }
        if (least != nullptr)
        {
            return Fitness{true, level, *least};
        }
    }
    if (ancestry.is_complete)
    {
        return Fitness{true, ancestry.level_count, Distance::zero()};
    }
    return score_far(goal, trace);
}

Scorer::Nearest Scorer::nearest(GoalId goal, const TraceIndex& trace) const
{
    Nearest result;
    for (LevelWalk walk{*m_graph, goal}; !walk.level().empty(); walk.advance())
    {
        for (const GoalId ancestor : walk.level())
        {
            const Distance* distance = trace.least(ancestor);
            if (distance != nullptr && (!result.goal.is_valid() || *distance < result.distance))
            {
                result.goal = ancestor;
                result.distance = *distance;
            }
        }
        if (result.goal.is_valid())
        {
            return result;
        }
        ++result.level;
    }
    return result;
}

Fitness Scorer::score_far(GoalId goal, const TraceIndex& trace) const
{
    const Nearest found = nearest(goal, trace);
    return Fitness{true, found.level, found.distance};
}

std::optional<GoalId> Scorer::blocker(GoalId goal, const TraceIndex& trace) const
{
    assert(goal.index() < m_ancestries.size());
    if (!trace.is_usable())
    {
        return std::nullopt;
    }
    const Nearest found = nearest(goal, trace);
    return found.goal.is_valid() ? std::optional<GoalId>{found.goal} : std::nullopt;
}

void append_covered(const Trace& trace, const GoalGraph& graph, std::vector<GoalId>& out)
{
    if (!trace.was_run || trace.is_unusable())
    {
        return;
    }
    const std::size_t first = out.size();
    touch_goals(trace, graph, [&out](GoalId goal, const Touch& touch) {
        if (touch.is_covered)
        {
            out.push_back(goal);
        }
    });
    // Several calls may end with one exception.
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, out.end());
    out.erase(std::unique(begin, out.end()), out.end());
}

std::vector<std::vector<GoalId>> Scorer::levels(GoalId goal) const
{
    std::vector<std::vector<GoalId>> result;
    for (LevelWalk walk{*m_graph, goal}; !walk.level().empty(); walk.advance())
    {
        result.push_back(walk.level());
    }
    return result;
}

}  // namespace sbst
