// SPDX-License-Identifier: Apache-2.0
// The table of what subjects may do to a worker: each case is survived, within a bound, and costs
// its own test only.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <sched.h>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

struct HostileCase
{
    const char* name;
    const char* descriptor;
    /// What may be found; machine and JDK decide between a stop by time and an error of the JVM.
    std::vector<StopCause> causes;
};

/// The longest that one case may take, on a loaded machine.
constexpr double longest_seconds = 20;

/// This process, and those that it starts, run on one processor.
class OneProcessor
{
public:
    OneProcessor()
    {
        REQUIRE(sched_getaffinity(0, sizeof m_before, &m_before) == 0);
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
        {
            if (CPU_ISSET(i, &m_before))
            {
                CPU_SET(i, &one);
            }
        }
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    }
    ~OneProcessor() { sched_setaffinity(0, sizeof m_before, &m_before); }
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

private:
    cpu_set_t m_before{};
};

void check_normal(const Ran& ran)
{
    CHECK(ran.detail.stop == StopCause::none);
    CHECK(ran.last().kind == OutcomeKind::returned);
    REQUIRE(ran.trace.predicates.size() == 1);
    CHECK(ran.trace.methods.size() == 1);
}

}  // namespace

TEST_CASE(
    "hostile: each subject costs its own test only, on every JDK", "[jvm][exec][hostile][once]")
{
    const std::vector<HostileCase> cases{
        {"loop", "()V", {StopCause::budget}},
        {"loopThatCatches", "()V", {StopCause::budget}},
        {"loopInFinally", "()V", {StopCause::budget}},
        {"recursion", "(I)I", {StopCause::stack_overflow}},
        {"recursionCaught", "()I", {StopCause::stack_overflow}},
        {"recursionInJdk", "()I", {StopCause::stack_overflow}},
        {"hugeString", "()I", {StopCause::out_of_memory, StopCause::watchdog}},
        {"fillHeap", "()I", {StopCause::out_of_memory, StopCause::watchdog}},
        {"hugeNumber", "()I", {StopCause::watchdog, StopCause::out_of_memory}},
        {"endlessStream", "()J", {StopCause::watchdog, StopCause::budget}},
        {"waitForever", "()V", {StopCause::watchdog}},
        {"waitThatCatches", "()V", {StopCause::watchdog}},
        {"sleep", "()V", {StopCause::watchdog}},
        {"exit", "()V", {StopCause::exit}},
        {"halt", "()V", {StopCause::exit}},
        {"exitByReference", "()V", {StopCause::exit}},
        {"exitCaught", "()V", {StopCause::exit}},
        {"exitByHook", "()V", {StopCause::exit}},
        {"crash", "()I", {StopCause::death, StopCause::watchdog}},
        {"leakThread", "()I", {StopCause::none}},
        {"leakWaitingThread", "()I", {StopCause::none}},
        {"joinedThread", "()I", {StopCause::none}},
    };
    for (const std::filesystem::path& home : find_jdks())
    {
        WorkerSettings settings = fixture_settings();
        settings.java_home = home;
        Fixture fixture(settings);
        std::vector<std::vector<std::byte>> tests;
        const std::size_t harmless = fixture.method("ofInts", "(II)I");
        const auto harmless_test = fixture.test([&](TestWriter& writer) {
            writer.begin_call(harmless);
            writer.add_integer(1);
            writer.add_integer(2);
        });
        for (const HostileCase& one : cases)
        {
            const std::size_t callable =
                fixture.method(std::string("p/Hostile.") + one.name, one.descriptor);
            tests.push_back(fixture.test([&](TestWriter& writer) {
                writer.begin_call(callable);
                if (std::string_view(one.descriptor).starts_with("(I)"))
                {
                    writer.add_integer(0);
                }
            }));
        }
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            INFO(cases[i].name << " on " << home);
            const Record all = Record::coverage | Record::distances | Record::outputs;
            const std::vector<TestRun> requests{
                {harmless_test, all}, {tests[i], all}, {harmless_test, all}};
            std::vector<Ran> ran(requests.size());
            std::vector<Trace> traces(requests.size());
            std::vector<RunDetail> details(requests.size());
            const auto begin = std::chrono::steady_clock::now();
            fixture.pool.run(requests, traces, details, StopToken{});
            const double seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            // Shown by the option -s: the table with its times.
            SUCCEED("JDK " << feature_version(home) << ", " << cases[i].name << ": cause "
                           << static_cast<int>(details[1].stop) << " after " << seconds * 1000
                           << " ms");
            CHECK(seconds < longest_seconds);
            check_normal({traces[0], details[0]});
            check_normal({traces[2], details[2]});
            CAPTURE(static_cast<int>(details[1].stop));
            CHECK(traces[1].was_run);
            CHECK(std::find(cases[i].causes.begin(), cases[i].causes.end(), details[1].stop) !=
                  cases[i].causes.end());
            CHECK((details[1].stop == StopCause::none) != traces[1].is_unusable());
            CHECK((details[1].stop == StopCause::none || traces[1].predicates.empty()));
        }
    }
}

