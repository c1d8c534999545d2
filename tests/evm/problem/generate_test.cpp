// SPDX-License-Identifier: Apache-2.0
#include "subjects.hpp"
#include "support/catch.hpp"

#include <sbst/evm/suite/generate.hpp>

#include <algorithm>
#include <atomic>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

RunSpec short_run(Algorithm algorithm, std::uint64_t seed)
{
    RunSpec spec;
    spec.algorithm = algorithm;
    spec.seed = seed;
    spec.budget.max_executions = 1000;
    return spec;
}

std::size_t covered(const ContractProblem& problem, const RunResult& result)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        count +=
            problem.goals()[GoalId(i)].is_shown && result.answers[i].status == GoalStatus::covered ?
                1U :
                0U;
    }
    return count;
}

}  // namespace

TEST_CASE(
    "generate: the same seed gives the same suite, whatever the number of jobs", "[evm][generate]")
{
    const Algorithm algorithm = GENERATE(from_range(all_algorithms));
    ProblemOptions two_jobs;
    two_jobs.jobs = 2;
    const RunSpec spec = short_run(algorithm, 5);
    const auto first = generate_suite(*example("Auction"), spec);
    const auto second = generate_suite(*example("Auction", two_jobs), spec);
    CHECK(first.suite == second.suite);
    CHECK(first.log.timeline == second.log.timeline);
    CHECK(first.executions == second.executions);
    const auto other = generate_suite(*example("Auction"), short_run(algorithm, 6));
    CHECK_FALSE(first.suite == other.suite);
}

TEST_CASE("generate: replaying the suite covers exactly what was reported", "[evm][generate]")
{
    const auto problem = example("Auction");
    const RunResult result = generate_suite(*problem, short_run(Algorithm::dynamosa, 1));
    const RunResult replayed = replay_suite(*example("Auction"), result.suite);
    REQUIRE(result.answers.size() == replayed.answers.size());
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        CHECK(result.answers[i].status == replayed.answers[i].status);
        CHECK(result.answers[i].test == replayed.answers[i].test);
    }
    CHECK(covered(*problem, result) > 0);
}

TEST_CASE("generate: minimisation keeps the coverage with fewer calls", "[evm][generate]")
{
    RunSpec spec = short_run(Algorithm::dynamosa, 2);
    const auto problem = example("Token");
    const RunResult small = generate_suite(*problem, spec);
    spec.minimise = false;
    const auto untouched = example("Token");
    const RunResult large = generate_suite(*untouched, spec);
    const auto calls = [](const RunResult& result) {
        std::size_t sum = 0;
        for (const TestCase& test : result.suite)
        {
            sum += test.length();
        }
        return sum;
    };
    CHECK(covered(*problem, small) >= covered(*untouched, large));
    CHECK(small.suite.size() <= large.suite.size());
    CHECK(calls(small) < calls(large));
}

TEST_CASE("generate: a search that goes on with nothing left to cover gives no larger suite",
    "[evm][generate]")
{
    const std::string name = GENERATE("Auction", "Token", "DateLibrary");
    const std::uint64_t seed = GENERATE(1U, 2U, 3U);
    CAPTURE(name, seed);
    RunSpec spec = short_run(Algorithm::dynamosa, seed);
    spec.budget.max_executions = 5000;
    const auto problem = example(name);
    const RunResult stopped = generate_suite(*problem, spec);
    spec.budget.keep_going = true;
    const RunResult gone_on = generate_suite(*example(name), spec);
    REQUIRE(stopped.executions < gone_on.executions);
    CHECK(covered(*problem, gone_on) == covered(*problem, stopped));
    // Choice and shortening are greedy, so that one or two more tests may be left, but not one per
    // goal.
    CHECK(gone_on.suite.size() <= stopped.suite.size() + 2);
}

TEST_CASE("generate: the budget of executions is kept to the letter", "[evm][generate]")
{
    RunSpec spec = short_run(Algorithm::dynamosa, 1);
    spec.budget.max_executions = 777;
    spec.budget.keep_going = true;
    const RunResult result = generate_suite(*example("Auction"), spec);
    CHECK(result.executions == 777);
    CHECK(result.stopped_by == StopReason::executions);
}

TEST_CASE("generate: an interrupted run still answers for every goal", "[evm][generate]")
{
    std::atomic<bool> stop{false};
    const auto problem = example("DateLibrary");
    RunSpec spec = short_run(Algorithm::dynamosa, 1);
    spec.budget.max_executions = 1'000'000;
    spec.budget.keep_going = true;
    const RunResult result = generate_suite(*problem, spec, StopToken(&stop),
        [&stop](const RunProgress& progress) { stop = progress.executions >= 200; });
    CHECK(result.stopped_by == StopReason::interrupted);
    CHECK(result.answers.size() == problem->goals().size());
    CHECK(covered(*problem, result) > 0);
}

TEST_CASE("generate: progress goes from the search to minimisation", "[evm][generate]")
{
    RunSpec spec = short_run(Algorithm::dynamosa, 1);
    spec.budget.max_executions = 500;
    std::vector<RunProgress> seen;
    const RunResult result = generate_suite(*example("DateLibrary"), spec, {},
        [&seen](const RunProgress& progress) { seen.push_back(progress); });
    const auto first = std::find_if(seen.begin(), seen.end(),
        [](const RunProgress& one) { return one.phase == RunPhase::minimising; });
    REQUIRE(first != seen.begin());
    REQUIRE(first != seen.end());
    CHECK(std::all_of(seen.begin(), first,
        [](const RunProgress& one) { return one.phase == RunPhase::searching; }));
    CHECK(std::all_of(first, seen.end(),
        [](const RunProgress& one) { return one.phase == RunPhase::minimising; }));
    CHECK(first->executions == 0);
    CHECK(seen.back().executions > 0);
    CHECK(seen.back().tests >= result.suite.size());
}

TEST_CASE("generate: a contract that never deploys gets a tenth of the budget", "[evm][generate]")
{
    // The constructor reverts; the runtime code has a branch.
    const char* never = R"({"contractName": "Never", "abi": [],
        "bytecode": "0x60006000fd", "deployedBytecode": "0x6000356006575b005b00"})";
    ContractProblem problem(parse_artifact(never, "Never.json"), ProblemOptions{});
    RunSpec spec = short_run(Algorithm::dynamosa, 1);
    spec.budget.max_executions = 5000;
    const RunResult early = generate_suite(problem, spec);
    CHECK(early.stopped_by == StopReason::no_start);
    CHECK(early.executions >= 500);
    CHECK(early.executions < 1000);
    CHECK(early.suite.empty());
    spec.budget.keep_going = true;
    CHECK(generate_suite(problem, spec).executions == 5000);
}

TEST_CASE("generate: every goal that is not covered has an answer", "[evm][generate]")
{
    const auto problem = example("DateLibrary");
    RunSpec spec = short_run(Algorithm::random, 1);
    spec.budget.max_executions = 50;
    const RunResult result = generate_suite(*problem, spec);
    bool has_open = false;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        if (!problem->goals()[GoalId(i)].is_shown)
        {
            continue;
        }
        const GoalAnswer& answer = result.answers[i];
        CHECK((answer.status != GoalStatus::covered || answer.test.has_value()));
        CHECK((answer.status == GoalStatus::covered || !answer.reason.empty()));
        has_open = has_open || answer.status == GoalStatus::open;
    }
    CHECK(has_open);
}

TEST_CASE("generate: algorithms have names that are read back", "[evm][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        CHECK(parse_algorithm(to_string(algorithm)) == algorithm);
    }
    CHECK_FALSE(parse_algorithm("dynamo"));
}
