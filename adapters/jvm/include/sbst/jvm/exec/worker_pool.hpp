// SPDX-License-Identifier: Apache-2.0
// Runs tests on HotSpot, in worker processes that may die without harm. Next: test_writer.hpp for
// what goes in, run_detail.hpp for what comes out beside traces, ../../../../docs/protocol.md for
// what passes between.
#pragma once

#include <sbst/jvm/analysis/subject_plan.hpp>
#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/jvm/language/java_callable.hpp>
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

/// One execution that is wanted.
struct TestRun
{
    /// As TestWriter made it; outlives the call.
    std::span<const std::byte> test;
    Record record = Record::coverage | Record::distances;
};

/// Makes the tests of `requests[first, last)` known, just before they are sent: what comes first
/// runs meanwhile. Each request is in one range at most; several threads may ask at once.
using PrepareRuns = std::function<void(std::size_t first, std::size_t last)>;

/// What happened since the pool was made.
struct PoolCounters
{
    /// Tests run for a caller; runs again before blaming are not counted here.
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
    /// Runs of a test alone that a stop or a death made necessary.
    std::uint64_t reruns = 0;
    /// Workers started in place of an earlier one.
    std::uint64_t respawns = 0;
    /// Waited in `run`.
    double seconds = 0;
};

/// How long a worker took to be ready for tests.
struct StartTimes
{
    std::chrono::duration<double> clock{0.0};
    /// Of the worker's own (see WorkerSettings): on a machine with nothing else to do the same.
    std::chrono::duration<double> own{0.0};
};

/// Worker processes with one subject. Methods are called by one thread at a time.
///
/// A result depends on its test alone: not on the number of workers, their history or other tests,
/// wherever no stop by the watchdog, StackOverflowError or OutOfMemoryError was counted.
class WorkerPool
{
public:
    /// Starts the workers and loads the subject in each. When `stop` asks before they are ready
    /// there is no initial trace yet, and `run` waits for them.
    /// @throws ConfigError when the settings cannot be used; AdapterError when a worker does not
    /// start, with what it said.
    WorkerPool(const WorkerSettings& settings, const SubjectPlan& plan, const StopToken& stop = {});
    ~WorkerPool();
    WorkerPool(WorkerPool&&) noexcept;
    WorkerPool& operator=(WorkerPool&&) noexcept;
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Appends to the callable table; a test names a callable by its place in it. Workers hear of
    /// it with the next `run`, which throws when they refuse (a malformed descriptor).
    void add_callables(std::span<const JavaCallable> callables);
    /// Has objects of the run-time class (internal name) asked by these callables, whose only
    /// parameter is the object, at the end of each test with Record::outputs. Again: replaces.
    void set_observers(std::string_view class_name, std::span<const std::uint32_t> callables);

    /// Runs each request and fills the trace and the detail of the same index. `details` is empty
    /// or as long as `requests`; `traces` is as long. What the stop token prevented has
    /// `was_run == false`. With `prepare`, a request is looked at behind its call for it only.
    ///
    /// A stopped test: the call that was running is `timed_out` (budget, watchdog, death) or
    /// `unsupported` (everything else), nothing else is recorded.
    /// A worker that ends is replaced, and what it had not run is run again.
    /// @throws AdapterError when no worker can be brought back or kept alive: what was run before
    /// is in the traces, and the others have `was_run == false`; what `prepare` throws.
    void run(std::span<const TestRun> requests, std::span<Trace> traces,
        std::span<RunDetail> details, const StopToken& stop, const PrepareRuns& prepare = {});

    /// Replaces all workers by new ones, in which no test has run; `run` waits for them.
    /// @throws AdapterError when the system does not start them.
    void renew();

    /// Exceptions by ExceptionId, as binary names, in the order in which requests met them.
    [[nodiscard]] const std::vector<std::string>& exceptions() const;
    [[nodiscard]] PoolCounters counters() const;
    /// Of the first worker's last start.
    [[nodiscard]] StartTimes start_times() const;
    /// What loading and initialising the subject touched. No test's trace has it: initialisers run
    /// once in a JVM, before the first test.
    [[nodiscard]] const Trace& initial_trace() const;
    /// Why classes of the plan could not be loaded or initialised, by internal name.
    [[nodiscard]] const std::map<std::string, std::string>& load_failures() const;
    /// The class file of a class of the JDK or of the class path; nothing when there is none.
    [[nodiscard]] std::optional<std::vector<std::byte>> class_bytes(std::string_view internal_name);
    /// What isolation the system did not allow, one line, or empty.
    [[nodiscard]] const std::string& isolation_warning() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace sbst::jvm
