// SPDX-License-Identifier: Apache-2.0
// A result depends on its test alone: not on the number of workers, on their history or on the JDK.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/kept_workers.hpp>
#include <sbst/random/rng.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <pthread.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

struct Method
{
    const char* name;
    const char* descriptor;
    /// One letter an argument: integer, double, string.
    const char* arguments;
};

const std::vector<Method> methods{
    {"ofInts", "(II)I", "ii"},
    {"ofLongs", "(JJ)I", "ii"},
    {"ofDoubles", "(DD)I", "dd"},
    {"ofStrings", "(Ljava/lang/String;)I", "s"},
    {"ofParts", "(Ljava/lang/String;)I", "s"},
    {"ofKeys", "(I)I", "i"},
    {"rounds", "(I)I", "i"},
    {"count", "()I", ""},
    {"now", "()J", ""},
    {"throwing", "(I)Ljava/lang/Object;", "i"},
    {"finallyRuns", "(I)I", "i"},
    {"p/Hostile.loopThatCatches", "()V", ""},
    {"p/Hostile.exitCaught", "()V", ""},
};

std::vector<std::byte> random_test(Fixture& fixture, Rng& rng)
{
    // Named before the test begins: naming one talks to the workers.
    std::vector<std::pair<const Method*, std::size_t>> calls;
    for (std::uint64_t i = 1 + rng.below(8); i > 0; --i)
    {
        // Stops are rare, as in a search.
        const std::size_t most = rng.below(10) == 0 ? methods.size() : methods.size() - 2;
        const Method& method = methods[rng.below(most)];
        calls.emplace_back(&method, fixture.method(method.name, method.descriptor));
    }
    return fixture.test([&](TestWriter& writer) {
        for (const auto& [method, callable] : calls)
        {
            writer.begin_call(callable);
            for (const char argument : std::string(method->arguments))
            {
                const auto number = static_cast<std::int64_t>(rng.below(30)) - 10;
                if (argument == 'i')
                {
                    writer.add_integer(number);
                }
                else if (argument == 'd')
                {
                    writer.add_double(static_cast<double>(number) / 4);
                }
                else
                {
                    writer.add_string(
                        std::string(rng.below(5), static_cast<char>('v' + rng.below(5))));
                }
            }
        }
    });
}

void append(std::string& text, const Distance& distance)
{
    text +=
        fmt::format("{}/{}/{} ", distance.level, distance.whole.to_decimal(), distance.fraction);
}

/// Everything of a result that callers may depend on.
std::string to_text(const Trace& trace, const RunDetail& detail)
{
    std::string text =
        fmt::format("stop {} threads {}\n", static_cast<int>(detail.stop), detail.had_threads);
    for (const CallOutcome& call : trace.calls)
    {
        text += fmt::format("{} {} {}\n", static_cast<int>(call.kind),
            call.exception.is_valid() ? call.exception.index() : 99, call.steps);
    }
    for (const PredicateTrace& predicate : trace.predicates)
    {
        for (const BranchHits* hits : {&predicate.all, &predicate.direct})
        {
            text += fmt::format(
                "p{} {} {} ", predicate.predicate.index(), hits->hits_true, hits->hits_false);
            append(text, hits->least_true);
            append(text, hits->least_false);
        }
    }
    for (const MethodTrace& method : trace.methods)
    {
        text += fmt::format("m{} {} {} {} {}\n", method.method.index(), method.entered,
            method.entered_directly, method.left, method.left_directly);
    }
    for (const JavaResult& value : detail.results)
    {
        text +=
            fmt::format("{} {} {}\n", static_cast<int>(value.kind), value.bits, value.class_name);
    }
    return text + (detail.thrown ? detail.thrown->class_name : "");
}

/// The first line that differs, or nothing: whole texts are too long to read.
std::string first_difference(const std::string& left, const std::string& right)
{
    std::istringstream lefts(left);
    std::istringstream rights(right);
    std::string one;
    std::string other;
    for (int line = 1; std::getline(lefts, one); ++line)
    {
        if (!std::getline(rights, other) || one != other)
        {
            return fmt::format("line {}: {} | {}", line, one, other);
        }
    }
    return std::getline(rights, other) ? other : "";
}

