// SPDX-License-Identifier: Apache-2.0
// How a deadline is shared out, by the measure of the machine.
#include "plugs/jvm/schedule.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/suite/generate.hpp>

#include <atomic>
#include <chrono>
#include <optional>

using namespace sbst;
using namespace sbst::cli;
using Seconds = Schedule::Seconds;

namespace
{

constexpr Seconds deadline{30.0};

jvm::StartTimes start(double clock, double own)
{
    return {.clock = Seconds(clock), .own = Seconds(own)};
}

double search_seconds(const Schedule& schedule)
{
    return schedule.search_spec({}).budget.max_seconds.value().count();
}

double proof_seconds(const Schedule& schedule)
{
    return Seconds(schedule.proof_limit()).count();
}

}  // namespace

TEST_CASE("schedule: an idle machine leaves most of a deadline to the search", "[cli][schedule]")
{
    Schedule schedule(deadline, Schedule::Clock::now());
    schedule.measure(start(0.5, 0.5));
    CHECK(schedule.slowness() == 1.0);
    CHECK(schedule.warning().empty());
    CHECK(search_seconds(schedule) > 15.0);
    CHECK(search_seconds(schedule) < 18.0);
    // Behind it and its minimisation there is time for a proof, and for the end.
    CHECK(29.0 - 1.1 * search_seconds(schedule) > 10.0);
    CHECK_FALSE(schedule.start_stop(StopToken{}).stop_requested());
    CHECK_FALSE(schedule.until_end(StopToken{}).stop_requested());
}

TEST_CASE(
    "schedule: a busy machine gives the proof and the end more time, and short deadlines cause a "
    "warning",
    "[cli][schedule]")
{
    Schedule idle(deadline, Schedule::Clock::now());
    idle.measure(start(0.5, 0.5));
    Schedule slow(deadline, Schedule::Clock::now());
    slow.measure(start(1.0, 0.5));
    CHECK(slow.slowness() == 2.0);
    CHECK(slow.warning().empty());
    CHECK(search_seconds(slow) < search_seconds(idle));

    Schedule busy(deadline, Schedule::Clock::now());
    busy.measure(start(6.0, 0.4));
    CHECK(search_seconds(busy) < search_seconds(slow));
    CHECK(search_seconds(busy) > 0.0);
    CHECK(busy.warning().find("15 times as long") != std::string::npos);
    CHECK(busy.warning().find("--deadline 30 does not leave") != std::string::npos);
    // At most a quarter is kept for the end.
    CHECK(proof_seconds(busy) <= 22.5 - 6.0);
    CHECK(proof_seconds(busy) > 10.0);
}

TEST_CASE("schedule: the warning counts every start of a worker", "[cli][schedule]")
{
    Schedule slow(Seconds(40.0), Schedule::Clock::now());
    slow.measure(start(5.0, 5.0));
    CHECK(slow.warning().starts_with("a worker took 5.0 s to start; a proof would take some 35 s"));
}

TEST_CASE("schedule: advice names the limit that ended the proof", "[cli][schedule]")
{
    const Schedule with(deadline, Schedule::Clock::now());
    CHECK(with.advice().starts_with("--deadline 30 ended the proof"));
    const Schedule without(std::nullopt, Schedule::Clock::now());
    CHECK(without.advice() ==
          "without --deadline a proof has 120 s here, which ended it: give a long one, such as "
          "--deadline 600");
}

TEST_CASE("schedule: slowness is measured again and does not shrink", "[cli][schedule]")
{
    Schedule schedule(std::nullopt, Schedule::Clock::now());
    schedule.measure_again();
    CHECK(schedule.slowness() >= 1.0);
    schedule.measure(start(10.0, 0.5));
    schedule.measure_again();
    CHECK(schedule.slowness() >= 20.0);
}

TEST_CASE("schedule: a deadline begins with the process and does not move", "[cli][schedule]")
{
    const auto now = Schedule::Clock::now();
    const Schedule late(deadline, now - std::chrono::seconds(25));
    CHECK(late.start_stop(StopToken{}).is_past_deadline());
    CHECK_FALSE(late.until_end(StopToken{}).stop_requested());
    CHECK(search_seconds(late) < 3.0);
    const Schedule over(deadline, now - std::chrono::seconds(40));
    CHECK(over.until_end(StopToken{}).stop_requested());
    CHECK(search_seconds(over) == 0.1);
    CHECK(over.proof_limit() == std::chrono::milliseconds(1));

    CHECK(process_start() <= Schedule::Clock::now());
    CHECK(process_start() > now - std::chrono::hours(1));
}

TEST_CASE("schedule: a shorter limit of the search's own stays", "[cli][schedule]")
{
    const Schedule schedule(deadline, Schedule::Clock::now());
    RunSpec spec;
    spec.budget.max_seconds = Seconds(2.0);
    CHECK(schedule.search_spec(spec).budget.max_seconds == Seconds(2.0));
}

TEST_CASE("schedule: without a deadline only the proof is limited, more on a busy machine",
    "[cli][schedule]")
{
    Schedule schedule(std::nullopt, Schedule::Clock::now());
    CHECK_FALSE(schedule.search_spec({}).budget.max_seconds.has_value());
    CHECK_FALSE(schedule.start_stop(StopToken{}).is_past_deadline());
    CHECK(schedule.proof_limit() == jvm::ProofOptions{}.limit);
    schedule.measure(start(10.0, 0.5));
    CHECK(schedule.proof_limit() == 20 * jvm::ProofOptions{}.limit);
    CHECK(schedule.warning().empty());
}

TEST_CASE("schedule: an interrupt ends the start, with a deadline and without", "[cli][schedule]")
{
    const std::optional<Seconds> limit = GENERATE(std::optional<Seconds>{}, deadline);
    const Schedule schedule(limit, Schedule::Clock::now());
    std::atomic<bool> flag{false};
    const StopToken stop = schedule.start_stop(StopToken(&flag));
    CHECK_FALSE(stop.stop_requested());
    flag.store(true);
    CHECK(stop.was_interrupted());
}
