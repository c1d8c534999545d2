// SPDX-License-Identifier: Apache-2.0
// The promises of generate() for every run, on a subject with objects: budgets, answers, seeds.
// Next: early_end_test.cpp.
#include "core/run/watched_bank.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/run/generate.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::test_support;
using Catch::Matchers::Contains;

namespace
{

/// Everything that the seed decides of a result.
std::string to_text(const WatchedBank& bank, const RunResult& result)
{
    std::string text;
    for (const TestCase& test : result.suite)
    {
        text += bank.render(test) + "\n";
    }
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const GoalAnswer& answer = result.answers[i];
        text += bank.goals()[GoalId(i)].label + ": " + std::string(to_string(answer.status)) + " " +
                std::to_string(answer.test.value_or(0)) + " " + answer.reason + "\n";
    }
    for (const CoveragePoint& point : result.log.timeline)
    {
        text += std::to_string(point.executions) + ":" + std::to_string(point.covered) + " ";
    }
    return text + std::to_string(result.executions) + " " + std::to_string(result.calls) + " " +
           std::to_string(result.reruns);
}

/// A shop with two goals that are covered soon and two that are proved infeasible.
struct Shop : InProcessProblem<std::shared_ptr<int>>
{
    Shop()
    {
        const TypeId number = universe().add(integer_type(8, true));
        const PredicateId sold = add_branch("sell: more than nothing");
        const PredicateId closed = add_branch("sell: closed");
        for (const bool outcome : {false, true})
        {
            graph().mark_infeasible(*find_branch(goals(), closed, outcome), "it never closes");
        }
        add({CallableKind::function, "sell", {{"number", number}}, nothing()},
            [=, this](const auto& arguments) {
                recorder().compare(sold, arguments.integer(0), Relation::gt, 0);
                return Result();
            });
    }
};

}  // namespace

TEST_CASE("generate: a budget of executions is spent to the last test", "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        for (const std::uint64_t executions : {1U, 49U, 50U, 51U, 333U, 1000U})
        {
            INFO(to_string(algorithm) << ", " << executions);
            WatchedBank bank;
            RunSpec spec = spec_of(executions);
            spec.algorithm = algorithm;
            spec.budget.keep_going = true;
            const RunResult result = generate(bank, spec);
            CHECK(result.stopped_by == StopReason::executions);
            CHECK(result.executions == executions);
            CHECK(result.log.counters.executions == executions);
            CHECK(bank.executed >= executions + result.reruns + result.suite.size());
            check_answers(bank, result);
        }
    }
}

TEST_CASE("generate: budgets of calls and of generations end a run after a generation",
    "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        INFO(to_string(algorithm));
        RunSpec spec;
        spec.algorithm = algorithm;
        spec.budget = {.max_calls = 3000};
        WatchedBank first;
        const RunResult calls = generate(first, spec);
        CHECK(calls.stopped_by == StopReason::calls);
        CHECK(calls.calls >= 3000);
        CHECK(calls.calls < 20'000);

        spec.budget = {.max_generations = 3};
        WatchedBank second;
        const RunResult rounds = generate(second, spec);
        CHECK(rounds.stopped_by == StopReason::generations);
        CHECK(rounds.log.counters.generations == 3);
    }
}

TEST_CASE("generate: a run ends when all sought goals are covered, unless it should go on",
    "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        INFO(to_string(algorithm));
        RunSpec spec = spec_of(5000);
        spec.algorithm = algorithm;
        Shop shop;
        const RunResult result = generate(shop, spec);
        CHECK(result.stopped_by == StopReason::all_covered);
        CHECK(result.executions < 5000);
        CHECK(count(result, GoalStatus::covered) == 2);
        CHECK(count(result, GoalStatus::infeasible) == 2);
        CHECK(count(result, GoalStatus::open) == 0);

        spec.budget.keep_going = true;
        Shop other;
        const RunResult longer = generate(other, spec);
        CHECK(longer.stopped_by == StopReason::executions);
        CHECK(longer.executions == 5000);
        CHECK(count(longer, GoalStatus::covered) == 2);
    }
}

