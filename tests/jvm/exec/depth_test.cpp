// SPDX-License-Identifier: Apache-2.0
// The depth of a test's calls: it is limited by count, so that endless recursion costs no worker.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

std::vector<std::byte> calling(Fixture& fixture, std::size_t callable)
{
    return fixture.test([&](TestWriter& writer) { writer.begin_call(callable); });
}

std::vector<std::byte> calling(Fixture& fixture, std::size_t callable, std::int64_t argument)
{
    return fixture.test([&](TestWriter& writer) {
        writer.begin_call(callable);
        writer.add_integer(argument);
    });
}

/// The results of many runs of one test in one worker.
std::vector<RunDetail> run_often(
    Fixture& fixture, const std::vector<std::byte>& test, std::size_t times)
{
    const std::vector<TestRun> requests(times, {test, Record::coverage});
    std::vector<Trace> traces(times);
    std::vector<RunDetail> details(times);
    fixture.pool.run(requests, traces, details, StopToken{});
    return details;
}

bool all_end_with(const std::vector<RunDetail>& details, StopCause cause)
{
    return std::all_of(details.begin(), details.end(),
        [cause](const RunDetail& detail) { return detail.stop == cause; });
}

}  // namespace

TEST_CASE("depth: endless recursion ends by its depth and costs no worker, on every JDK",
    "[jvm][exec][depth][once]")
{
    constexpr std::size_t times = 120;
    for (const std::filesystem::path& home : find_jdks())
    {
        WorkerSettings settings = fixture_settings();
        settings.java_home = home;
        Fixture fixture(settings);
        const std::size_t own = fixture.method("p/Hostile.recursion", "(I)I");
        CHECK(all_end_with(
            run_often(fixture, calling(fixture, own, 0), times), StopCause::stack_overflow));
        for (const char* name : {"recursionCaught", "recursionInJdk", "mapInItself"})
        {
            INFO(name << " on " << home);
            const std::size_t one = fixture.method(std::string("p/Hostile.") + name, "()I");
            CHECK(all_end_with(
                run_often(fixture, calling(fixture, one), times), StopCause::stack_overflow));
        }
        CHECK(fixture.pool.counters().stack_overflows == 4 * times);
        CHECK(fixture.pool.counters().respawns == 0);
        CHECK(fixture.pool.counters().watchdog_stops == 0);
    }
}

TEST_CASE("depth: the same calls are too deep, interpreted or compiled", "[jvm][exec][depth]")
{
    constexpr std::size_t times = 2000;
    constexpr std::int64_t allowed = 900;
    constexpr std::int64_t too_deep = 3000;
    Fixture fixture;
    const std::size_t descend = fixture.method("p/Hostile.descend", "(I)I");
    CHECK(all_end_with(
        run_often(fixture, calling(fixture, descend, allowed), times), StopCause::none));
    CHECK(all_end_with(
        run_often(fixture, calling(fixture, descend, too_deep), times), StopCause::stack_overflow));
    CHECK(fixture.pool.counters().respawns == 0);
}
