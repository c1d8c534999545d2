// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>

using namespace sbst;
using namespace sbst::testing_support;

TEST_CASE("guided_random: rounds have the size of the options", "[core][guided_random][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    const auto result =
        search(Algorithm::guided_random, problem, {.guided_batch_size = 7}, meter, 1);
    // The last one is cut to the budget; what is run again comes behind it.
    REQUIRE(problem.batch_sizes.size() >= 15);
    CHECK(problem.batch_sizes[14] == 2);
    CHECK(problem.batch_sizes[0] == 7);
    CHECK(problem.batch_sizes[13] == 7);
    CHECK(result.log.counters.executions == 100);
    CHECK_THROWS_AS(
        search(Algorithm::guided_random, {.max_executions = 10}, 1, {.guided_batch_size = 0}),
        ConfigError);
}