TEST_CASE(
    "generate: infeasible goals are answered by their proofs and not sought", "[core][generate]")
{
    WatchedBank bank;
    bank.prove_vault_shut();
    const RunResult result = generate(bank, spec_of(1000));
    check_answers(bank, result);
    for (const bool outcome : {false, true})
    {
        const GoalId goal = *find_branch(bank.goals(), bank.vault(), outcome);
        CHECK(result.answers[goal.index()].reason == "the vault has no door");
        CHECK_FALSE(result.answers[goal.index()].nearest.has_value());
    }

    WatchedBank open;
    const RunResult unproved = generate(open, spec_of(1000));
    const GoalAnswer& vault =
        unproved.answers[find_branch(open.goals(), open.vault(), true)->index()];
    CHECK(vault.status == GoalStatus::open);
    CHECK(vault.reason == "nothing that leads to it was reached");
}

TEST_CASE("generate: a test that covers an infeasible goal ends the run with an error",
    "[core][generate]")
{
    WatchedBank bank;
    bank.prove_infeasible(bank.goal_of("deposit entered"), "no account has money");
    CHECK_THROWS_WITH(generate(bank, spec_of(1000)),
        Contains("deposit entered") && Contains("no account has money"));
}

TEST_CASE("generate: minimising changes neither the search nor the coverage", "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        INFO(to_string(algorithm));
        RunSpec spec = spec_of(2000, 3);
        spec.algorithm = algorithm;
        WatchedBank first;
        const RunResult small = generate(first, spec);
        spec.minimise = false;
        WatchedBank second;
        const RunResult large = generate(second, spec);
        CHECK(small.log.timeline == large.log.timeline);
        CHECK(small.log.counters == large.log.counters);
        CHECK(covered(small) == covered(large));
        CHECK(small.suite.size() <= large.suite.size());
        CHECK(count_calls(small) < count_calls(large));
        check_answers(first, small);
        check_answers(second, large);
    }
}

TEST_CASE("generate: running the suite again gives the coverage of the answers", "[core][generate]")
{
    for (const bool prefer_few_tests : {false, true})
    {
        WatchedBank bank;
        GenerateOptions options;
        options.prefer_few_tests = prefer_few_tests;
        const RunResult result = generate(bank, spec_of(2000), options);
        const RunResult again = measure_suite(bank, result.suite);
        CHECK(covered(again) == covered(result));
        CHECK(again.covered_by_test == result.covered_by_test);
    }
}

TEST_CASE(
    "generate: a seed decides every byte, and each seed decides otherwise", "[core][generate]")
{
    for (const Algorithm algorithm : all_algorithms)
    {
        INFO(to_string(algorithm));
        std::set<std::string> texts;
        for (const std::uint64_t seed : {1U, 2U, 3U})
        {
            RunSpec spec = spec_of(600, seed);
            spec.algorithm = algorithm;
            WatchedBank first;
            WatchedBank second;
            const std::string text = to_text(first, generate(first, spec));
            CHECK(text == to_text(second, generate(second, spec)));
            texts.insert(text);
        }
        CHECK(texts.size() == 3);
    }
}

TEST_CASE(
    "generate: progress counts the search, then the suite that is minimised", "[core][generate]")
{
    WatchedBank bank;
    std::vector<RunProgress> seen;
    const RunResult result = generate(
        bank, spec_of(1000), {}, {}, [&seen](const RunProgress& now) { seen.push_back(now); });
    const auto is_minimising = [](const RunProgress& now) {
        return now.phase == RunPhase::minimising;
    };
    CHECK(std::is_partitioned(seen.begin(), seen.end(),
        [&is_minimising](const RunProgress& now) { return !is_minimising(now); }));
    const auto minimising = std::find_if(seen.begin(), seen.end(), is_minimising);
    REQUIRE(minimising != seen.begin());
    REQUIRE(minimising != seen.end());
    const RunProgress& last_of_search = *(minimising - 1);
    CHECK(last_of_search.executions == result.executions);
    CHECK(last_of_search.covered == result.log.timeline.back().covered);
    CHECK(last_of_search.sought == count_sought(bank.goals()));
    CHECK(minimising->executions == 0);
    CHECK(minimising->tests >= result.suite.size());
    CHECK(seen.back().tests == result.suite.size());
}
