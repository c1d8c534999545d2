// SPDX-License-Identifier: Apache-2.0
// Runs tests on HotSpot, in worker processes that may die without harm. Next: test_writer.hpp for
// the input, run_detail.hpp for the output beside traces, ../../../../docs/protocol.md for the
// messages.
#pragma once

#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/language/java_callable.hpp>
#include <sbst/jvm/language/surroundings.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/problem/trace.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm
{

/// What a test finds when it begins.
struct Circumstances
{
    /// What it sets for itself.
    OwnSurroundings own{};
    /// Which numbers generators without a seed give it, and which date the clock; 0 are those of
    /// the search.
    std::uint16_t numbers = 0;
};

/// One wanted execution.
struct TestRun
{
    /// Made by TestWriter; must outlive the call.
    std::span<const std::byte> test;
    Record record = Record::coverage | Record::distances;
    /// With WorkerSettings::switch_mutants: the mutant that is active in this test; invalid = none.
    MutantId mutant{};
    Circumstances circumstances{};
};

/// Prepares the tests of `requests[first, last)` just before they are sent, while earlier ones run.
/// Each request is in at most one range; several threads may call it at once.
using PrepareRuns = std::function<void(std::size_t first, std::size_t last)>;

/// Counts since the pool was made.
struct PoolCounters
{
    /// Tests run for a caller, without repetitions before a test is blamed.
    std::uint64_t tests = 0;
    std::uint64_t budget_stops = 0;
    std::uint64_t watchdog_stops = 0;
    std::uint64_t stack_overflows = 0;
    std::uint64_t out_of_memory = 0;
    std::uint64_t exits = 0;
    std::uint64_t not_linked = 0;
    std::uint64_t too_large = 0;
    /// Tests whose worker died twice.
    std::uint64_t deaths = 0;
    /// Tests that ran to an end, but were refused something or changed what stays: files, what the
    /// JDK keeps.
    std::uint64_t refused = 0;
    /// Repeated runs of a test alone, after a stop or a death.
    std::uint64_t reruns = 0;
    /// Workers started to replace another one.
    std::uint64_t respawns = 0;
    /// Tests by the error of linking that ended them (RunDetail::link_error), thrown by a call or
    /// before it; only the first `most_link_errors` different ones.
    std::map<std::string, std::uint64_t> link_errors{};
    static constexpr std::size_t most_link_errors = 64;
    /// Time spent waiting in `run`.
    double seconds = 0;
};

/// The time until a worker was ready for tests.
struct StartTimes
{
    std::chrono::duration<double> clock{0.0};
    /// The worker's own time (see WorkerSettings): the same on an otherwise idle machine.
    std::chrono::duration<double> own{0.0};
};

/// Worker processes with one subject. Methods are called by one thread at a time.
///
/// A result depends only on its test, not on the number of workers, their history or other tests,
/// unless a stop by the watchdog, a StackOverflowError or an OutOfMemoryError was counted.
class WorkerPool
{
public:
    /// Starts the workers and loads the subject in each. When `stop` fires before they are ready
    /// there is no initial trace yet, and `run` waits for them.
    /// @throws ConfigError when the settings cannot be used; AdapterError when a worker does not
    /// start, with its output.
    WorkerPool(const WorkerSettings& settings, const SubjectPlan& plan, const StopToken& stop = {});
    ~WorkerPool();
    WorkerPool(WorkerPool&&) noexcept;
    WorkerPool& operator=(WorkerPool&&) noexcept;
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Appends to the callable table; a test names a callable by its place in it. Workers get the
    /// new ones with the next `run`, which throws when they refuse them (a malformed descriptor).
    void add_callables(std::span<const JavaCallable> callables);
    /// Appends to the plan's static fields. Workers load their classes; one that has run tests does
    /// not know what they were like before, and is replaced at the next `run`.
    void add_static_fields(std::span<const StaticFieldPlan> fields);
    /// Sets the observers of a run-time class (internal name): callables whose only parameter is
    /// the object, called at the end of each test with Record::outputs. A second call replaces
    /// them.
    void set_observers(std::string_view class_name, std::span<const std::uint32_t> callables);

    /// Runs each request and fills the trace and the detail of the same index. `details` is empty
    /// or as long as `requests`; `traces` is as long. Runs prevented by the stop token have
    /// `was_run == false`. With `prepare`, a request is only read after it was prepared.
    ///
    /// In a stopped test the running call is `timed_out` (budget, watchdog, death) or
    /// `unsupported` (everything else), nothing else is recorded. A worker that ends is replaced,
    /// and its remaining tests are run again.
    /// @throws AdapterError when no worker can be restarted or kept alive: earlier results are in
    /// the traces, and the others have `was_run == false`; passes on exceptions of `prepare`.
    void run(std::span<const TestRun> requests, std::span<Trace> traces,
        std::span<RunDetail> details, const StopToken& stop, const PrepareRuns& prepare = {});

    /// Replaces all workers by others that record what the plan names, and lines and outputs as the
    /// settings say; nothing else of both may differ, but the plan has all static fields. Callables
    /// and observers stay.
    /// @throws AdapterError like the constructor.
    void change_plan(const WorkerSettings& settings, const SubjectPlan& plan);
    /// Replaces all workers by fresh ones; `run` waits for them.
    /// @throws AdapterError when the system does not start them.
    void renew();

    /// Binary names of exceptions, indexed by ExceptionId, in the order in which requests met them.
    [[nodiscard]] const std::vector<std::string>& exceptions() const;
    [[nodiscard]] PoolCounters counters() const;
    /// Times of the first worker's last start.
    [[nodiscard]] StartTimes start_times() const;
    /// The trace of loading and initialising the subject. It is part of no test's trace:
    /// initialisers run once in a JVM, before the first test.
    [[nodiscard]] const Trace& initial_trace() const;
    /// Why classes of the plan could not be loaded or initialised, by internal name.
    [[nodiscard]] const std::map<std::string, std::string>& load_failures() const;
    /// With WorkerSettings::switch_mutants: mutants that the workers' code does not have, as a
    /// method would be too large with them or its class cannot be loaded; ascending.
    [[nodiscard]] std::vector<MutantId> unbuilt_mutants();
    /// The class file of a class of the JDK or of the class path; nothing when there is none.
    [[nodiscard]] std::optional<std::vector<std::byte>> class_bytes(std::string_view internal_name);
    /// The parts of the isolation that the system did not allow, on one line, or empty.
    [[nodiscard]] const std::string& isolation_warning() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
