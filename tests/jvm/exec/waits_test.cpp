// SPDX-License-Identifier: Apache-2.0
// Tests that wait for ever or for their own threads, and what they leave in the JVM.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

SubjectPlan plan_with_waits()
{
    SubjectPlan plan = fixture_plan();
    plan.preload.emplace_back("p/Waits");
    return plan;
}

/// A limit of one test after which the clock cannot have stopped it, on a loaded machine either.
WorkerSettings patient_settings()
{
    WorkerSettings settings = fixture_settings();
    settings.test_limit = std::chrono::milliseconds(5000);
    return settings;
}

void check_returned(const Ran& ran, std::int64_t result)
{
    CHECK(ran.trace.was_run);
    CHECK(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::none));
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits == result);
}

}  // namespace

TEST_CASE(
    "worker: a test that waits for ever is stopped, and the worker goes on", "[jvm][exec][waits]")
{
    // Only an early stop keeps these few tests below the limit of one.
    const WorkerSettings settings = patient_settings();
    Fixture fixture(settings, plan_with_waits());
    check_returned(fixture.call("p/Waits.forThread", "()I"), 7);
    const std::vector<std::string> methods{"forNotice", "forLatch", "forElement"};
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string& method : methods)
    {
        CAPTURE(method);
        const Ran ran = fixture.call("p/Waits." + method, "()V");
        CHECK(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::watchdog));
        CHECK(ran.last().kind == OutcomeKind::timed_out);
        check_returned(fixture.call("p/Waits.forThread", "()I"), 7);
    }
    CHECK(std::chrono::steady_clock::now() - begin < settings.test_limit);
    CHECK(fixture.pool.counters().watchdog_stops == methods.size());
    CHECK(fixture.pool.counters().deaths == 0);
    CHECK(fixture.pool.counters().respawns == 0);
}

TEST_CASE("worker: a test that waits for its own thread is not stopped", "[jvm][exec][waits]")
{
    const auto* const method = GENERATE("p/Waits.forThread", "p/Waits.forSignal");
    CAPTURE(method);
    Fixture fixture(patient_settings(), plan_with_waits());
    for (int round = 0; round < 3; ++round)
    {
        CAPTURE(round);
        check_returned(fixture.call(method, "()I"), 7);
    }
    CHECK(fixture.pool.counters().watchdog_stops == 0);
    CHECK(fixture.pool.counters().respawns == 0);
}

TEST_CASE("worker: a short wait for other threads counts as refused", "[jvm][exec][waits]")
{
    SubjectPlan plan = fixture_plan();
    plan.preload.insert(
        plan.preload.end(), {"p/Racing", "p/Racing$Short", "p/Racing$Safe", "p/Racing$Named"});
    Fixture fixture(patient_settings(), plan);
    for (const char* const method : {"latch", "sleep", "sleepInUnit", "park", "join", "notice",
             "element", "element", "all", "future", "future"})
    {
        CAPTURE(method);
        const Ran ran = fixture.call(std::string("p/Racing$Short.") + method, "()I");
        check_returned(ran, 7);
        CHECK(ran.detail.was_refused);
        CHECK(ran.detail.was_refused_here);
    }
    for (const char* const method :
        {"alone", "patient", "patientInUnit", "withoutLimit", "converted", "inThread"})
    {
        CAPTURE(method);
        const Ran ran = fixture.call(std::string("p/Racing$Safe.") + method, "()I");
        check_returned(ran, 7);
        CHECK_FALSE(ran.detail.was_refused);
    }
}

TEST_CASE("worker: pools of threads that tests leave cost no worker", "[jvm][exec][waits]")
{
    const auto* const method = GENERATE("p/Waits.leavePool", "p/Waits.leaveBusyPool");
    CAPTURE(method);
    Fixture fixture(fixture_settings(), plan_with_waits());
    constexpr std::uint64_t rounds = 10;
    for (std::uint64_t round = 0; round < rounds; ++round)
    {
        CAPTURE(round);
        check_returned(fixture.call(method, "()I"), 7);
    }
    // A pool that goes on costs a worker each time. On a loaded machine threads may end too late.
    CHECK(fixture.pool.counters().respawns < rounds / 2);
    CHECK(fixture.pool.counters().watchdog_stops == 0);
}

TEST_CASE("worker: a managed bean of a test is gone in the next one", "[jvm][exec][waits]")
{
    Fixture fixture(patient_settings(), plan_with_waits());
    // They go by the end of the test, and not because another worker runs the next one.
    for (int round = 0; round < 3; ++round)
    {
        CAPTURE(round);
        check_returned(fixture.call("p/Waits.register", "()I"), 7);
    }
    CHECK(fixture.pool.counters().respawns == 0);
    const Ran ran = fixture.call("p/Waits.beansOfJdk", "()I");
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits > 5);
}