std::string run_all(const WorkerSettings& settings, std::size_t batch)
{
    Fixture fixture(settings);
    std::vector<std::vector<std::byte>> tests;
    Rng rng(5);
    for (int i = 0; i < 1000; ++i)
    {
        tests.push_back(random_test(fixture, rng));
    }
    std::vector<TestRun> requests;
    for (const std::vector<std::byte>& test : tests)
    {
        requests.push_back(
            {test, Record::coverage | Record::distances | Record::values | Record::outputs});
    }
    std::vector<Trace> traces(requests.size());
    std::vector<RunDetail> details(requests.size());
    for (std::size_t i = 0; i < requests.size(); i += batch)
    {
        const std::size_t size = std::min(batch, requests.size() - i);
        fixture.pool.run(std::span(requests).subspan(i, size), std::span(traces).subspan(i, size),
            std::span(details).subspan(i, size), StopToken{});
    }
    std::string text;
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        text += to_text(traces[i], details[i]);
    }
    for (const std::string& name : fixture.pool.exceptions())
    {
        text += name + "\n";
    }
    CHECK(fixture.pool.counters().tests == tests.size());
    CHECK(fixture.pool.counters().budget_stops > 0);
    CHECK(fixture.pool.counters().exits > 0);
    // Workers are replaced after many stops, not after each: a new one is slow at first.
    const PoolCounters counters = fixture.pool.counters();
    CHECK(counters.respawns <= (counters.budget_stops + counters.exits) / 25 + counters.reruns);
    return text;
}

}  // namespace

TEST_CASE("worker: results are the same for any number of workers, batches and JDKs",
    "[jvm][exec][determinism][once]")
{
    const std::string expected = run_all(fixture_settings(), 50);
    WorkerSettings settings = fixture_settings();
    settings.jobs = 3;
    CHECK(first_difference(run_all(settings, 50), expected) == "");
    CHECK(first_difference(run_all(settings, 7), expected) == "");
    for (const std::filesystem::path& home : find_jdks())
    {
        INFO(home);
        settings = fixture_settings();
        settings.java_home = home;
        CHECK(first_difference(run_all(settings, 1000), expected) == "");
    }
}

TEST_CASE(
    "worker: a kept one gives the same results as a new one", "[jvm][exec][determinism][once]")
{
    WorkerSettings settings = fixture_settings();
    settings.jobs = 2;
    const std::string expected = run_all(settings, 50);
    settings.kept = std::make_shared<KeptWorkers>(2);
    CHECK(first_difference(run_all(settings, 50), expected) == "");
    REQUIRE(settings.kept->size() == 2);
    for (int again = 0; again < 3; ++again)
    {
        CHECK(first_difference(run_all(settings, 50), expected) == "");
        CHECK(settings.kept->size() == 2);
    }
}

TEST_CASE("worker: immutable sets and maps iterate alike in all workers",
    "[jvm][exec][determinism][once]")
{
    for (const std::filesystem::path& home : find_jdks())
    {
        INFO(home);
        WorkerSettings settings = fixture_settings();
        settings.java_home = home;
        // A busy machine stops nothing here.
        settings.test_limit = std::chrono::seconds(20);
        std::vector<std::u16string> orders;
        for (int worker = 0; worker < 3; ++worker)
        {
            Fixture fixture(settings);
            const Ran kept = fixture.call("p/Leaking.isOrderKept", "(I)Z",
                [](TestWriter& writer) { writer.add_integer(2000); });
            REQUIRE(kept.detail.results.size() == 1);
            CHECK(kept.detail.results[0].bits == 1);
            const Ran ran = fixture.call("p/Leaking.order", "()Ljava/lang/String;");
            REQUIRE(ran.detail.results.size() == 1);
            orders.push_back(ran.detail.results[0].text);
        }
        CHECK(orders[0].size() > 60);
        CHECK(orders[1] == orders[0]);
        CHECK(orders[2] == orders[0]);
    }
}

TEST_CASE(
    "worker: what a test changes of the JVM, the next one does not see", "[jvm][exec][determinism]")
{
    Fixture fixture;
    const std::size_t change = fixture.method("p/Leaking.change", "(I)V");
    const std::size_t state = fixture.method("p/Leaking.state", "()Ljava/lang/String;");
    // In one test it is seen, so that this is about something.
    const auto state_after = [&](int way) {
        const Ran ran = fixture.run([&](TestWriter& writer) {
            if (way >= 0)
            {
                writer.begin_call(change);
                writer.add_integer(way);
            }
            writer.begin_call(state);
        });
        REQUIRE(ran.detail.stop == StopCause::none);
        REQUIRE_FALSE(ran.detail.results.empty());
        return ran.detail.results.back().text;
    };
    const std::u16string expected = state_after(-1);
    CHECK(expected.size() > 1000);
    constexpr int ways = 19;
    for (int way = 0; way < ways; ++way)
    {
        INFO(way);
        // In parentheses: the texts are too long to read.
        CHECK((state_after(way) != expected));
        CHECK((state_after(-1) == expected));
    }
}

