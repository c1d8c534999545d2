// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/run_log.hpp>

#include <atomic>
#include <limits>

using namespace sbst;
using Seconds = std::chrono::duration<double>;

TEST_CASE("budget: one without a limit is rejected", "[core][budget][unit]")
{
    CHECK_THROWS_AS(validate(Budget{}), ConfigError);
    CHECK_THROWS_AS(BudgetMeter(Budget{}), ConfigError);
}

TEST_CASE("budget: limits that are not positive are rejected", "[core][budget][unit]")
{
    CHECK_THROWS_WITH(
        validate(Budget{.max_executions = 0}), Catch::Matchers::Contains("max_executions is 0"));
    CHECK_THROWS_AS(validate(Budget{.max_calls = 0}), ConfigError);
    CHECK_THROWS_AS(validate(Budget{.max_generations = 0}), ConfigError);
    CHECK_THROWS_AS(validate(Budget{.max_seconds = Seconds(0.0)}), ConfigError);
    CHECK_THROWS_AS(validate(Budget{.max_seconds = Seconds(-1.0)}), ConfigError);
    CHECK_THROWS_AS(
        validate(Budget{.max_seconds = Seconds(std::numeric_limits<double>::quiet_NaN())}),
        ConfigError);
    CHECK_NOTHROW(validate(Budget{.max_executions = 1}));
}

TEST_CASE(
    "budget meter: executions are given out to the last one and no further", "[core][budget][unit]")
{
    BudgetMeter meter(Budget{.max_executions = 5});
    CHECK(meter.executions_left(3) == 3);
    CHECK(meter.executions_left(50) == 5);
    for (int i = 0; i < 4; ++i)
    {
        meter.count_execution(2);
        CHECK_FALSE(meter.exhausted());
    }
    CHECK(meter.executions_left(50) == 1);
    meter.count_execution(2);
    CHECK(meter.executions_left(50) == 0);
    CHECK(meter.exhausted() == StopReason::executions);
    CHECK(meter.calls() == 10);
}

TEST_CASE("budget meter: each limit ends the run under its own name", "[core][budget][unit]")
{
    BudgetMeter calls(Budget{.max_calls = 3});
    calls.count_execution(2);
    CHECK_FALSE(calls.exhausted());
    calls.count_execution(2);
    CHECK(calls.exhausted() == StopReason::calls);

    BudgetMeter generations(Budget{.max_generations = 1});
    CHECK_FALSE(generations.exhausted());
    generations.count_generation();
    CHECK(generations.exhausted() == StopReason::generations);

    const BudgetMeter seconds(Budget{.max_seconds = Seconds(1e-9)});
    while (!seconds.stop_token().stop_requested())
    {
    }
    CHECK(seconds.exhausted() == StopReason::seconds);

    std::atomic<bool> flag = false;
    const BudgetMeter interrupted(Budget{.max_executions = 1}, StopToken(&flag));
    CHECK_FALSE(interrupted.exhausted());
    flag = true;
    CHECK(interrupted.exhausted() == StopReason::interrupted);
}

TEST_CASE("budget meter: the spent share is that of the nearest limit, and a run may be ended",
    "[core][budget][unit]")
{
    BudgetMeter meter(Budget{.max_executions = 10, .max_calls = 8});
    CHECK(meter.spent_share() == 0.0);
    meter.count_execution(4);
    CHECK(meter.spent_share() == 0.5);
    CHECK_FALSE(meter.exhausted());
    meter.end(StopReason::no_start);
    CHECK(meter.exhausted() == StopReason::no_start);
}

TEST_CASE("budget meter: a reproducible limit is named before the clock", "[core][budget][unit]")
{
    BudgetMeter meter(Budget{.max_executions = 1, .max_seconds = Seconds(1e-9)});
    meter.count_execution(1);
    while (!meter.stop_token().stop_requested())
    {
    }
    CHECK(meter.exhausted() == StopReason::executions);
}

TEST_CASE("budget meter: a limit of centuries does not overflow the clock", "[core][budget][unit]")
{
    const BudgetMeter meter(Budget{.max_seconds = Seconds(1e300)});
    CHECK_FALSE(meter.exhausted());
}

TEST_CASE("stop reasons: reports use their dashed names", "[core][budget][unit]")
{
    CHECK(to_string(StopReason::all_covered) == "all-covered");
    CHECK(to_string(StopReason::executions) == "executions");
    CHECK(to_string(StopReason::calls) == "calls");
    CHECK(to_string(StopReason::generations) == "generations");
    CHECK(to_string(StopReason::seconds) == "seconds");
    CHECK(to_string(StopReason::interrupted) == "interrupted");
    CHECK(to_string(StopReason::adapter_failed) == "adapter-failed");
    CHECK(to_string(StopReason::no_start) == "no-start");
}

TEST_CASE("run log: the timeline tells what was covered after any execution", "[core][run_log]")
{
    BudgetMeter meter(Budget{.max_executions = 10});
    RunLog log;
    meter.count_execution(3);
    log.add_point(meter, 2);
    meter.count_execution(4);
    meter.count_execution(4);
    log.add_point(meter, 3);
    log.add_point(meter, 5);
    meter.count_generation();
    meter.count_rerun();
    log.finish(meter);

    CHECK(log.timeline == std::vector<CoveragePoint>{{1, 2}, {3, 5}});
    CHECK(log.seconds_at.size() == 2);
    CHECK(log.covered_at(0) == 0);
    CHECK(log.covered_at(1) == 2);
    CHECK(log.covered_at(2) == 2);
    CHECK(log.covered_at(99) == 5);
    CHECK(log.counters == RunCounters{3, 11, 1, 1});
}
