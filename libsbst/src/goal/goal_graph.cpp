// SPDX-License-Identifier: Apache-2.0
#include <sbst/goal/goal_graph.hpp>

#include <algorithm>
#include <cassert>

namespace sbst
{

GoalId GoalGraph::add(Goal goal)
{
    assert(goal.criterion.is_valid() && goal.index != Goal::no_index);
    const GoalId id{m_goals.size()};
    if (m_by_criterion.size() <= goal.criterion.index())
    {
        m_by_criterion.resize(goal.criterion.index() + 1);
    }
    std::vector<GoalId>& slots = m_by_criterion[goal.criterion.index()];
    if (slots.size() <= goal.index)
    {
        slots.resize(goal.index + 1);
    }
    assert(!slots[goal.index].is_valid());
    slots[goal.index] = id;
    m_goals.push_back(std::move(goal));
    m_parents.emplace_back();
    m_children.emplace_back();
    m_is_root.push_back(false);
    return id;
}

void GoalGraph::add_dependency(GoalId parent, GoalId child)
{
    assert(parent.index() < size() && child.index() < size());
    std::vector<GoalId>& children = m_children[parent.index()];
    std::vector<GoalId>& parents = m_parents[child.index()];
    // A dispatcher has thousands of children, a goal behind it few parents: search the shorter
    // list.
    const bool is_known = children.size() < parents.size() ?
                              std::find(children.begin(), children.end(), child) != children.end() :
                              std::find(parents.begin(), parents.end(), parent) != parents.end();
    if (is_known)
    {
        return;
    }
    children.push_back(child);
    parents.push_back(parent);
    ++m_dependency_count;
}

void GoalGraph::mark_root(GoalId goal)
{
    assert(goal.index() < size());
    m_is_root[goal.index()] = true;
}

void GoalGraph::mark_infeasible(GoalId goal, std::string proof)
{
    assert(goal.index() < size() && !proof.empty());
    m_goals[goal.index()].infeasible_because = std::move(proof);
}

void GoalGraph::hide(GoalId goal, bool as_helper)
{
    assert(goal.index() < size());
    Goal& hidden = m_goals[goal.index()];
    hidden.is_helper = hidden.is_shown && as_helper;
    hidden.is_shown = false;
}

void GoalGraph::only_measure(GoalId goal, bool as_helper, bool is_restored)
{
    assert(goal.index() < size());
    Goal& measured = m_goals[goal.index()];
    measured.is_helper = measured.is_shown && as_helper;
    measured.is_measured = measured.is_shown;
    measured.is_restored = measured.is_shown && is_restored;
}

std::span<const GoalId> GoalGraph::parents(GoalId id) const
{
    return m_parents[id.index()];
}

std::span<const GoalId> GoalGraph::children(GoalId id) const
{
    return m_children[id.index()];
}

bool GoalGraph::is_root(GoalId id) const
{
    const std::span<const GoalId> all = parents(id);
    return m_is_root[id.index()] ||
           std::all_of(all.begin(), all.end(), [id](GoalId parent) { return parent == id; });
}

std::span<const GoalId> GoalGraph::goals_of(CriterionId criterion) const
{
    return criterion.index() < m_by_criterion.size() ? m_by_criterion[criterion.index()] :
                                                       std::span<const GoalId>();
}

std::optional<GoalId> GoalGraph::find(CriterionId criterion, std::size_t index) const
{
    const std::span<const GoalId> goals = goals_of(criterion);
    return index < goals.size() && goals[index].is_valid() ? std::optional(goals[index]) :
                                                             std::nullopt;
}

}  // namespace sbst
