// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/output/contract_suite.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/format.h>

#include <utility>

namespace sbst::evm
{

namespace
{

/// What happens when a goal is covered: `true`, `entered`, `line 14 executed`; of a mutant, the
/// change that makes a difference.
std::string outcome_of_goal(const Goal& goal)
{
    if (is_outcome(goal))
    {
        return std::string(outcome_word(goal));
    }
    if (goal.criterion == ExceptionCriterion::id || goal.criterion == OutputCriterion::id)
    {
        const std::string& function = goal.place.function;
        return function.empty() ? goal.label : goal.label.substr(function.size() + 1);
    }
    if (is_weak_mutant(goal))
    {
        return fmt::format("{}, mutant: {}", goal.place.name, goal.question.part);
    }
    return is_line(goal) ? fmt::format("{} {}", goal.place.name, achieved_word(goal)) :
                           std::string(achieved_word(goal));
}

ExecutedGoal executed_goal(const ReportedGoal& row, const Report& report)
{
    const bool is_open = row.answer.status == GoalStatus::open;
    ExecutedGoal goal{row};
    goal.text = goal_text(row.goal);
    goal.outcome = outcome_of_goal(row.goal);
    goal.is_lost = report.deployment_failure && is_open && !in_creation(row.goal);
    return goal;
}

std::vector<std::string> notes_of(const Report& report)
{
    std::vector<std::string> notes;
    if (!report.is_flow_known)
    {
        notes.emplace_back(
            "The flow of the code takes too much work to follow: nothing of it is proved, and\n"
            "goals are not told apart by function.\n");
    }
    notes.emplace_back(
        "Each test starts from a new chain. Every call is mined in a block of its own, one block\n"
        "and twelve seconds after the one before; \"wait\" comes on top. \"True\" and \"false\" "
        "are\n"
        "what the condition in the source is, or the part of it that is shown; a check of the\n"
        "compiler, or a \"require\" whose code several places share, passes or fails; where\n"
        "neither is known, the code \"jumped\" or not.\n");
    return notes;
}

}  // namespace

ContractSuite make_contract_suite(const ContractProblem& problem, const RunResult& result,
    const Report& report, std::vector<ExecutedTest> tests, std::string command)
{
    ContractSuite suite;
    suite.problem = &problem;
    suite.cases = &result.suite;
    suite.report = &report;
    suite.subject = report.subject.contract;
    suite.origin = {report.subject.source, report.subject.compiler};
    suite.command = std::move(command);
    suite.notes = notes_of(report);
    suite.run = static_cast<const RunSummary&>(report);
    suite.totals = count_goals(report);
    for (const ReportedGoal& row : report.goals)
    {
        suite.goals.push_back(executed_goal(row, report));
    }
    if (report.deployment_failure)
    {
        // All goals that need a deployment are open for this one reason.
        suite.lost_because =
            fmt::format("no test could deploy the contract, which {}, and so none covers",
                *report.deployment_failure);
    }
    suite.tests = std::move(tests);
    suite.lines = problem.source_lines();
    assign_goals(result.covered_by_test, suite);
    return suite;
}

}  // namespace sbst::evm
