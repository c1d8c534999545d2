// SPDX-License-Identifier: Apache-2.0
#define SBST_STACK_CALCULATOR_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and its suite is made here
#include "../../../examples/020_stack_calculator.cpp"
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>

#include <algorithm>
#include <string>

using namespace sbst;

namespace
{

/// An adapter that knows the places of its branches.
struct PlacedCalculator : CalculatorProblem
{
    void describe(GoalId goal, ReportedGoal& reported) const
    {
        if (is_branch(goals()[goal]))
        {
            reported.goal.place.function = "calculator";
            reported.goal.place.name = place_name(goals()[goal]);
        }
    }
    static std::string place_name(const Goal& goal)
    {
        return "branch " + std::to_string(predicate_of(goal).index());
    }
};

template <class P>
ExecutedSuite suite_after(P& problem, std::uint64_t executions)
{
    const RunSpec spec{.seed = 3, .budget = {.max_executions = executions}};
    const RunResult found = generate(problem, spec);
    ExecutedSuite suite = suite_of_run(problem, spec, found);
    suite.subject = "Calculator";
    suite.command = "calculator --seed 3";
    return suite;
}

}  // namespace

TEST_CASE("suite_of_run: a run becomes a suite with its goals, totals and names", "[core][output]")
{
    CalculatorProblem problem;
    const RunSpec spec{.seed = 3, .budget = {.max_executions = 60}};
    const RunResult found = generate(problem, spec);
    const ExecutedSuite suite = suite_of_run(problem, spec, found, 2);
    CHECK(suite.run.seed == 3);
    CHECK(suite.run.executions == found.executions);
    CHECK(suite.run.tests == found.suite.size());
    CHECK(suite.run.jobs == 2);
    CHECK(suite.goals.size() == problem.goals().size());
    CHECK(suite.totals.shown.goals == suite.goals.size());
    REQUIRE(suite.tests.size() == found.suite.size());
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        CHECK(suite.tests[i].goals.size() == found.covered_by_test[i].size());
        CHECK(suite.tests[i].calls.size() == found.suite[i].length());
        CHECK(suite.tests[i].calls.front().outcome == OutcomeKind::returned);
        CHECK_FALSE(suite.tests[i].name.empty());
    }
}

TEST_CASE("suite_of_run: the page of a run has no false statement", "[core][output]")
{
    CalculatorProblem problem;
    const ExecutedSuite suite = suite_after(problem, 5000);
    const std::string page = write_text(suite);
    INFO(page);
    const GoalCounts& shown = suite.totals.shown;
    CHECK(shown.goals > 0);
    CHECK(shown.covered > 0);
    CHECK(page.find("Goals     " + std::to_string(shown.goals) +
                    " shown: " + std::to_string(shown.covered) + " covered") != std::string::npos);
    CHECK(page.find("Found by  dynamosa, seed 3") != std::string::npos);
    CHECK(page.find("    push: the stack is full true\n") != std::string::npos);
    CHECK(page.find("unreachable code") == std::string::npos);
    std::size_t new_goals = 0;
    for (const ExecutedTest& test : suite.tests)
    {
        new_goals += test.new_goals.size();
    }
    CHECK(new_goals == shown.covered);
}

TEST_CASE("suite_of_run: a branch whose place is named has its outcome beside it", "[core][output]")
{
    PlacedCalculator problem;
    const std::string page = write_text(suite_after(problem, 5000));
    INFO(page);
    CHECK(page.find("    calculator\n") != std::string::npos);
    CHECK(page.find("      branch 0  true\n") != std::string::npos);
}
