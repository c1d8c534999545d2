// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

using namespace sbst;
using namespace sbst::testing_support;

TEST_CASE("random_search: batches depend on the population alone", "[core][random_search][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 500});
    const auto result = search(Algorithm::random, problem, {}, meter, 1);
    REQUIRE(problem.batch_sizes.size() >= 10);
    CHECK(problem.batch_sizes[0] == 50);
    CHECK(problem.batch_sizes[9] == 50);
    CHECK(result.log.counters.executions == 500);
}
