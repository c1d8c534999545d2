// SPDX-License-Identifier: Apache-2.0
#include "support/line_goals.hpp"

#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/evm/problem/goals.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/testing/conformance.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

using namespace sbst;
using namespace sbst::evm;

namespace
{

ProblemOptions with_lines(bool creation_goals = false)
{
    ProblemOptions options;
    options.criteria.sought.add(Coverage::line);
    options.creation_goals = creation_goals;
    return options;
}

GoalId goal_at(const ContractProblem& problem, std::size_t line)
{
    const auto& lines = problem.source_lines();
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        if (lines[i].line == line)
        {
            return problem.goals().find(LineCriterion::id, i).value();
        }
    }
    FAIL("no goal is line " << line);
    return {};
}

/// The line with that text, from 1.
std::size_t line_with(const ContractProblem& problem, const std::string& text)
{
    const std::string& source = problem.artifact().sources.front().text;
    const std::size_t at = source.find(text);
    REQUIRE(at != std::string::npos);
    return 1 + static_cast<std::size_t>(std::count(
                   source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace

TEST_CASE("contract_problem: passes the conformance suite with goals of lines", "[evm][lines]")
{
    const auto make = [] {
        return ContractProblem(
            load_artifact(std::string(SBST_EXAMPLES) + "/Auction.json"), with_lines(true));
    };
    const std::vector<Finding> findings = check_conformance(make);
    INFO(to_text(findings));
    CHECK(findings.empty());
}

TEST_CASE("lines: each depends on the branches in front of it", "[evm][lines]")
{
    const std::string name = GENERATE("Auction", "Token", "MultiSigWallet", "DateLibrary");
    const bool creation_goals = GENERATE(false, true);
    const auto problem = example(name, with_lines(creation_goals));
    const std::set<GoalId> covered = check_lines_of_random_tests(*problem);
    // Random tests deploy each of these contracts and enter some function.
    CHECK(covered.size() >= 5);
    for (std::size_t i = 0; i < problem->goals().size(); ++i)
    {
        const Goal& goal = problem->goals()[GoalId(i)];
        if (is_line(goal))
        {
            // Nothing calls the getters of state variables here, so their lines are not asked for.
            const bool is_of_getters =
                problem->goal_detail(GoalId(i)).goal_class == GoalClass::getter;
            CHECK(goal.is_shown == ((creation_goals || !in_creation(goal)) && !is_of_getters));
            CHECK(goal.place.line == problem->source_lines()[goal.index].line);
        }
    }
}

TEST_CASE("lines: one behind a condition depends on its outcome", "[evm][lines]")
{
    const auto problem = example("Auction", with_lines());
    const GoalId goal = goal_at(*problem, line_with(*problem, "emit Extended(closesAt)"));
    const auto parents = problem->goals().parents(goal);
    REQUIRE_FALSE(parents.empty());
    CHECK_FALSE(problem->goals().is_root(goal));
    CHECK(goal_text(problem->goals()[goal]).find(": executed") != std::string::npos);
    CHECK(problem->may_decide(callable(*problem, "bid"), goal));
    CHECK_FALSE(problem->may_decide(callable(*problem, "settle"), goal));
}

TEST_CASE("lines: a search covers the lines that its suite executes", "[evm][lines]")
{
    const auto problem = example("Auction", with_lines());
    RunSpec spec;
    spec.budget.max_executions = 3000;
    const RunResult result = generate_suite(*problem, spec);
    std::set<LineId> executed;
    for (const TestCase& test : result.suite)
    {
        const auto lines = problem->observe(test).lines;
        executed.insert(lines.begin(), lines.end());
    }
    CHECK(check_answers_of_lines(problem->goals(), result.answers, executed) > 20);
}

TEST_CASE("lines: without the option no goal is a line, and traces have none", "[evm][lines]")
{
    const auto problem = example("Auction");
    CHECK(problem->goals().goals_of(LineCriterion::id).empty());
    Rng rng(1);
    CHECK(run(*problem, problem->generate(rng)).lines.empty());
}
