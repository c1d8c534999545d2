// SPDX-License-Identifier: Apache-2.0
// Whole runs during which types, callables and goals grow.
#include "support/catch.hpp"
#include "support/growing_problem.hpp"

#include <sbst/report/run_report.hpp>
#include <sbst/run/generate.hpp>

#include <string>

using namespace sbst;
using test_support::GrowingProblem;

namespace
{

/// All that a run writes, but for what depends on the machine.
std::string written(GrowingProblem& problem, Algorithm algorithm, std::uint64_t seed)
{
    RunSpec spec;
    spec.algorithm = algorithm;
    spec.seed = seed;
    spec.budget = {.max_executions = 8000, .keep_going = true};
    RunResult result = generate(problem, spec);
    result.seconds = 0;
    result.log.seconds = 0;
    result.log.seconds_at.clear();
    std::string text = write_report(problem, spec, result);
    for (const TestCase& test : result.suite)
    {
        text += problem.render(test) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("growth: a run that gains 100 callables and 20 types writes the same with two workers",
    "[core][run][growth]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    for (const std::uint64_t seed : {1U, 2U})
    {
        GrowingProblem one(1);
        const std::size_t callables = one.catalogue().size();
        const std::size_t types = one.types().size();
        const std::size_t goals = one.goals().size();
        const std::string text = written(one, algorithm, seed);
        CHECK(one.catalogue().size() == callables + 100);
        CHECK(one.types().size() == types + 20);
        CHECK(one.goals().size() == goals + 100);

        GrowingProblem two(2);
        CHECK(written(two, algorithm, seed) == text);
    }
}

TEST_CASE("growth: goals that came during a run have answers", "[core][run][growth]")
{
    GrowingProblem problem;
    RunSpec spec;
    spec.budget = {.max_executions = 8000};
    const RunResult result = generate(problem, spec);
    REQUIRE(result.answers.size() == problem.goals().size());
    std::size_t covered = 0;
    for (const GoalAnswer& answer : result.answers)
    {
        covered += answer.status == GoalStatus::covered ? 1U : 0U;
        CHECK((answer.status == GoalStatus::covered || !answer.reason.empty()));
    }
    CHECK(covered > 90);
}
