// SPDX-License-Identifier: Apache-2.0
// What workers of several pools share, and what each does once when it starts.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/jvm/exec/rewritten_classes.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

using namespace sbst;
using namespace sbst::jvm;

namespace fs = std::filesystem;

namespace
{

/// A copy of the fixture, which a test may spoil.
struct Copy
{
    Copy() : folder(fixture_settings().scratch, "copy")
    {
        fs::copy(plan.class_path.front(), folder.path(), fs::copy_options::recursive);
        plan.class_path = {folder.path()};
    }

    SubjectPlan plan = fixture_plan();
    TemporaryFolder folder;
};

/// The value of a class that is loaded by the test and not under test; nothing if it cannot be.
std::optional<std::int64_t> late_value(const WorkerSettings& settings, const SubjectPlan& plan)
{
    Fixture fixture(settings, plan);
    const Ran ran = fixture.call("p/Registered$Counter.drivers", "()I");
    return ran.detail.results.empty() ?
               std::nullopt :
               std::optional(static_cast<std::int64_t>(ran.detail.results[0].bits));
}

}  // namespace

TEST_CASE("rewritten classes: another pool takes them from memory", "[jvm][exec][once]")
{
    const Copy copy;
    WorkerSettings settings = fixture_settings();
    settings.rewritten = std::make_shared<RewrittenClasses>();
    const auto expected = late_value(settings, copy.plan);
    REQUIRE(expected);
    // What is there now is no class; a worker that reads it fails.
    std::ofstream(copy.folder.path() / "p" / "Registered$Counter.class") << "spoilt";
    CHECK(late_value(settings, copy.plan) == expected);
    WorkerSettings alone = fixture_settings();
    CHECK_FALSE(late_value(alone, copy.plan) == expected);
}

TEST_CASE(
    "rewritten classes: those of one class path are not those of another", "[jvm][exec][once]")
{
    const Copy copy;
    const Copy other;
    WorkerSettings settings = fixture_settings();
    settings.rewritten = std::make_shared<RewrittenClasses>();
    const auto expected = late_value(settings, copy.plan);
    REQUIRE(expected);
    std::ofstream(other.folder.path() / "p" / "Registered$Counter.class") << "spoilt";
    CHECK_FALSE(late_value(settings, other.plan) == expected);
}

TEST_CASE("start: drivers of the class path are registered before the tests", "[jvm][exec]")
{
    const Copy copy;
    fs::create_directories(copy.folder.path() / "META-INF" / "services");
    std::ofstream(copy.folder.path() / "META-INF" / "services" / "java.sql.Driver")
        << "p.Registered\n";
    Fixture fixture(fixture_settings(), copy.plan);
    for (int i = 0; i < 3; ++i)
    {
        const Ran ran = fixture.call("p/Registered$Counter.drivers", "()I");
        REQUIRE(ran.detail.results.size() == 1);
        CHECK(ran.detail.results[0].bits == 1);
    }
    CHECK(fixture.pool.counters().respawns == 0);
    CHECK(fixture.pool.load_failures().empty());
}

TEST_CASE("start: a driver that nothing names is registered by a test, which costs its worker",
    "[jvm][exec]")
{
    Fixture fixture;
    const Ran ran = fixture.call("p/Registered.loaded", "()I");
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits == 1);
    CHECK(fixture.call("p/Registered$Counter.drivers", "()I").detail.results.size() == 1);
    CHECK(fixture.pool.counters().respawns == 1);
}
