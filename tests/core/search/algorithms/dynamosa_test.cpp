// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::testing_support;

TEST_CASE("dynamosa: goals become active when the way to them is open", "[core][dynamosa][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 60'000});
    Rng rng(1);
    StateWatcher watcher;
    const auto result = dynamosa(problem, {}, meter, rng, watcher);
    CHECK(result.stopped_by == StopReason::all_covered);
    REQUIRE_FALSE(watcher.active.empty());
    // Every random test misses the first digit: what is left of the roots is to hit it.
    CHECK(watcher.active.front() == std::vector<GoalId>{GoalId(1)});
    for (const std::vector<GoalId>& active : watcher.active)
    {
        CHECK(active.size() <= 2);
    }
}

TEST_CASE("dynamosa: the best test of each active goal survives in a population that is too small",
    "[core][dynamosa][unit]")
{
    LockProblem problem;
    // All goals are roots, so that many are active at once.
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        problem.graph().mark_root(GoalId(i));
    }
    BudgetMeter meter(Budget{.max_executions = 2000});
    Rng rng(1);
    StateWatcher watcher;
    (void)dynamosa(problem, {.population_size = 1}, meter, rng, watcher);
    CHECK(watcher.largest_population > 1);
}

TEST_CASE("dynamosa: every selection and diversity opens the lock", "[core][dynamosa][unit]")
{
    const auto selection = GENERATE(Selection::tournament, Selection::rank);
    const auto diversity = GENERATE(Diversity::sub_vector_dominance,
        Diversity::dual_sub_vector_dominance, Diversity::fast_epsilon, Diversity::crowding);
    SearchOptions options;
    options.selection = selection;
    options.diversity = diversity;
    const auto result = search(Algorithm::dynamosa, {.max_executions = 60'000}, 1, options);
    CHECK(result.archive.covered_count() == 8);
}
