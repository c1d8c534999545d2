// SPDX-License-Identifier: Apache-2.0
// One worker process, seen from its parent: starting, messages, waiting, killing. Next:
// worker_driver.hpp.
#pragma once

#include "own_time.hpp"
#include "shared_block.hpp"

#include <sbst/base/child_process.hpp>
#include <sbst/base/descriptor.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/exec/worker_pool.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>
#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// The header of a message's answer.
struct ResponseHeader
{
    std::uint32_t status = 0;
    std::uint32_t completed = 0;
    std::uint32_t bytes = 0;
    std::uint32_t flags = 0;

    [[nodiscard]] bool wants_respawn() const { return (flags & 1U) != 0; }
};

class WorkerProcess
{
public:
    enum class Wait
    {
        answered,
        died,
        /// The stop token fired, and the answer did not come soon.
        stopped
    };

    /// Starts nothing yet. All of it must outlive the process.
    /// @param rewritten of RewrittenClasses.
    WorkerProcess(const WorkerSettings& settings, std::span<const std::byte> plan,
        const Descriptor& rewritten);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Starts the process without waiting for it.
    /// @throws AdapterError when the system does not allow it.
    void spawn();
    /// Waits until the subject is loaded. A worker that takes too long is killed.
    /// @throws AdapterError when the worker reports that it cannot load it: no other one could
    /// either.
    [[nodiscard]] Wait await_ready(const StopToken& stop = StopToken{});
    /// Kills and reaps; nothing when there is no process.
    void kill();
    /// Kills without waiting for the end, which `kill` or the destructor does.
    void begin_kill() const { m_process.begin_kill(); }
    [[nodiscard]] bool is_running() const { return m_process.is_there(); }

    /// Messages posted and not yet taken.
    [[nodiscard]] std::size_t in_flight() const { return m_posted - m_taken; }
    /// Whether another message may be posted.
    [[nodiscard]] bool has_room() const { return in_flight() < slot_count; }
    /// Posts a message; precondition: `has_room()` and the payload fits in `max_payload()`.
    void post(MessageKind kind, std::size_t count, std::span<const std::byte> payload);
    /// Waits for the answer to the oldest message. A worker without progress for too much of its
    /// own time is killed.
    [[nodiscard]] Wait wait(const StopToken& stop = StopToken{});
    /// The answer to the oldest message, as far as it is complete. The worker wrote the bytes, so
    /// they may be anything.
    [[nodiscard]] ResponseHeader header() const;
    [[nodiscard]] std::span<const std::byte> payload() const;
    /// Ends the oldest message and frees its slot.
    void take() { ++m_taken; }

    /// After a death: the running test and call of the oldest message; no_test if none.
    [[nodiscard]] std::uint32_t current_test() const;
    [[nodiscard]] std::uint32_t current_call() const;
    /// Why the process ended and its output during the start, for people.
    [[nodiscard]] std::string end_text() const;
    [[nodiscard]] const StartTimes& start_times() const { return m_start_times; }
    /// Bits of the parts of the isolation that failed.
    [[nodiscard]] std::uint32_t notes() const;

    [[nodiscard]] static constexpr std::size_t max_payload()
    {
        return request_bytes - request_header;
    }

private:
    [[nodiscard]] std::vector<std::string> arguments() const;
    [[nodiscard]] bool has_ended();
    [[nodiscard]] bool is_stuck(OwnTime& own_time);
    [[nodiscard]] std::string said() const;
    [[nodiscard]] std::size_t slot_of(std::uint32_t message) const { return message % slot_count; }

    const WorkerSettings* m_settings;
    const Descriptor* m_rewritten;
    TemporaryFolder m_folder;
    Descriptor m_memory_file;
    Descriptor m_plan_file;
    Descriptor m_log_file;
    Descriptor m_lifetime;
    SharedBlock m_block;
    ChildProcess m_process;
    ChildEnd m_end;
    /// Why we killed it; empty if we did not.
    std::string m_killed_because;
    std::uint32_t m_posted = 0;
    /// The last message makes the worker load classes.
    bool m_is_loading = false;
    std::uint32_t m_taken = 0;
    std::uint64_t m_seen_progress = 0;
    StartTimes m_start_times;
};

}  // namespace sbst::jvm
