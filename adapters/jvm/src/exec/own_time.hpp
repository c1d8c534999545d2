// SPDX-License-Identifier: Apache-2.0
// The own time of a process, which does not include waiting for a processor: timeouts use it, so
// that a busy machine does not break them. Next: worker_process.hpp, ../../worker/watchdog.hpp.
#pragma once

#include <chrono>
#include <sys/types.h>

namespace sbst::jvm
{

/// The current activity of a process's threads.
enum class ThreadStates
{
    /// At least one computes or waits for a processor.
    ready,
    /// All sleep, are blocked or are stopped.
    still,
    /// The system does not tell.
    unknown
};

/// Checks all threads of a process without `except` and without the one by which a JVM wakes itself
/// twenty times per second.
[[nodiscard]] ThreadStates thread_states(pid_t process, pid_t except = 0);

/// The processor time that a process has used so far; 0 when it has ended.
[[nodiscard]] std::chrono::nanoseconds processor_time(pid_t process);

/// The own time of a process: processor time while one of its threads is ready to run, clock time
/// while all are still. Waiting for a processor does not count, nor does time between samples that
/// are too far apart because this process was not scheduled. If the system does not tell the states
/// of threads, time other than processor time counts a twentieth.
class OwnTime
{
public:
    using Clock = std::chrono::steady_clock;

    explicit OwnTime(pid_t process, pid_t except = 0) : m_process(process), m_except(except) {}

    /// Restarts. Costs nothing: time counts from the next look() on.
    void restart()
    {
        m_has_begun = false;
        m_passed = {};
    }
    /// Samples the process. Call it every few milliseconds: a state counts for the time since the
    /// previous sample.
    /// @return the time since the first look() after `restart`.
    std::chrono::nanoseconds look();

private:
    pid_t m_process;
    pid_t m_except;
    bool m_has_begun = false;
    Clock::time_point m_looked_at;
    std::chrono::nanoseconds m_used{};
    std::chrono::nanoseconds m_passed{};
};

}  // namespace sbst::jvm
