// SPDX-License-Identifier: Apache-2.0
#include "support/line_goals.hpp"

#include "subject.hpp"
#include "support/catch.hpp"

#include <sbst/testing/conformance.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

JavaProblemOptions with_lines(JavaProblemOptions options)
{
    options.criteria.sought.add(Coverage::line);
    return options;
}

/// The goal of the line of the source with that text.
GoalId goal_at(const JavaProblem& problem, const std::string& source, const std::string& text)
{
    std::ifstream file(source);
    const auto& lines = problem.class_goals().lines;
    std::string line;
    for (std::uint32_t number = 1; std::getline(file, line); ++number)
    {
        for (std::size_t i = 0; line.find(text) != std::string::npos && i < lines.size(); ++i)
        {
            if (lines[i].line == number)
            {
                return problem.goals().find(LineCriterion::id, i).value();
            }
        }
    }
    FAIL("no goal is the line of " << text);
    return {};
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
    CHECK(covered.size() >= 5);
    for (const LineId line : testable_lines(problem.class_goals()))
    {
        REQUIRE(line.index() < goals.size());
        CHECK(goals[line.index()].is_valid());
    }
}

TEST_CASE("lines: one behind a condition depends on its outcome", "[jvm][lines]")
{
    JavaProblem problem(with_lines(ledger_options()));
    const GoalId goal = goal_at(problem, SBST_LEDGER, "\"balance is too small\"");
    const GoalGraph& graph = problem.goals();
    CHECK_FALSE(graph.is_root(goal));
    REQUIRE(graph.parents(goal).size() == 1);
    const std::string& parent = graph[graph.parents(goal).front()].label;
    CHECK(parent.find("if (entry.amount > balance) true") != std::string::npos);
    CHECK(graph[goal].label.starts_with("Ledger.java:"));
}

TEST_CASE("lines: those of one method can be asked for", "[jvm][lines]")
{
    JavaProblemOptions options = with_lines(ledger_options());
    const JavaProblem whole(options);
    options.method = "lastAmount";
    const JavaProblem one(options);
    const auto shown = [](const JavaProblem& problem) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < problem.goals().size(); ++i)
        {
            const Goal& goal = problem.goals()[GoalId(i)];
            count += is_line(goal) && goal.is_shown ? 1U : 0U;
        }
        return count;
    };
    CHECK(shown(one) > 0);
    CHECK(shown(one) < shown(whole));
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
    CHECK(check_answers_of_lines(problem.goals(), result.answers, executed) > 10);
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
