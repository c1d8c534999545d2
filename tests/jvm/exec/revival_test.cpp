// SPDX-License-Identifier: Apache-2.0
// Workers that end, hang or do not come up, and subjects that sleep while they are loaded: what can
// be run is run, and what cannot is said.
#include "fixture.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;
using std::chrono::milliseconds;

namespace
{

/// Processes that this one has started and not yet reaped.
std::set<pid_t> children()
{
    std::set<pid_t> found;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task"))
    {
        std::ifstream list(task.path() / "children");
        for (pid_t child = 0; list >> child;)
        {
            found.insert(child);
        }
    }
    return found;
}

/// A pool with one worker, whose process is known.
struct Watched
{
    explicit Watched(const WorkerSettings& settings, const SubjectPlan& plan = fixture_plan())
      : before(children()), fixture(settings, plan)
    {}

    [[nodiscard]] pid_t worker() const
    {
        const std::set<pid_t> now = children();
        std::vector<pid_t> fresh;
        std::set_difference(
            now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(fresh));
        REQUIRE(fresh.size() == 1);
        return fresh.front();
    }

    [[nodiscard]] Ran add_ints(int a, int b)
    {
        return fixture.call("ofInts", "(II)I", [a, b](TestWriter& writer) {
            writer.add_integer(a);
            writer.add_integer(b);
        });
    }

    std::set<pid_t> before;
    Fixture fixture;
};

/// Stops a process, and waits until it stands: meanwhile it could still answer.
void stop(pid_t process)
{
    ::kill(process, SIGSTOP);
    int status = 0;
    REQUIRE(::waitpid(process, &status, WUNTRACED) == process);
    REQUIRE(WIFSTOPPED(status));
}

/// A worker executable that refuses to start at some of its starts, counted from 1.
class Unreliable
{
public:
    /// @param refused a pattern of the shell for the number of a start.
    Unreliable(const WorkerSettings& settings, const std::string& refused)
      : m_folder(settings.scratch, "unreliable")
    {
        std::filesystem::create_directories(settings.scratch);
        std::ofstream(script()) << "#!/bin/sh\n"
                                << "echo start >> '" << log().string() << "'\n"
                                << "case $(wc -l < '" << log().string() << "') in\n"
                                << refused << ") echo 'no worker today' >&2; exit 9;;\nesac\n"
                                << "exec '" << settings.worker_executable.string() << "' \"$@\"\n";
        ::chmod(script().c_str(), S_IRWXU);
    }

    [[nodiscard]] std::filesystem::path script() const { return m_folder.path() / "worker"; }
    [[nodiscard]] int starts() const
    {
        std::ifstream file(log());
        int count = 0;
        for (std::string line; std::getline(file, line);)
        {
            ++count;
        }
        return count;
    }

private:
    [[nodiscard]] std::filesystem::path log() const { return m_folder.path() / "starts"; }

    TemporaryFolder m_folder;
};

void check_ran(const Ran& ran, std::int64_t result)
{
    CHECK(ran.trace.was_run);
    CHECK(ran.detail.stop == StopCause::none);
    REQUIRE(ran.detail.results.size() == 1);
    CHECK(ran.detail.results[0].bits == result);
}

}  // namespace

TEST_CASE(
    "worker: one that dies over a message of the set-up is replaced", "[jvm][exec][revival][once]")
{
    Watched watched(fixture_settings());
    check_ran(watched.add_ints(1, 2), 1);
    ::kill(watched.worker(), SIGKILL);
    // A callable that no worker knows yet: its message meets the dead one first.
    const Ran ran = watched.fixture.call("ofLongs", "(JJ)I", [](TestWriter& writer) {
        writer.add_integer(3);
        writer.add_integer(3);
    });
    CHECK(ran.trace.was_run);
    CHECK(ran.last().kind == OutcomeKind::returned);
    CHECK(watched.fixture.pool.counters().respawns == 1);
    CHECK(watched.fixture.pool.counters().deaths == 0);
    check_ran(watched.add_ints(1, 2), 1);
}

TEST_CASE("worker: a stopped one is replaced, and its test runs", "[jvm][exec][revival][once]")
{
    Watched watched(fixture_settings());
    check_ran(watched.add_ints(1, 2), 1);
    stop(watched.worker());
    check_ran(watched.add_ints(2, 1), 2);
    CHECK(watched.fixture.pool.counters().respawns == 1);
    CHECK(watched.fixture.pool.counters().deaths == 0);
}

