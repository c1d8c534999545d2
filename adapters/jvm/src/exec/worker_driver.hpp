// SPDX-License-Identifier: Apache-2.0
// Keeps one worker process busy and alive: sends tests, takes results, replaces a process that died
// and finds the test that caused it. Next: worker_pool.cpp.
#pragma once

#include "launch.hpp"
#include "result_reader.hpp"
#include "worker_process.hpp"

#include <sbst/jvm/exec/worker_pool.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// A message that every process of the pool gets, including replacements.
struct SetUpMessage
{
    MessageKind kind = MessageKind::callables;
    std::size_t count = 0;
    std::vector<std::byte> payload;

    bool operator==(const SetUpMessage&) const = default;
};

struct RunJob
{
    std::size_t index = 0;
    /// Run again, with no other test in its message: if it stops now, the test is to blame.
    bool is_alone = false;
};

/// The data shared by drivers while they run the requests of one call.
struct RunQueue
{
    std::span<const TestRun> requests;
    std::span<Trace> traces;
    std::span<RunDetail> details;
    StopToken stop;
    const PrepareRuns& prepare;
    /// Tests that a driver takes at once.
    std::size_t chunk = 1;
    std::atomic<std::size_t> next{0};
    /// By request: number of the driver that ran it.
    std::vector<std::uint32_t> driver_of{};
    /// Tests that a driver had taken when it found that its workers do not stay alive.
    std::mutex handed_back_mutex{};
    std::vector<RunJob> handed_back{};

    [[nodiscard]] bool has_more() const
    {
        return next.load() < requests.size() || !handed_back.empty();
    }
};

class WorkerDriver
{
public:
    /// Processes that may end one after another before one is ready.
    static constexpr std::size_t most_starts = 3;

    /// `messages` must outlive the driver, or its next call of `serve`.
    WorkerDriver(std::shared_ptr<const Launch> launch, const std::vector<SetUpMessage>& messages);

    /// Belongs to another pool from now on, with that pool's messages and counters of zero. A
    /// process that was told something else is replaced before the next test.
    void serve(const std::vector<SetUpMessage>& messages);
    [[nodiscard]] const Launch& launch() const { return *m_launch; }
    /// Tells whether the process waits for tests, so that another pool could use it.
    [[nodiscard]] bool is_free() const
    {
        return m_process.is_running() && m_is_up && m_process.in_flight() == 0 && !m_wants_respawn;
    }

    /// Starts a process without waiting for it; an earlier one has been reaped.
    void start();
    /// Waits until a worker is ready for tests. One that ends or takes too long before is replaced;
    /// `most_starts` are tried in total.
    /// @return false when `stop` fired before.
    /// @throws AdapterError when no worker becomes ready, with the output of the last one.
    [[nodiscard]] bool make_ready(const StopToken& stop = StopToken{});
    /// Kills the process without waiting for its end.
    void begin_kill() const { m_process.begin_kill(); }

    /// Takes tests until the queue is empty.
    /// @throws AdapterError when processes do not stay alive; taken tests are handed back.
    void run(RunQueue& queue, std::uint32_t number);
    /// Sends a message and returns the answer's bytes; repeats it with another worker when one
    /// dies.
    /// @throws AdapterError when all do.
    [[nodiscard]] std::vector<std::byte> ask(const SetUpMessage& message);

    [[nodiscard]] const ExceptionNames& exceptions() const { return m_exceptions; }
    [[nodiscard]] const PoolCounters& counters() const { return m_counters; }
    [[nodiscard]] std::uint32_t notes() const { return m_process.notes(); }
    [[nodiscard]] const StartTimes& start_times() const { return m_process.start_times(); }

private:
    using Job = RunJob;
    using Batch = std::vector<Job>;

    void begin();
    void run_queue();
    void abandon();
    void hand_back();
    void forget(const Batch& batch);
    void post_batches();
    void take_handed_back();
    [[nodiscard]] Batch next_batch();
    void post(Batch batch);
    void take_answer();
    void take_results(const Batch& batch, std::size_t completed, std::size_t bytes);
    void take_result(const Job& job, WireReader& reader);
    void count(StopCause cause);
    void note_link_error(const std::string& error);
    void blame(const Job& job, StopCause cause, std::size_t call);
    void bury();
    [[nodiscard]] bool was_told_otherwise() const;
    [[nodiscard]] WorkerProcess::Wait finish_set_up(const StopToken& stop);
    [[nodiscard]] RunDetail* detail_of(std::size_t index);

    std::shared_ptr<const Launch> m_launch;
    const std::vector<SetUpMessage>* m_messages;
    WorkerProcess m_process;
    /// What the process was told, by whichever pool.
    std::vector<SetUpMessage> m_told;
    /// Those of the plan, and of the static fields that it was told.
    IdLimits m_limits;
    ExceptionNames m_exceptions;
    PoolCounters m_counters;

    // What belongs to the current run.
    RunQueue* m_queue = nullptr;
    std::uint32_t m_number = 0;
    /// Messages in flight, oldest first, and jobs that come before those of the queue.
    std::deque<Batch> m_batches;
    std::deque<Job> m_again;
    std::vector<std::byte> m_payload;
    /// Messages of the pool that the process knows.
    std::size_t m_set_up_count = 0;
    /// Deaths in a row without a result between them.
    std::size_t m_vain_deaths = 0;
    bool m_wants_respawn = false;
    bool m_is_garbage = false;
    bool m_has_started = false;
    /// The process has loaded the subject.
    bool m_is_up = false;
    /// Processes that ended while they loaded the classes of static fields.
    std::size_t m_deaths_by_statics = 0;
    /// The process was sent tests.
    bool m_has_run = false;
};

}  // namespace sbst::jvm
