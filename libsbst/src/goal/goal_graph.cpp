// SPDX-License-Identifier: Apache-2.0
#include <sbst/goal/goal_graph.hpp>

#include <algorithm>
#include <cassert>

namespace sbst
{
namespace
{
/// Notes `id` in the slot that `key` names; the slot must be free.
void enter(std::vector<GoalId>& slots, std::size_t key, GoalId id)
{
    if (slots.size() <= key)
        slots.resize(key + 1);
    assert(!slots[key].is_valid());
    slots[key] = id;
}

std::optional<GoalId> look_up(const std::vector<GoalId>& slots, std::size_t key)
{
    if (key >= slots.size() || !slots[key].is_valid())
        return std::nullopt;
    return slots[key];
}
}  // namespace

GoalId GoalGraph::add(Goal goal)
{
    const GoalId id{m_goals.size()};
    switch (goal.kind)
    {
        case GoalKind::branch:
        {
            assert(goal.predicate.is_valid());
            const std::size_t key = goal.predicate.index();
            if (m_branches.size() <= key)
                m_branches.resize(key + 1);
            GoalId& slot = m_branches[key][goal.outcome ? 1 : 0];
            assert(!slot.is_valid());
            slot = id;
            break;
        }
        case GoalKind::method_entry:
            assert(goal.method.is_valid());
            enter(m_entries, goal.method.index(), id);
            break;
        case GoalKind::exception:
            assert(goal.exception.is_valid());
            enter(m_exceptions, goal.exception.index(), id);
            break;
    }
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
        return;
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

std::optional<GoalId> GoalGraph::find_branch(PredicateId predicate, bool outcome) const
{
    if (predicate.index() >= m_branches.size())
        return std::nullopt;
    const GoalId id = m_branches[predicate.index()][outcome ? 1 : 0];
    return id.is_valid() ? std::optional<GoalId>{id} : std::nullopt;
}

std::optional<GoalId> GoalGraph::find_method_entry(MethodId method) const
{
    return look_up(m_entries, method.index());
}

std::optional<GoalId> GoalGraph::find_exception(ExceptionId exception) const
{
    return look_up(m_exceptions, exception.index());
}
}  // namespace sbst
