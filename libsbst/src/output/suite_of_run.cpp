// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/output/suite_of_run.hpp>
#include <sbst/output/test_name.hpp>

#include <string>
#include <utility>

namespace sbst::detail
{

namespace
{

/// A label tells the place and the outcome; a branch with a named place needs only the outcome.
ExecutedGoal executed_goal(const ReportedGoal& row)
{
    const Goal& goal = row.goal;
    ExecutedGoal executed{row};
    executed.text = goal.label.empty() ? describe_goal(goal) : goal.label;
    executed.outcome = executed.text;
    if (is_outcome(goal) && !goal.place.name.empty())
    {
        executed.outcome = goal.question.truth.value_or(outcome_of(goal)) ? "true" : "false";
    }
    return executed;
}

}  // namespace

void complete_suite(
    const RunReport& report, const std::vector<std::vector<GoalId>>& covered, ExecutedSuite& suite)
{
    suite.run = static_cast<const RunSummary&>(report);
    suite.totals = count_goals(report.goals);
    for (const ReportedGoal& row : report.goals)
    {
        suite.goals.push_back(executed_goal(row));
    }
    assign_goals(covered, suite);
    name_tests(suite.tests, NameTable{});
}

}  // namespace sbst::detail
