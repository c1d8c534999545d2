// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/report/run_summary.hpp>

#include <string>

namespace sbst
{

RunSummary summarise(const RunSpec& spec, const RunResult& result, std::size_t jobs)
{
    RunSummary run{.algorithm = std::string(to_string(spec.algorithm)),
        .seed = spec.seed,
        .executions = result.executions,
        .stopped_by = result.stopped_by,
        .tests = result.suite.size(),
        .calls = 0,
        .timeline = result.log.timeline,
        .refinement = result.refinement,
        .seconds = result.seconds,
        .jobs = jobs,
        .seconds_at = result.log.seconds_at};
    for (const TestCase& test : result.suite)
    {
        run.calls += test.length();
    }
    return run;
}

std::vector<ReportedGoal> reported_goals(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers)
{
    std::vector<ReportedGoal> reported;
    reported.reserve(goals.size());
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        ReportedGoal& row = reported.emplace_back();
        row.id = i;
        row.goal = goals[GoalId(i)];
        row.goal.goal_class = row.goal.goal_class.empty() ? std::string(criterion_class(row.goal)) :
                                                            row.goal.goal_class;
        row.goal.group = row.goal.group.empty() ? row.goal.goal_class : row.goal.group;
        row.answer = i < answers.size() ? answers[i] : GoalAnswer{};
    }
    return reported;
}

}  // namespace sbst
