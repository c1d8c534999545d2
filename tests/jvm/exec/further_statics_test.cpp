// SPDX-License-Identifier: Apache-2.0
// Static fields that workers are told after their start: restored like those of the plan.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/exec/kept_workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

const std::vector<StaticFieldPlan> unnamed_fields{
    {.owner = "p/Unnamed", .name = "WORDS", .descriptor = "Ljava/util/List;", .is_final = true},
    {.owner = "p/Unnamed", .name = "count", .descriptor = "I"}};

std::vector<StaticFieldPlan> count_of(const std::string& nested)
{
    return {{.owner = "p/Unnamed$" + nested, .name = "count", .descriptor = "I"}};
}

/// What `next()` of the class returns; -1 where it does not return.
std::int64_t next(Fixture& fixture, const std::string& owner = "p/Unnamed")
{
    const Ran ran = fixture.call(owner + ".next", "()I");
    return ran.detail.results.size() == 1 ? static_cast<std::int64_t>(ran.detail.results[0].bits) :
                                            -1;
}

}  // namespace

TEST_CASE("further statics: each test starts from their first values", "[jvm][exec][statics]")
{
    WorkerSettings settings = fixture_settings();
    settings.jobs = 2;
    Fixture fixture(settings);
    fixture.pool.add_static_fields(unnamed_fields);
    for (int test = 0; test < 6; ++test)
    {
        CHECK(next(fixture) == 11);
    }
    CHECK(fixture.pool.counters().respawns == 0);
    // After those of the plan.
    const std::size_t known = fixture_plan().static_fields.size();
    const Ran ran = fixture.call("p/Unnamed.next", "()I");
    const auto filled = [&](std::size_t field, StaticContent content) {
        const auto& all = ran.detail.filled_statics;
        return std::find(all.begin(), all.end(),
                   FilledStatic{.field = static_cast<std::uint32_t>(field), .content = content}) !=
               all.end();
    };
    CHECK(filled(known, StaticContent::collection));
    CHECK(filled(known + 1, StaticContent::itself));
}

TEST_CASE("further statics: objects in cells start from their first values", "[jvm][exec][statics]")
{
    constexpr const char* cell = "Ljava/util/concurrent/atomic/AtomicReference;";
    const auto field = [](const char* name, const std::string& type) {
        return StaticFieldPlan{
            .owner = "p/Pooled", .name = name, .descriptor = type, .is_final = true};
    };
    const std::vector<StaticFieldPlan> fields{
        field("CELLS", std::string("[") + cell), field("ONE", cell), field("RING", cell)};
    Fixture fixture;
    fixture.pool.add_static_fields(fields);
    for (int test = 0; test < 4; ++test)
    {
        CHECK(next(fixture, "p/Pooled") == 11);
    }
    CHECK(fixture.pool.counters().respawns == 0);
}

TEST_CASE("further statics: without them a test leaves its values", "[jvm][exec][statics]")
{
    Fixture fixture;
    // The class is initialised in the first run of the first test.
    const std::int64_t first = next(fixture);
    CHECK(next(fixture) == first + 11);
}

TEST_CASE("further statics: a worker that has run tests is replaced", "[jvm][exec][statics]")
{
    Fixture fixture;
    static_cast<void>(next(fixture));
    fixture.pool.add_static_fields(unnamed_fields);
    CHECK(next(fixture) == 11);
    CHECK(next(fixture) == 11);
    CHECK(fixture.pool.counters().respawns == 1);
}

TEST_CASE("further statics: another plan has them itself", "[jvm][exec][statics]")
{
    const WorkerSettings settings = fixture_settings();
    Fixture fixture(settings);
    fixture.pool.add_static_fields(unnamed_fields);
    CHECK(next(fixture) == 11);
    SubjectPlan plan = fixture_plan();
    plan.preload.emplace_back("p/Unnamed");
    plan.static_fields.insert(
        plan.static_fields.end(), unnamed_fields.begin(), unnamed_fields.end());
    fixture.pool.change_plan(settings, plan);
    CHECK(next(fixture) == 11);
    CHECK(next(fixture) == 11);
    fixture.pool.add_static_fields(count_of("Failing"));
    CHECK(next(fixture) == 11);
}

TEST_CASE("further statics: a kept worker that knows others is not taken", "[jvm][exec][statics]")
{
    WorkerSettings settings = fixture_settings();
    settings.kept = std::make_shared<KeptWorkers>(1);
    {
        Fixture giver(settings);
        giver.pool.add_static_fields(unnamed_fields);
        CHECK(next(giver) == 11);
    }
    REQUIRE(settings.kept->size() == 1);
    Fixture taker(settings);
    taker.pool.add_static_fields(count_of("Failing"));
    CHECK(taker
              .call("ofEmptiness", "(Ljava/lang/String;)I",
                  [](TestWriter& writer) { writer.add_string(""); })
              .detail.results.size() == 1);
    CHECK(taker.pool.counters().respawns == 1);
}

TEST_CASE("further statics: initialisers have their own time, and may fail", "[jvm][exec][statics]")
{
    Fixture fixture;
    fixture.pool.add_static_fields(count_of("Slow"));
    fixture.pool.add_static_fields(count_of("Failing"));
    CHECK(next(fixture, "p/Unnamed$Slow") == 5);
    CHECK(next(fixture, "p/Unnamed$Slow") == 5);
    CHECK(next(fixture, "p/Unnamed$Failing") == -1);
    CHECK(next(fixture, "p/Unnamed$Slow") == 5);
    CHECK(fixture.pool.counters().respawns == 0);
}

TEST_CASE("further statics: an initialiser that ends the JVM costs only their restoration",
    "[jvm][exec][statics]")
{
    Fixture fixture;
    fixture.pool.add_static_fields(count_of("Deadly"));
    fixture.pool.add_static_fields(unnamed_fields);
    const std::int64_t first = next(fixture);
    REQUIRE(first > 0);
    CHECK(next(fixture) == first + 11);
    CHECK(fixture.pool.counters().respawns == 2);
    // A test that needs it is to blame.
    const Ran ran = fixture.call("p/Unnamed$Deadly.next", "()I");
    CHECK(ran.detail.stop == StopCause::death);
}