TEST_CASE(
    "worker: threads that cannot start leave their work to the others", "[jvm][exec][determinism]")
{
    WorkerSettings settings = fixture_settings();
    settings.jobs = 2;
    Fixture fixture(settings);
    const std::size_t callable = fixture.method("count", "()I");
    const auto test = fixture.test([&](TestWriter& writer) { writer.begin_call(callable); });
    const std::vector<TestRun> requests(60, TestRun{test});
    std::vector<Trace> traces(requests.size());
    // No thread can have a stack of the whole address space.
    pthread_attr_t usual;
    pthread_attr_t impossible;
    REQUIRE(pthread_getattr_default_np(&usual) == 0);
    REQUIRE(pthread_attr_init(&impossible) == 0);
    REQUIRE(pthread_attr_setstacksize(&impossible, std::size_t{1} << 47U) == 0);
    REQUIRE(pthread_setattr_default_np(&impossible) == 0);
    CHECK_THROWS_AS(std::thread([] {}).join(), std::system_error);
    CHECK_NOTHROW(fixture.pool.run(requests, traces, {}, StopToken{}));
    CHECK(pthread_setattr_default_np(&usual) == 0);
    for (const Trace& trace : traces)
    {
        CHECK(trace.was_run);
    }
}

TEST_CASE("worker: what the stop token prevents is not run", "[jvm][exec][once]")
{
    Fixture fixture;
    const std::size_t callable = fixture.method("count", "()I");
    const auto test = fixture.test([&](TestWriter& writer) { writer.begin_call(callable); });
    const std::vector<TestRun> requests(5, TestRun{test});
    std::vector<Trace> traces(requests.size());
    const std::atomic<bool> stop{true};
    fixture.pool.run(requests, traces, {}, StopToken(&stop));
    for (const Trace& trace : traces)
    {
        CHECK_FALSE(trace.was_run);
    }
    fixture.pool.run(requests, traces, {}, StopToken{});
    for (const Trace& trace : traces)
    {
        CHECK(trace.was_run);
    }
}

TEST_CASE("worker: tests are made when they are sent, each once, and none behind a stop",
    "[jvm][exec][once]")
{
    WorkerSettings settings = fixture_settings();
    settings.jobs = 2;
    Fixture fixture(settings);
    const std::size_t callable = fixture.method("count", "()I");
    const auto test = fixture.test([&](TestWriter& writer) { writer.begin_call(callable); });
    std::vector<TestRun> requests(100);
    std::vector<Trace> traces(requests.size());
    std::vector<int> made(requests.size());
    const PrepareRuns prepare = [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
        {
            requests[i].test = test;
            ++made[i];
        }
    };
    const std::atomic<bool> stop{true};
    fixture.pool.run(requests, traces, {}, StopToken(&stop), prepare);
    CHECK(std::all_of(made.begin(), made.end(), [](int times) { return times == 0; }));

    const PrepareRuns refuse = [&](std::size_t first, std::size_t last) {
        if (last == requests.size())
        {
            throw std::length_error("the last ones cannot be made");
        }
        prepare(first, last);
    };
    CHECK_THROWS_AS(fixture.pool.run(requests, traces, {}, StopToken{}, refuse), std::length_error);

    made.assign(requests.size(), 0);
    requests.assign(requests.size(), TestRun{});
    fixture.pool.run(requests, traces, {}, StopToken{}, prepare);
    CHECK(std::all_of(made.begin(), made.end(), [](int times) { return times == 1; }));
    for (const Trace& trace : traces)
    {
        REQUIRE(trace.calls.size() == 1);
        CHECK(trace.calls[0].kind == OutcomeKind::returned);
    }
}

TEST_CASE("worker: a deadline is kept while a test hangs", "[jvm][exec][once]")
{
    WorkerSettings settings = fixture_settings();
    settings.test_limit = std::chrono::minutes{10};
    Fixture fixture(settings);
    const std::size_t harmless = fixture.method("count", "()I");
    const std::size_t sleep = fixture.method("p/Hostile.sleep", "()V");
    const auto good = fixture.test([&](TestWriter& writer) { writer.begin_call(harmless); });
    const auto bad = fixture.test([&](TestWriter& writer) { writer.begin_call(sleep); });
    const std::vector<TestRun> requests{{good}, {bad}, {good}};
    std::vector<Trace> traces(requests.size());
    const auto begin = StopToken::Clock::now();
    fixture.pool.run(
        requests, traces, {}, StopToken{}.with_deadline(begin + std::chrono::milliseconds{500}));
    CHECK(StopToken::Clock::now() - begin < std::chrono::seconds{30});
    CHECK_FALSE(traces[1].was_run);
    const std::vector<TestRun> again{{good}};
    fixture.pool.run(again, std::span(traces).first(1), {}, StopToken{});
    CHECK(traces[0].was_run);
    CHECK(traces[0].calls.at(0).kind == OutcomeKind::returned);
}

