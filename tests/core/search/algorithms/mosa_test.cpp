// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::testing_support;

TEST_CASE("mosa: every uncovered goal is active from the start", "[core][mosa][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 500});
    Rng rng(1);
    StateWatcher watcher;
    const auto result = mosa(problem, {}, meter, rng, watcher);
    REQUIRE_FALSE(watcher.active.empty());
    // All but "digit 0 missed", which every random test covers.
    CHECK(watcher.active.front().size() == problem.goals().size() - 1);
    CHECK(watcher.active.back().size() + result.archive.covered_count() >= problem.goals().size());
}

TEST_CASE("mosa: the first front is cut to the size of the population", "[core][mosa][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 2000});
    Rng rng(1);
    StateWatcher watcher;
    (void)mosa(problem, {.population_size = 1}, meter, rng, watcher);
    CHECK(watcher.largest_population == 1);
}
