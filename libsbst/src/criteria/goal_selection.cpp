// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/criteria/goal_selection.hpp>

#include <optional>
#include <span>
#include <utility>

namespace sbst
{

namespace
{

/// The direct goal of a branch or entry.
std::optional<GoalId> direct_of(const GoalGraph& graph, const Goal& goal)
{
    return is_branch(goal) ? graph.find(DirectBranchCriterion::id, goal.index) :
                             graph.find(DirectEntryCriterion::id, goal.index);
}

bool has_direct(const Goal& goal)
{
    return is_branch(goal) || goal.criterion == MethodEntryCriterion::id;
}

}  // namespace

std::vector<GoalId> add_direct_goals(GoalGraph& graph, const SameCallable& is_same_callable)
{
    std::vector<GoalId> sources;
    const std::size_t count = graph.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        if (has_direct(graph[GoalId(i)]))
        {
            Goal goal = graph[GoalId(i)];
            goal.criterion = is_branch(goal) ? DirectBranchCriterion::id : DirectEntryCriterion::id;
            goal.label += ", by the test";
            graph.add(std::move(goal));
            sources.emplace_back(i);
        }
    }
    for (const GoalId source : sources)
    {
        const GoalId child = direct_of(graph, graph[source]).value();
        // A copy: the graph changes.
        const std::span<const GoalId> found = graph.parents(source);
        for (const GoalId parent : std::vector<GoalId>(found.begin(), found.end()))
        {
            const bool is_own = has_direct(graph[parent]) && is_same_callable(parent, source);
            graph.add_dependency(is_own ? direct_of(graph, graph[parent]).value() : parent, child);
        }
        if (graph.is_root(source))
        {
            graph.mark_root(child);
        }
    }
    return sources;
}

void add_method_goals(GoalGraph& graph, const CoverageSet& wanted, const Goal& about)
{
    const auto add = [&](CriterionId criterion, const char* achieved) {
        Goal goal = about;
        goal.criterion = criterion;
        goal.label = about.label + achieved;
        return graph.add(std::move(goal));
    };
    std::optional<GoalId> call;
    if (wanted.has(Coverage::method))
    {
        call = add(MethodCriterion::id, " called");
    }
    if (wanted.has(Coverage::method_without_exception))
    {
        const GoalId returned = add(MethodWithoutExceptionCriterion::id, " returned");
        if (call)
        {
            graph.add_dependency(*call, returned);
        }
    }
}

void show_only(GoalGraph& graph, const CoverageSet& wanted, bool as_helpers)
{
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const GoalId goal(i);
        if (!wanted.has(coverage_of(graph[goal])))
        {
            graph.hide(goal, as_helpers);
        }
    }
}

}  // namespace sbst
