// SPDX-License-Identifier: Apache-2.0
// Tells a process that does nothing from one that does not get its turn: limits of what is broken
// are of this time, never of the clock's. Next: worker_process.hpp, ../../worker/watchdog.hpp.
#pragma once

#include <chrono>
#include <sys/types.h>

namespace sbst::jvm
{

/// What the threads of a process do at this moment.
enum class ThreadStates
{
    /// At least one computes or waits for its turn to do so.
    ready,
    /// All sleep, are blocked or are stopped.
    still,
    /// The system does not say.
    unknown
};

/// Looks at all threads of a process but `except`, and but the one by which a JVM wakes itself
/// twenty times a second.
[[nodiscard]] ThreadStates thread_states(pid_t process, pid_t except = 0);

/// The processor time that a process has used so far; 0 when it has ended.
[[nodiscard]] std::chrono::nanoseconds processor_time(pid_t process);

/// The time of a process of its own: the processor's while a thread of it is ready to run, the
/// clock's while all are still. What it waits for a processor does not count, nor does the time in
/// which nobody looked because the looking process did not get its turn. Where the system does not
/// tell the states of threads, what is not processor time counts a twentieth.
class OwnTime
{
public:
    using Clock = std::chrono::steady_clock;

    explicit OwnTime(pid_t process, pid_t except = 0) : m_process(process), m_except(except) {}

    /// Begins anew. Costs nothing: time passes from the next look on.
    void restart()
    {
        m_has_begun = false;
        m_passed = {};
    }
    /// Looks at the process. To be called every few milliseconds: states count for the time since
    /// the look before.
    /// @return what passed since the first look after `restart`.
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
