// SPDX-License-Identifier: Apache-2.0
#include "support/line_goals.hpp"

#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/testing/conformance.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions with_lines(JavaProblemOptions options)
{
    options.line_goals = true;
    return options;
}

}  // namespace

TEST_CASE("JavaProblem: passes the conformance suite with goals of lines", "[jvm][lines]")
{
    const auto make = [] { return JavaProblem(with_lines(ledger_options())); };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("lines: each depends on the branches in front of it", "[jvm][lines]")
{
    const std::string name =
        GENERATE("bank.Ledger", "proof.Codec", "proof.Shapes", "corners.Corners");
    JavaProblem problem(with_lines(options_of(name)));
    const std::set<GoalId> covered = check_lines_of_random_tests(problem);
    const auto goals = problem.goals().goals_of(LineCriterion::id);
    CHECK(covered.size() <= goals.size());
    for (const LineId line : testable_lines(problem.class_goals()))
    {
        REQUIRE(line.index() < goals.size());
        CHECK(goals[line.index()].is_valid());
    }
}

TEST_CASE("lines: a search covers the lines that its suite executes", "[jvm][lines]")
{
    JavaProblem problem(with_lines(ledger_options()));
    RunSpec spec;
    spec.budget.max_executions = 2000;
    const RunResult result = search_suite(problem, spec);
    std::vector<Trace> traces(result.suite.size());
    std::vector<RunDetail> details(result.suite.size());
    problem.execute_in_detail(result.suite, traces, details);
    std::set<LineId> executed;
    for (const Trace& trace : traces)
    {
        executed.insert(trace.lines.begin(), trace.lines.end());
    }
    std::size_t covered = 0;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const Goal& goal = problem.goals()[GoalId(i)];
        if (goal.criterion == LineCriterion::id)
        {
            const bool is_covered = result.answers[i].status == GoalStatus::covered;
            INFO(goal.label << ": " << result.answers[i].reason);
            CHECK(is_covered == executed.contains(LineId(goal.index)));
            CHECK((is_covered || !result.answers[i].reason.empty()));
            covered += is_covered ? 1U : 0U;
        }
    }
    CHECK(covered > 10);
}

TEST_CASE("lines: without the option no goal is a line, and traces have none", "[jvm][lines]")
{
    JavaProblem problem(ledger_options());
    CHECK(problem.goals().goals_of(LineCriterion::id).empty());
    Rng rng(1);
    const TestCase test = problem.generate(rng);
    const std::vector<Request<TestCase>> requests{{.test = &test}};
    std::vector<Trace> traces(1);
    problem.execute(requests, traces, StopToken{});
    CHECK(traces.front().lines.empty());
}
