// SPDX-License-Identifier: Apache-2.0
#include "context_goals.hpp"

#include <sbst/criteria/context_branch.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

/// A goal whose code more functions reach depends on the branch itself: nearly all functions that
/// share the branch lead to it.
constexpr std::size_t most_functions = 8;
/// Behind that number of contexts, goals depend on branches themselves.
constexpr std::size_t most_contexts = 4096;

}  // namespace

ContextGoals::ContextGoals(
    const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals)
  : m_runtime(&runtime), m_selection(&selection), m_goals(&goals), m_parents(runtime.goals.size())
{
    for (const GoalDependency& edge : runtime.dependencies)
    {
        m_parents[edge.child].push_back(edge.parent);
    }
}

std::vector<std::uint32_t> ContextGoals::contexts_of(
    std::uint32_t parent, std::span<const std::uint32_t> functions) const
{
    const CodeGoal& branch = m_runtime->goals[parent];
    const bool is_shared = branch.criterion == BranchCriterion::id && branch.functions.size() > 1 &&
                           branch.goal_class != GoalClass::dispatcher &&
                           !std::ranges::includes(functions, branch.functions);
    std::vector<std::uint32_t> both;
    if (is_shared)
    {
        std::ranges::set_intersection(functions, branch.functions, std::back_inserter(both));
        std::erase_if(both, [this](std::uint32_t function) {
            return !std::ranges::binary_search(m_selection->called_entries, function) ||
                   m_runtime->entries[function].kind != EntryKind::function;
        });
    }
    const bool are_few = both.size() <= most_functions && m_goals->contexts.size() < most_contexts;
    return are_few ? both : std::vector<std::uint32_t>{};
}

void ContextGoals::connect(
    std::uint32_t parent, GoalId child, std::span<const std::uint32_t> functions)
{
    const std::vector<std::uint32_t> contexts = contexts_of(parent, functions);
    if (contexts.empty())
    {
        m_goals->graph.add_dependency(GoalId(parent), child);
    }
    for (const std::uint32_t function : contexts)
    {
        m_goals->graph.add_dependency(in_context(parent, function), child);
    }
}

bool ContextGoals::leads_on(std::uint32_t branch, std::uint32_t function) const
{
    const CodeGoal& goal = m_runtime->goals[branch];
    if (goal.goal_class != GoalClass::dispatcher)
    {
        return goal.functions.empty() || std::ranges::binary_search(goal.functions, function);
    }
    const auto enters = [&goal](const FunctionEntry& entry) {
        return std::ranges::find(entry.edges, goal.edge) != entry.edges.end();
    };
    return enters(m_runtime->entries[function]) || std::ranges::none_of(m_runtime->entries, enters);
}

/// Adds all goals in the context that the new one depends on, too.
GoalId ContextGoals::in_context(std::uint32_t branch, std::uint32_t function)
{
    if (const auto known = m_known.find({branch, function}); known != m_known.end())
    {
        return known->second;
    }
    const GoalId first = add(branch, function);
    std::vector<std::uint32_t> pending{branch};
    while (!pending.empty())
    {
        const std::uint32_t next = pending.back();
        pending.pop_back();
        const GoalId child = m_known.at({next, function});
        for (const std::uint32_t parent : m_parents[next])
        {
            if (!leads_on(parent, function))
            {
                continue;
            }
            if (contexts_of(parent, {&function, 1}).empty())
            {
                m_goals->graph.add_dependency(GoalId(parent), child);
                continue;
            }
            const bool is_new = !m_known.contains({parent, function});
            const GoalId above = is_new ? add(parent, function) : m_known.at({parent, function});
            m_goals->graph.add_dependency(above, child);
            if (is_new)
            {
                pending.push_back(parent);
            }
        }
    }
    return first;
}

GoalId ContextGoals::add(std::uint32_t branch, std::uint32_t function)
{
    const BranchEdge edge = m_runtime->goals[branch].edge;
    const ContextId next(m_goals->contexts.size());
    const auto [context, is_new] = m_contexts.try_emplace({edge.jumpi, function}, next);
    if (is_new)
    {
        m_goals->contexts.push_back({edge.jumpi, function});
    }
    CodeGoal detail = m_runtime->goals[branch];
    detail.criterion = ContextBranchCriterion::id;
    detail.functions = {function};
    const std::string& name = m_runtime->entries[function].name;
    Goal goal = context_branch_goal(
        m_goals->graph[GoalId(branch)], context->second, "in a call of " + name);
    goal.group = context_group;
    goal.place.name += " in a call of " + name;
    const GoalId added = m_goals->graph.add(std::move(goal));
    m_goals->details.push_back(std::move(detail));
    m_known.emplace(Key{branch, function}, added);
    if (m_runtime->goals[branch].is_root)
    {
        m_goals->graph.mark_root(added);
    }
    return added;
}

}  // namespace sbst::evm