TEST_CASE("worker: one that is stopped for a moment goes on", "[jvm][exec][revival][once]")
{
    Watched watched(fixture_settings());
    check_ran(watched.add_ints(1, 2), 1);
    const pid_t worker = watched.worker();
    stop(worker);
    const std::jthread waker([worker] {
        std::this_thread::sleep_for(milliseconds(300));
        ::kill(worker, SIGCONT);
    });
    check_ran(watched.add_ints(2, 1), 2);
    CHECK(watched.worker() == worker);
    CHECK(watched.fixture.pool.counters().respawns == 0);
}

TEST_CASE("worker: a start that fails is tried again", "[jvm][exec][revival][once]")
{
    WorkerSettings settings = fixture_settings();
    const Unreliable unreliable(settings, "1|2");
    settings.worker_executable = unreliable.script();
    Watched watched(settings);
    check_ran(watched.add_ints(1, 2), 1);
    CHECK(unreliable.starts() == 3);
    // Also in mid-run.
    ::kill(watched.worker(), SIGKILL);
    check_ran(watched.add_ints(1, 2), 1);
    CHECK(unreliable.starts() == 4);
}

TEST_CASE("worker: what never starts is said, with what it said", "[jvm][exec][revival][once]")
{
    WorkerSettings settings = fixture_settings();
    const Unreliable unreliable(settings, "*");
    settings.worker_executable = unreliable.script();
    std::string text;
    try
    {
        const WorkerPool pool(settings, fixture_plan());
    }
    catch (const AdapterError& error)
    {
        text = error.what();
    }
    CHECK(text.find("3 in a row ended before they were ready") != std::string::npos);
    CHECK(text.find("exit code 9: no worker today") != std::string::npos);
    CHECK(unreliable.starts() == 3);
}

TEST_CASE(
    "worker: one that cannot be brought back leaves what was run", "[jvm][exec][revival][once]")
{
    WorkerSettings settings = fixture_settings();
    const Unreliable unreliable(settings, "[!1]*");
    settings.worker_executable = unreliable.script();
    Watched watched(settings);
    const std::size_t ints = watched.fixture.method("ofInts", "(II)I");
    const auto harmless = watched.fixture.test([&](TestWriter& writer) {
        writer.begin_call(ints);
        writer.add_integer(1);
        writer.add_integer(2);
    });
    const std::vector<TestRun> requests(3, TestRun{harmless});
    std::vector<Trace> traces(requests.size());
    // Two are sent ahead: the third one's turn comes when the first one has been run.
    const pid_t worker = watched.worker();
    const PrepareRuns kill_before_last = [worker](std::size_t first, std::size_t) {
        if (first == 2)
        {
            ::kill(worker, SIGKILL);
        }
    };
    CHECK_THROWS_AS(watched.fixture.pool.run(requests, traces, {}, StopToken{}, kill_before_last),
        AdapterError);
    CHECK(traces[0].was_run);
    CHECK_FALSE(traces[2].was_run);
    CHECK(unreliable.starts() == 4);
}

TEST_CASE("worker: what one of two cannot run the other does", "[jvm][exec][revival][once]")
{
    WorkerSettings settings = fixture_settings();
    settings.jobs = 2;
    const Unreliable unreliable(settings, "[3-9]*");
    settings.worker_executable = unreliable.script();
    const std::set<pid_t> before = children();
    Fixture fixture(settings);
    const std::size_t ints = fixture.method("ofInts", "(II)I");
    const auto harmless = fixture.test([&](TestWriter& writer) {
        writer.begin_call(ints);
        writer.add_integer(1);
        writer.add_integer(2);
    });
    const std::set<pid_t> now = children();
    std::vector<pid_t> workers;
    std::set_difference(
        now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(workers));
    REQUIRE(workers.size() == 2);
    ::kill(workers.front(), SIGKILL);
    const std::vector<TestRun> requests(60, TestRun{harmless});
    std::vector<Trace> traces(requests.size());
    std::vector<RunDetail> details(requests.size());
    fixture.pool.run(requests, traces, details, StopToken{});
    CHECK(std::all_of(
        traces.begin(), traces.end(), [](const Trace& trace) { return trace.was_run; }));
}

