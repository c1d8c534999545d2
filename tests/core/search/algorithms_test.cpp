// SPDX-License-Identifier: Apache-2.0
// The duties of every algorithm of the list: reject bad options, find a known optimum, give the
// same bytes for the same seed, beat random search, and keep to its budget. Tests of single
// algorithms are in algorithms/.
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

#include <atomic>
#include <limits>
#include <set>
#include <string_view>

using namespace sbst;
using namespace sbst::testing_support;

TEST_CASE(
    "search algorithms: each describes itself, under a name of its own", "[core][search][unit]")
{
    std::set<std::string_view> names;
    for (const AlgorithmRow& row : algorithm_rows)
    {
        INFO(row.name);
        CHECK(names.insert(row.name).second);
        CHECK(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
        CHECK_FALSE(row.summary.empty());
        CHECK_FALSE(row.source.empty());
        CHECK(to_string(row.algorithm) == row.name);
        CHECK(parse_algorithm(row.name) == row.algorithm);
    }
    CHECK(to_string(Algorithm(algorithm_count)).empty());
}

TEST_CASE("search algorithms: unusable options are rejected", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    const SearchOptions bad =
        GENERATE_COPY(SearchOptions{.population_size = 0}, SearchOptions{.population_size = 20'001},
            SearchOptions{.crossover_prob = 1.5}, SearchOptions{.crossover_prob = not_a_number},
            SearchOptions{.tournament_size = 0}, SearchOptions{.rank_bias = 1.0},
            SearchOptions{.rank_bias = 2.5}, SearchOptions{.new_blood_share = -0.1},
            SearchOptions{.new_blood_random_prob = 2.0}, SearchOptions{.mio_tests_per_goal = 0},
            SearchOptions{.mio_random_prob = -1.0}, SearchOptions{.mio_mutations = 0},
            SearchOptions{.mio_focus_start = 1.1}, SearchOptions{.suite_initial_tests = 0},
            SearchOptions{.suite_max_tests = 9}, SearchOptions{.suite_insertion_prob = 1.1},
            SearchOptions{.suite_clone_prob = -0.1}, SearchOptions{.suite_bloat_factor = 0.9});
    CHECK_THROWS_AS(search(algorithm, {.max_executions = 10}, 1, bad), ConfigError);
}

TEST_CASE("search algorithms: all but random search open the lock", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(guided_algorithms()));
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
    {
        INFO("seed " << seed);
        const auto result = search(algorithm, {.max_executions = 60'000}, seed);
        CHECK(result.stopped_by == StopReason::all_covered);
        CHECK(result.archive.covered_count() == 8);
        const LockProblem::Test* opener = result.archive.find(GoalId(7));
        REQUIRE(opener != nullptr);
        CHECK(result.log.timeline.back().covered == 8);
        // The last batch is merged whole: at most population and new blood after the last goal.
        CHECK(result.log.timeline.back().executions + 65 > result.log.counters.executions);
    }
}

TEST_CASE("search algorithms: the same seed gives the same tests, another seed does not",
    "[core][search][property]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const LockProblem problem;
    const Budget budget{.max_executions = 2000};
    const auto first = search(algorithm, budget, 3);
    const auto second = search(algorithm, budget, 3);
    const auto other = search(algorithm, budget, 4);
    CHECK(first.archive.suite(problem.goals()) == second.archive.suite(problem.goals()));
    CHECK(first.log.timeline == second.log.timeline);
    CHECK(first.log.counters == second.log.counters);
    CHECK(first.log.timeline != other.log.timeline);
}

TEST_CASE(
    "search algorithms: all others beat random search at equal executions", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(guided_algorithms()));
    std::size_t wins = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        wins +=
            covered_by(algorithm, 6000, seed) > covered_by(Algorithm::random, 6000, seed) ? 1U : 0U;
    }
    CHECK(wins >= 9);
}

TEST_CASE(
    "search algorithms: the execution budget is spent to the last one", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const std::uint64_t executions = GENERATE(1U, 49U, 50U, 51U, 777U);
    // A code of one digit is soon covered: the run goes on all the same.
    for (const auto& code : {std::vector<int>{4217}, std::vector<int>{1, 2, 3, 4, 5, 6, 7}})
    {
        LockProblem problem(code);
        BudgetMeter meter(Budget{.max_executions = executions, .keep_going = true});
        const auto result = search(algorithm, problem, {}, meter, 1);
        CHECK(problem.executed - result.log.counters.reruns == executions);
        CHECK(result.log.counters.executions == executions);
        CHECK(result.stopped_by == StopReason::executions);
    }
}

TEST_CASE("search algorithms: after full coverage the run keeps going and tests become shorter",
    "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(guided_algorithms()));
    const auto covered = search(algorithm, {.max_executions = 60'000}, 1);
    const auto longer = search(algorithm, {.max_executions = 60'000, .keep_going = true}, 1);
    REQUIRE(longer.archive.find(GoalId(7)) != nullptr);
    CHECK(longer.log.counters.executions == 60'000);
    CHECK(longer.archive.find(GoalId(7))->size() <= covered.archive.find(GoalId(7))->size());
    CHECK(longer.archive.find(GoalId(7))->size() == 4);
}

TEST_CASE(
    "search algorithms: generations, calls and interruption end a run too", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const auto generations = search(algorithm, {.max_generations = 3}, 1);
    CHECK(generations.stopped_by == StopReason::generations);
    CHECK(generations.log.counters.generations == 3);
    // Four batches; children that equal their parents are not run.
    CHECK(generations.log.counters.executions > 190);

    const auto calls = search(algorithm, {.max_calls = 1000}, 1);
    CHECK(calls.stopped_by == StopReason::calls);
    CHECK(calls.log.counters.calls >= 1000);

    LockProblem problem;
    std::atomic<bool> flag = true;
    BudgetMeter meter(Budget{.max_executions = 1000}, StopToken(&flag));
    const auto interrupted = search(algorithm, problem, {}, meter, 1);
    CHECK(interrupted.stopped_by == StopReason::interrupted);
    CHECK(interrupted.log.counters.executions == 0);
}

TEST_CASE("search algorithms: an adapter that runs nothing is an error, not an endless loop",
    "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem;
    problem.fail_after = 100;
    BudgetMeter meter(Budget{.max_executions = 1000});
    CHECK_THROWS_AS(search(algorithm, problem, {}, meter, 1), AdapterError);
}

TEST_CASE("search algorithms: every open goal has its nearest test", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const auto result = search(algorithm, {.max_executions = 300}, 2);
    const LockProblem problem;
    REQUIRE(result.archive.covered_count() < problem.goals().size());
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const GoalId goal(i);
        CHECK(result.archive.is_covered(goal) != result.archive.nearest(goal).has_value());
    }
    // The last digit is far away: its nearest test is as many dependencies away as digits are
    // missing.
    CHECK(result.archive.nearest(GoalId(7))->fitness.approach_level >= 1);
}

TEST_CASE("search algorithms: a covered goal that was proved infeasible is an error with proof",
    "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem;
    problem.graph().mark_infeasible(GoalId(0), "wishful thinking");
    BudgetMeter meter(Budget{.max_executions = 1000});
    CHECK_THROWS_WITH(search(algorithm, problem, {}, meter, 1),
        Catch::Matchers::Contains("digit 0 missed") &&
            Catch::Matchers::Contains("wishful thinking") && Catch::Matchers::Contains("enter "));
}

TEST_CASE("search algorithms: odd and tiny populations work", "[core][search][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    const std::size_t size = GENERATE(1U, 2U, 7U);
    SearchOptions options;
    options.population_size = size;
    options.new_blood_share = 0.0;
    const auto result = search(algorithm, {.max_executions = 500, .keep_going = true}, 1, options);
    CHECK(result.log.counters.executions == 500);
}
