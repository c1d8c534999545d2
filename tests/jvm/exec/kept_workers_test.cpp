// SPDX-License-Identifier: Apache-2.0
// Which workers a pool leaves, and which pool takes them.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/exec/kept_workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

WorkerSettings keeping(std::size_t most)
{
    WorkerSettings settings = fixture_settings();
    settings.kept = std::make_shared<KeptWorkers>(most);
    return settings;
}

/// The sum of the branches' results for a number, by a pool of its own.
std::int64_t of_ints(const WorkerSettings& settings)
{
    Fixture fixture(settings);
    const Ran ran = fixture.call("ofInts", "(II)I", [](TestWriter& writer) {
        writer.add_integer(3);
        writer.add_integer(3);
    });
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(fixture.pool.counters().tests == 1);
    return static_cast<std::int64_t>(ran.detail.results[0].bits);
}

}  // namespace

TEST_CASE(
    "kept workers: the next pool with the same plan and settings has them", "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(1);
    const std::int64_t expected = of_ints(settings);
    CHECK(settings.kept->size() == 1);
    {
        const Fixture taker(settings);
        CHECK(settings.kept->size() == 0);
        // Ready at once: it has started nothing.
        CHECK(taker.pool.counters().respawns == 0);
        CHECK(taker.pool.initial_trace().was_run);
    }
    CHECK(settings.kept->size() == 1);
    CHECK(of_ints(settings) == expected);
}

TEST_CASE("kept workers: another plan or other settings start new ones", "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(3);
    CHECK(of_ints(settings) == of_ints(fixture_settings()));
    REQUIRE(settings.kept->size() == 1);
    WorkerSettings other = settings;
    other.occasion = Occasion::other;
    {
        const Fixture fixture(other);
        CHECK(settings.kept->size() == 1);
    }
    CHECK(settings.kept->size() == 2);
    SubjectPlan plan = fixture_plan();
    plan.package = "q";
    {
        const Fixture fixture(settings, plan);
        CHECK(settings.kept->size() == 2);
    }
    CHECK(settings.kept->size() == 3);
}

TEST_CASE(
    "kept workers: the one that waits longest ends when there are too many", "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(1);
    WorkerSettings other = settings;
    other.occasion = Occasion::other;
    {
        const Fixture first(settings);
        const Fixture second(other);
    }
    // Objects end in reverse, so `first` left its worker last.
    REQUIRE(settings.kept->size() == 1);
    {
        const Fixture taker(other);
        CHECK(settings.kept->size() == 1);
    }
    const WorkerSettings none = keeping(0);
    CHECK(of_ints(none) == of_ints(settings));
    CHECK(none.kept->size() == 0);
}

TEST_CASE("kept workers: one that was told other callables is replaced", "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(1);
    {
        Fixture fixture(settings);
        CHECK(fixture.call("count", "()I").detail.stop == StopCause::none);
    }
    REQUIRE(settings.kept->size() == 1);
    Fixture fixture(settings);
    REQUIRE(settings.kept->size() == 0);
    // Number 0 is another callable now.
    const Ran ran =
        fixture.call("rounds", "(I)I", [](TestWriter& writer) { writer.add_integer(3); });
    const Ran expected =
        Fixture().call("rounds", "(I)I", [](TestWriter& writer) { writer.add_integer(3); });
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits == expected.detail.results[0].bits);
    CHECK(fixture.pool.counters().respawns == 1);
    // A question in between finds a worker as well.
    CHECK(fixture.pool.class_bytes("p/Branches"));
}

TEST_CASE("kept workers: one that asks observers is replaced for a pool that has none",
    "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(1);
    {
        Fixture fixture(settings);
        const std::size_t asked = fixture.method("count", "()I");
        fixture.pool.set_observers("p/Ring", std::vector{static_cast<std::uint32_t>(asked)});
        CHECK(fixture.call("count", "()I").detail.stop == StopCause::none);
    }
    REQUIRE(settings.kept->size() == 1);
    Fixture fixture(settings);
    CHECK(fixture.call("count", "()I").detail.stop == StopCause::none);
    CHECK(fixture.pool.counters().respawns == 1);
}

TEST_CASE(
    "kept workers: names of exceptions are known to the pool that takes them", "[jvm][exec][once]")
{
    const WorkerSettings settings = keeping(1);
    const auto thrown = [&](bool begins_with_other) {
        Fixture fixture(settings);
        const std::size_t throwing = fixture.method("throwing", "(I)Ljava/lang/Object;");
        const auto call = [&](std::int64_t number) {
            return fixture.run([&](TestWriter& writer) {
                writer.begin_call(throwing);
                writer.add_integer(number);
            });
        };
        if (begins_with_other)
        {
            static_cast<void>(call(1));
        }
        const Ran ran = call(0);
        REQUIRE(ran.last().kind == OutcomeKind::threw);
        return fixture.pool.exceptions()[ran.last().exception.index()];
    };
    const std::string expected = thrown(false);
    // The second pool meets them in another order than the worker did.
    CHECK(thrown(true) == expected);
    CHECK(thrown(false) == expected);
}