TEST_CASE(
    "worker: a stop while it starts leaves tests unrun, at once", "[jvm][exec][revival][once]")
{
    const std::atomic<bool> stop{true};
    Fixture fixture;
    std::vector<Trace> traces(1);
    WorkerPool pool(fixture_settings(), fixture_plan(), StopToken(&stop));
    CHECK_FALSE(pool.initial_trace().was_run);
    JavaCallable callable;
    callable.owner = "p/Branches";
    callable.name = "ofInts";
    callable.descriptor = "(II)I";
    pool.add_callables({&callable, 1});
    TestWriter writer;
    writer.begin_test();
    writer.begin_call(0);
    writer.add_integer(1);
    writer.add_integer(2);
    const auto test = writer.end_test();
    const TestRun request{test};
    pool.run({&request, 1}, traces, {}, StopToken(&stop));
    CHECK_FALSE(traces[0].was_run);
    pool.run({&request, 1}, traces, {}, StopToken{});
    CHECK(traces[0].was_run);
}

TEST_CASE("worker: an initialiser may sleep, and one that never ends costs its class only",
    "[jvm][exec][revival][once]")
{
    WorkerSettings settings = fixture_settings();
    // A sixth of it for each class.
    settings.start_limit = milliseconds(3000);
    SubjectPlan plan = fixture_plan();
    plan.preload.insert(
        plan.preload.begin(), {"p/Sleepy", "p/Sleepy$ForEver", "p/Sleepy$ForAMoment"});
    Watched watched(settings, plan);
    const auto& failures = watched.fixture.pool.load_failures();
    REQUIRE(failures.size() == 1);
    CHECK(failures.at("p/Sleepy$ForEver") == "its initialisation does not end");
    check_ran(watched.add_ints(1, 2), 1);
    check_ran(watched.fixture.call("p/Sleepy$ForAMoment.value", "()I"), 7);
    const Ran lost = watched.fixture.call("p/Sleepy$ForEver.value", "()I");
    CHECK(lost.trace.was_run);
    CHECK(lost.last().kind != OutcomeKind::returned);
    check_ran(watched.add_ints(2, 1), 2);
}

TEST_CASE("worker: a constructor that sleeps costs its test only", "[jvm][exec][revival][once]")
{
    SubjectPlan plan = fixture_plan();
    plan.preload.emplace_back("p/Sleepy");
    Watched watched(fixture_settings(), plan);
    JavaCallable constructor;
    constructor.owner = "p/Sleepy";
    constructor.name = "<init>";
    constructor.descriptor = "()V";
    constructor.kind = JavaCallableKind::constructor;
    const std::size_t callable = watched.fixture.add(constructor);
    for (int round = 0; round < 3; ++round)
    {
        const Ran ran =
            watched.fixture.run([callable](TestWriter& writer) { writer.begin_call(callable); });
        CHECK(ran.detail.stop == StopCause::watchdog);
        CHECK(ran.last().kind == OutcomeKind::timed_out);
    }
    CHECK(watched.fixture.pool.counters().deaths == 0);
    CHECK(watched.fixture.pool.counters().respawns == 0);
    check_ran(watched.add_ints(1, 2), 1);
}

TEST_CASE(
    "search: one whose workers are gone for good ends with what it has", "[jvm][revival][once]")
{
    JavaProblemOptions options;
    options.class_path = fixture_plan().class_path;
    options.class_name = "p.Branches";
    options.worker = fixture_settings();
    const Unreliable unreliable(options.worker, "[!1]*");
    options.worker.worker_executable = unreliable.script();
    const std::set<pid_t> before = children();
    JavaProblem problem(options);
    const std::set<pid_t> now = children();
    std::vector<pid_t> workers;
    std::set_difference(
        now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(workers));
    REQUIRE(workers.size() == 1);
    RunSpec spec;
    spec.budget = {.max_executions = 5000, .keep_going = true};
    const RunResult result =
        search_suite(problem, spec, {}, [&workers](const RunProgress& progress) {
            if (progress.executions >= 300 && !workers.empty())
            {
                ::kill(workers.back(), SIGKILL);
                workers.pop_back();
            }
        });
    CHECK(result.stopped_by == StopReason::adapter_failed);
    CHECK(result.failure.find("3 in a row ended before they were ready") != std::string::npos);
    CHECK(result.executions >= 300);
    CHECK(result.executions < 5000);
    // What the archive holds, with what the search knows of it.
    CHECK_FALSE(result.suite.empty());
    REQUIRE(result.covered_by_test.size() == result.suite.size());
    REQUIRE(result.answers.size() == problem.goals().size());
    std::size_t covered = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const GoalAnswer& answer = result.answers[i];
        // Initialisers run before the first test.
        if (answer.status == GoalStatus::covered && answer.test)
        {
            ++covered;
            REQUIRE(*answer.test < result.suite.size());
            const auto& goals = result.covered_by_test[*answer.test];
            CHECK(std::find(goals.begin(), goals.end(), GoalId(i)) != goals.end());
        }
    }
    CHECK(covered > 0);
}
