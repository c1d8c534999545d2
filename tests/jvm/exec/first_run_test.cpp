// SPDX-License-Identifier: Apache-2.0
// What happens once in a worker, the initialisation of classes, is no part of the test that meets
// it.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// Fewer steps than the slow initialisers of the fixture take.
constexpr std::uint32_t few_steps = 1000;
constexpr std::int64_t many_rounds = 5000;

WorkerSettings few_step_settings()
{
    WorkerSettings settings = fixture_settings();
    settings.probe_budget = few_steps;
    return settings;
}

Ran value_of(Fixture& fixture, std::string_view late)
{
    return fixture.call("p/Firsts.value", "(Ljava/lang/String;)I",
        [late](TestWriter& writer) { writer.add_string(late); });
}

/// What was covered, with its distances and counts.
std::vector<std::vector<std::uint64_t>> coverage_of(const Trace& trace)
{
    std::vector<std::vector<std::uint64_t>> rows;
    for (const PredicateTrace& one : trace.predicates)
    {
        rows.push_back({one.predicate.index(), one.all.hits_true, one.all.hits_false,
            one.all.least_true.whole.limbs[0], one.all.least_false.whole.limbs[0],
            one.direct.hits_true, one.direct.hits_false});
    }
    for (const MethodTrace& one : trace.methods)
    {
        rows.push_back(
            {one.method.index(), one.entered, one.entered_directly, one.left, one.left_directly});
    }
    return rows;
}

}  // namespace

TEST_CASE("worker: a test that initialises a class is like the next one", "[jvm][exec][first_run]")
{
    const auto [name, value] = GENERATE(table<std::string, std::int64_t>({
        {"Quick", 0 + 1 + 2 + 3 + 4 + 2},
        // Alone it takes more steps than a test has.
        {"Slow", many_rounds * (many_rounds - 1) / 2 + 2},
    }));
    CAPTURE(name);
    Fixture fixture(few_step_settings());
    const Ran first = value_of(fixture, name);
    CHECK(static_cast<int>(first.detail.stop) == static_cast<int>(StopCause::none));
    REQUIRE(first.last().kind == OutcomeKind::returned);
    REQUIRE(first.detail.results.size() == 1);
    CHECK(first.detail.results[0].bits == value);
    CHECK(first.last().steps < few_steps);
    // Its own two methods and their two branches; the initialiser's loop is not among them.
    CHECK(first.trace.methods.size() == 2);
    CHECK(first.trace.predicates.size() == 2);
    for (int again = 0; again < 3; ++again)
    {
        CAPTURE(again);
        const Ran next = value_of(fixture, name);
        CHECK(next.detail.stop == StopCause::none);
        CHECK(next.last().kind == first.last().kind);
        CHECK(next.last().steps == first.last().steps);
        CHECK(next.detail.results == first.detail.results);
        CHECK(coverage_of(next.trace) == coverage_of(first.trace));
    }
    CHECK(fixture.pool.counters().respawns == 0);
    CHECK(fixture.pool.counters().budget_stops == 0);
}

TEST_CASE("worker: a test that loops itself is stopped, whatever it initialises",
    "[jvm][exec][first_run]")
{
    Fixture fixture(few_step_settings());
    const std::size_t value = fixture.method("p/Firsts.value", "(Ljava/lang/String;)I");
    const std::size_t rounds = fixture.method("rounds", "(I)I");
    for (int again = 0; again < 2; ++again)
    {
        CAPTURE(again);
        const Ran ran = fixture.run([&](TestWriter& writer) {
            writer.begin_call(value);
            writer.add_string(std::string_view("Other"));
            writer.begin_call(rounds);
            writer.add_integer(many_rounds);
        });
        CHECK(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::budget));
        REQUIRE(ran.trace.calls.size() == 2);
        CHECK(ran.trace.calls[0].kind == OutcomeKind::returned);
        CHECK(ran.trace.calls[1].kind == OutcomeKind::timed_out);
    }
    // The class is there for tests that do not loop.
    CHECK(value_of(fixture, "Other").detail.stop == StopCause::none);
}

// Each worker initialises these classes before its first test: it would be replaced for ever.
TEST_CASE("worker: an initialiser that changes the JDK before the tests costs no worker",
    "[jvm][exec][first_run]")
{
    SubjectPlan plan = fixture_plan();
    plan.preload.emplace_back("p/Editing");
    Fixture fixture(fixture_settings(), plan);
    for (int again = 0; again < 3; ++again)
    {
        CAPTURE(again);
        const Ran ran = fixture.call("p/Editing.hasEditor", "()Z");
        CHECK(static_cast<int>(ran.detail.stop) == static_cast<int>(StopCause::none));
        REQUIRE(ran.detail.results.size() == 1);
        CHECK(ran.detail.results[0].bits == 1);
    }
    CHECK(fixture.pool.counters().respawns == 0);
}