TEST_CASE("worker: a test too large for the shared memory is its own fault", "[jvm][exec][once]")
{
    Fixture fixture;
    const std::size_t echo = fixture.method("echo", "(Ljava/lang/Object;)Ljava/lang/Object;");
    const std::size_t harmless = fixture.method("count", "()I");
    const auto large = fixture.test([&](TestWriter& writer) {
        writer.begin_call(echo);
        writer.add_string(std::string(2'000'000, 'x'));
    });
    const auto small = fixture.test([&](TestWriter& writer) { writer.begin_call(harmless); });
    const auto medium = fixture.test([&](TestWriter& writer) {
        writer.begin_call(echo);
        writer.add_string(std::string(400'000, 'x'));
    });
    const std::vector<TestRun> requests{{small}, {large}, {medium}, {medium}, {medium}, {small}};
    std::vector<Trace> traces(requests.size());
    std::vector<RunDetail> details(requests.size());
    fixture.pool.run(requests, traces, details, StopToken{});
    for (std::size_t i = 0; i < requests.size(); ++i)
    {
        INFO(i);
        CHECK((details[i].stop == StopCause::too_large) == (i == 1));
        CHECK(traces[i].calls.at(0).kind ==
              (i == 1 ? OutcomeKind::unsupported : OutcomeKind::returned));
    }
}

TEST_CASE("worker: results that do not fit together are run apart", "[jvm][exec][once]")
{
    Fixture fixture;
    // Each result holds 200 strings of 10,000 characters: one fits, two do not.
    const std::size_t make =
        fixture.add({.kind = JavaCallableKind::as_object, .descriptor = "Ljava/lang/String;"});
    const auto test = fixture.test([&](TestWriter& writer) {
        for (int i = 0; i < 120; ++i)
        {
            writer.begin_call(make);
            writer.add_string(std::string(20, 'x'));
        }
        for (int i = 0; i < 80; ++i)
        {
            writer.begin_call(make);
            writer.add_string(std::string(10'000, 'y'));
        }
    });
    const std::vector<TestRun> requests(6, TestRun{test, Record::outputs});
    std::vector<Trace> traces(requests.size());
    std::vector<RunDetail> details(requests.size());
    fixture.pool.run(requests, traces, details, StopToken{});
    for (const RunDetail& detail : details)
    {
        CHECK(detail.stop == StopCause::none);
        REQUIRE(detail.results.size() == 200);
        CHECK(detail.results.back().text.size() == 10'000);
    }
}

TEST_CASE("worker: settings that cannot be used are refused", "[jvm][exec][once]")
{
    const auto refused = [](auto change) {
        WorkerSettings settings = fixture_settings();
        change(settings);
        CHECK_THROWS_AS(validate(settings), ConfigError);
    };
    validate(fixture_settings());
    refused([](WorkerSettings& s) { s.java_home = "/no/such/jdk"; });
    refused([](WorkerSettings& s) { s.worker_executable = "/no/such/worker"; });
    refused([](WorkerSettings& s) { s.runtime_jar.clear(); });
    refused([](WorkerSettings& s) { s.asm_jars.emplace_back("/no/such.jar"); });
    refused([](WorkerSettings& s) { s.scratch.clear(); });
    refused([](WorkerSettings& s) { s.jobs = 0; });
    refused([](WorkerSettings& s) { s.heap_megabytes = 1; });
    refused([](WorkerSettings& s) { s.probe_budget = 0; });
    refused([](WorkerSettings& s) { s.test_limit = std::chrono::milliseconds{0}; });
    CHECK(feature_version(fixture_settings().java_home) >= 17);
    CHECK(feature_version("/no/such/jdk") == 0);
}

TEST_CASE("worker: a worker that cannot start says why", "[jvm][exec][once]")
{
    WorkerSettings settings = fixture_settings();
    settings.asm_jars.clear();
    CHECK_THROWS_WITH(WorkerPool(settings, fixture_plan()), Catch::Contains("objectweb"));
    settings = fixture_settings();
    settings.worker_executable = "/bin/false";
    CHECK_THROWS_WITH(WorkerPool(settings, fixture_plan()), Catch::Contains("exit code 1"));
    SubjectPlan plan = fixture_plan();
    plan.predicate_count = 1;
    CHECK_THROWS_AS(WorkerPool(fixture_settings(), plan), ConfigError);
}
