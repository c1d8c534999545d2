// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/render/goal_totals.hpp>

#include <algorithm>
#include <cassert>
#include <string>

namespace sbst::evm
{

std::vector<ReportedGoal> reported_goals(
    const ContractProblem& problem, const std::vector<GoalAnswer>& answers)
{
    std::vector<ReportedGoal> goals = sbst::reported_goals(problem.goals(), answers);
    for (ReportedGoal& row : goals)
    {
        // Function, place and outcome say it, but for contexts, mutants, results and what was found
        // while tests ran.
        if (row.goal.criterion != ExceptionCriterion::id &&
            row.goal.criterion != OutputCriterion::id && !is_weak_mutant(row.goal) &&
            !is_context_branch(row.goal))
        {
            row.goal.label.clear();
        }
    }
    return goals;
}

ShownGoals shown_goals(const ProblemOptions& options)
{
    ShownGoals shown{.creation = options.creation_goals};
    for (std::size_t i = 0; i < goal_class_count; ++i)
    {
        const auto goal_class = static_cast<GoalClass>(i);
        const auto& names = options.show_classes;
        shown.classes.at(i) = names.empty() ? is_shown_by_default(goal_class) :
                                              std::find(names.begin(), names.end(),
                                                  to_string(goal_class)) != names.end();
    }
    return shown;
}

GoalTotals count_goals(const std::vector<ReportedGoal>& goals, const ShownGoals& shown)
{
    GoalTotals totals;
    for (std::size_t i = 0; i < goal_group_count; ++i)
    {
        totals.by_class.push_back({.name = std::string(goal_group_name(i)),
            .is_shown = i < goal_class_count && shown.classes.at(i),
            .counts = {}});
    }
    for (const ReportedGoal& row : goals)
    {
        const auto group = std::find_if(totals.by_class.begin(), totals.by_class.end(),
            [&row](const ClassCounts& counts) { return counts.name == row.goal.group; });
        assert(group != totals.by_class.end());
        group->counts.add(row.answer.status);
        if (row.goal.is_shown)
        {
            add_shown(totals, row.goal, row.answer.status);
        }
    }
    return totals;
}

std::string_view goal_group_name(std::size_t group)
{
    return group < goal_class_count  ? to_string(static_cast<GoalClass>(group)) :
           group == goal_class_count ? creation_group :
                                       context_group;
}

}  // namespace sbst::evm
