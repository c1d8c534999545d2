// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/dynamic_targets.hpp>

#include <algorithm>
#include <cstddef>

namespace sbst
{

namespace
{

bool is_covered(const std::vector<bool>& covered, GoalId goal)
{
    return goal.index() < covered.size() && covered[goal.index()];
}

// Visits goals from given starts, each once; `may_pass` decides from which goals it continues.
class Walk
{
public:
    explicit Walk(const GoalGraph& graph) : m_graph(graph), m_seen(graph.size(), false) {}

    template <class MayPass>
    void from(GoalId start, MayPass may_pass)
    {
        visit(start);
        while (!m_open.empty())
        {
            const GoalId goal = m_open.back();
            m_open.pop_back();
            if (may_pass(goal))
            {
                for (const GoalId child : m_graph.children(goal))
                {
                    visit(child);
                }
            }
        }
    }
    [[nodiscard]] bool has_seen(GoalId goal) const { return m_seen[goal.index()]; }

private:
    void visit(GoalId goal)
    {
        if (!m_seen[goal.index()])
        {
            m_seen[goal.index()] = true;
            m_open.push_back(goal);
        }
    }

    const GoalGraph& m_graph;
    std::vector<bool> m_seen;
    std::vector<GoalId> m_open;
};

bool has_infeasible_parent(const GoalGraph& graph, GoalId goal)
{
    const std::span<const GoalId> parents = graph.parents(goal);
    return std::any_of(parents.begin(), parents.end(),
        [&](GoalId parent) { return graph[parent].is_infeasible(); });
}

// Roots, and the goals that must act as roots because no feasible way leads to them: first the
// children of infeasible goals, then the first goal of each cycle without an entrance.
std::vector<GoalId> find_starts(const GoalGraph& graph)
{
    const auto is_feasible = [&](GoalId goal) { return !graph[goal].is_infeasible(); };
    std::vector<GoalId> starts;
    Walk walk(graph);
    const auto start_at = [&](GoalId goal) {
        starts.push_back(goal);
        walk.from(goal, is_feasible);
    };
    const auto start_where = [&](auto&& is_start) {
        for (std::size_t i = 0; i < graph.size(); ++i)
        {
            if (const GoalId goal(i); is_start(goal))
            {
                start_at(goal);
            }
        }
    };
    start_where([&](GoalId goal) { return graph.is_root(goal); });
    start_where([&](GoalId goal) {
        return !walk.has_seen(goal) && is_feasible(goal) && has_infeasible_parent(graph, goal);
    });
    start_where([&](GoalId goal) { return !walk.has_seen(goal) && is_feasible(goal); });
    return starts;
}

}  // namespace

std::vector<GoalId> dynamic_targets(const GoalGraph& graph, const std::vector<bool>& covered)
{
    const auto is_open_way = [&](GoalId goal) {
        const Goal& description = graph[goal];
        return is_covered(covered, goal) ||
               (!description.is_sought() && !description.is_infeasible());
    };
    Walk walk(graph);
    for (const GoalId start : find_starts(graph))
    {
        walk.from(start, is_open_way);
    }
    // A covered goal opens the way even if its ancestors are open: graphs may be approximate.
    for (std::size_t i = 0; i < std::min(graph.size(), covered.size()); ++i)
    {
        if (covered[i])
        {
            walk.from(GoalId(i), is_open_way);
        }
    }
    std::vector<GoalId> active = all_targets(graph, covered);
    std::erase_if(active, [&](GoalId goal) { return !walk.has_seen(goal); });
    return active;
}

std::vector<GoalId> all_targets(const GoalGraph& graph, const std::vector<bool>& covered)
{
    std::vector<GoalId> active;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const GoalId goal(i);
        if (graph[goal].is_sought() && !is_covered(covered, goal))
        {
            active.push_back(goal);
        }
    }
    return active;
}

}  // namespace sbst
