// SPDX-License-Identifier: Apache-2.0
// A small suite for tests of writers.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/output/executed_suite.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace sbst::test
{

inline ExecutedGoal sample_goal(
    std::size_t id, Goal goal, GoalStatus status, std::string text, std::string outcome)
{
    ExecutedGoal row;
    row.id = id;
    row.goal = std::move(goal);
    row.goal.goal_class = "user";
    row.goal.place.function = "push";
    row.goal.place.file = "stack.x";
    row.answer.status = status;
    row.text = std::move(text);
    row.outcome = std::move(outcome);
    return row;
}

/// Two tests of a stack: one enters `push` and takes both ways of line 7, one does nothing new. One
/// goal is open, one proved infeasible, one hidden.
inline ExecutedSuite sample_suite()
{
    ExecutedSuite suite;
    suite.subject = "Stack";
    suite.origin = {"stack.x", "compiler 1"};
    suite.command = "again";
    suite.notes = {"First note.\n", "Second note.\n"};
    suite.run.algorithm = "dynamosa";
    suite.run.seed = 1;
    suite.run.executions = 50;
    suite.run.tests = 2;
    suite.run.calls = 3;
    suite.totals.shown = {5, 3, 1, 1};
    suite.goals = {sample_goal(0, branch_goal(PredicateId(0), false, ""), GoalStatus::covered,
                       "push, line 7: false", "false"),
        sample_goal(1, branch_goal(PredicateId(0), true, ""), GoalStatus::covered,
            "push, line 7: true", "true"),
        sample_goal(
            2, method_entry_goal(MethodId(0), ""), GoalStatus::covered, "push: entered", "entered"),
        sample_goal(3, branch_goal(PredicateId(1), true, ""), GoalStatus::open,
            "push, line 9: true", "true"),
        sample_goal(4, branch_goal(PredicateId(1), false, ""), GoalStatus::infeasible,
            "push, line 9: false", "false"),
        sample_goal(5, branch_goal(PredicateId(2), false, ""), GoalStatus::open,
            "push, line 11: false", "false")};
    constexpr std::array<std::size_t, 6> lines{7, 7, 0, 9, 9, 11};
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        GoalPlace& place = suite.goals[i].goal.place;
        place.line = lines.at(i);
        place.name = place.line == 0 ? "position 1000" : "line " + std::to_string(place.line);
    }
    suite.goals[0].goal.place.source = "if (full)";
    suite.goals[1].goal.place.source = "if (full)";
    suite.goals[3].answer.reason = "nothing that leads to it was reached";
    suite.goals[4].answer.reason = "a proof";
    suite.goals[5].goal.is_shown = false;
    suite.tests.resize(2);
    suite.tests[0].calls = {{.outcome = OutcomeKind::returned, .story = {.action = "v0 = Stack()"}},
        {.outcome = OutcomeKind::threw,
            .failure = "Full",
            .story = {.before = "wait",
                .action = "push(v0, 1)",
                .outcome = "throws Full",
                .notes = {"a note"}}}};
    suite.tests[1].calls = {
        {.outcome = OutcomeKind::returned, .story = {.action = "v0 = Stack()"}}};
    assign_goals({{GoalId(0), GoalId(1), GoalId(2)}, {GoalId(2), GoalId(5)}}, suite);
    return suite;
}

}  // namespace sbst::test
