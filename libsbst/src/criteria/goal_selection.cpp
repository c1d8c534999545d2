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

bool is_sought_by(const CriteriaChoice& choice, const Goal& goal)
{
    const Coverage coverage = coverage_of(goal);
    return choice.sought.has(coverage) || (goal.is_key && choice.keys.has(coverage));
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

void add_method_goals(GoalGraph& graph, const CriteriaChoice& wanted, const Goal& about)
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

void select_goals(GoalGraph& graph, const CriteriaChoice& choice, bool as_helpers)
{
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        const GoalId id(i);
        const Goal& goal = graph[id];
        if (is_sought_by(choice, goal))
        {
            continue;
        }
        const bool is_helper = as_helpers && coverage_of(goal) == Coverage::branch;
        if (choice.is_measured(coverage_of(goal)))
        {
            graph.only_measure(id, is_helper, choice.restored.has(coverage_of(goal)));
        }
        else
        {
            graph.hide(id, is_helper);
        }
    }
}

void select_goal(Goal& goal, const CriteriaChoice& choice)
{
    if (!is_sought_by(choice, goal))
    {
        const Coverage coverage = coverage_of(goal);
        goal.is_shown = goal.is_shown && choice.is_measured(coverage);
        goal.is_measured = goal.is_shown;
        goal.is_restored = goal.is_shown && choice.restored.has(coverage);
    }
}

}  // namespace sbst