TEST_CASE("hostile: a thread that starts late is its own test's, not that of the next one",
    "[jvm][exec][hostile][once]")
{
    // On one processor, a thread that was started begins when the one that started it rests.
    const OneProcessor one_processor;
    for (const std::filesystem::path& home : find_jdks())
    {
        INFO(home);
        WorkerSettings settings = fixture_settings();
        settings.java_home = home;
        Fixture fixture(settings);
        const std::size_t leak = fixture.method("p/Hostile.leakThread", "()I");
        const std::size_t harmless = fixture.method("ofInts", "(II)I");
        const auto leaking = fixture.test([&](TestWriter& writer) { writer.begin_call(leak); });
        const auto normal = fixture.test([&](TestWriter& writer) {
            writer.begin_call(harmless);
            writer.add_integer(1);
            writer.add_integer(2);
        });
        std::vector<TestRun> requests;
        for (int i = 0; i < 20; ++i)
        {
            requests.insert(
                requests.end(), {{leaking, Record::coverage}, {normal, Record::coverage},
                                    {normal, Record::coverage}});
        }
        std::vector<Ran> ran(requests.size());
        std::vector<Trace> traces(requests.size());
        std::vector<RunDetail> details(requests.size());
        fixture.pool.run(requests, traces, details, StopToken{});
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            INFO("test " << i);
            CHECK(details[i].had_threads == (i % 3 == 0));
            CHECK(details[i].stop == StopCause::none);
            CHECK(traces[i].calls.back().kind == OutcomeKind::returned);
        }
    }
}

TEST_CASE(
    "hostile: loops of the JDK that count end a test by its budget, always after the same steps",
    "[jvm][exec][hostile][once]")
{
    SubjectPlan plan = fixture_plan();
    plan.counted_jdk = {
        "java/math/BigInteger", "java/math/MutableBigInteger", "java/math/BigDecimal"};
    for (const std::filesystem::path& home : find_jdks())
    {
        INFO(home);
        WorkerSettings settings = fixture_settings();
        settings.java_home = home;
        settings.probe_budget = 20'000;
        Fixture fixture(settings, plan);
        CHECK(fixture.call("p/Hostile.hugeNumber", "()I").detail.stop == StopCause::budget);
        CHECK(fixture.call("p/Hostile.hugeText", "()D").detail.stop == StopCause::budget);
        // Cold, warm and compiled code count alike, and compute what they did.
        const std::size_t digits = fixture.method("p/Hostile.digits", "(I)I");
        const auto test = fixture.test([&](TestWriter& writer) {
            writer.begin_call(digits);
            writer.add_integer(400);
        });
        const std::vector<TestRun> requests(3000, {test, Record::coverage});
        std::vector<Trace> traces(requests.size());
        fixture.pool.run(requests, traces, {}, StopToken{});
        // The first fills a cache of the JDK.
        const std::uint64_t steps = traces[1].calls.front().steps;
        CHECK(steps > 100);
        CHECK(std::all_of(traces.begin() + 1, traces.end(), [steps](const Trace& trace) {
            return trace.calls.front().kind == OutcomeKind::returned &&
                   trace.calls.front().steps == steps;
        }));
    }
}

TEST_CASE("hostile: arrays beyond the budget stop a test before the heap is filled",
    "[jvm][exec][hostile]")
{
    struct Asked
    {
        const char* name;
        std::int64_t enough;
        std::int64_t too_much;
    };
    // Elements of 8, 4 * 2^18, 2 * 2 * n^2, 2 and 4 bytes, against 64 MiB; texts of 4000 bytes,
    // 4000 * (2^n - 1) and 4000 * n * (n + 1) / 2 together.
    const std::vector<Asked> cases{{"largeArray", 8'000'000, 9'000'000}, {"largeArrays", 60, 70},
        {"largeGrid", 4'000, 4'200}, {"largeCopy", 33'000'000, 34'000'000},
        {"largeList", 16'000'000, 17'000'000}, {"largeBuilder", 16'000, 17'500},
        {"doubled", 14, 15}, {"largeSum", 170, 190}};
    WorkerSettings settings = fixture_settings();
    Fixture fixture(settings);
    const auto run = [&fixture](const Asked& one, std::int64_t number) {
        return fixture.call(std::string("p/Hostile.") + one.name, "(I)I",
            [number](TestWriter& writer) { writer.add_integer(number); });
    };
    for (const Asked& one : cases)
    {
        INFO(one.name);
        const Ran modest = run(one, one.enough);
        CHECK(static_cast<int>(modest.detail.stop) == static_cast<int>(StopCause::none));
        CHECK(modest.last().kind == OutcomeKind::returned);
        const Ran greedy = run(one, one.too_much);
        CHECK(static_cast<int>(greedy.detail.stop) == static_cast<int>(StopCause::out_of_memory));
        CHECK(greedy.trace.is_unusable());
    }
    // What Java refuses itself stays what it is, and takes nothing from the budget.
    CHECK(run(cases[0], -1).last().kind == OutcomeKind::threw);
    CHECK(run(cases[2], -1).last().kind == OutcomeKind::threw);
    CHECK(run(cases[2], 1 << 30).detail.stop == StopCause::out_of_memory);
    settings.array_megabytes = 1;
    Fixture narrow(settings);
    const Ran stopped = narrow.call(
        "p/Hostile.largeArray", "(I)I", [](TestWriter& writer) { writer.add_integer(200'000); });
    CHECK(stopped.detail.stop == StopCause::out_of_memory);
}
