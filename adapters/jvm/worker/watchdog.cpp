// SPDX-License-Identifier: Apache-2.0
#include "watchdog.hpp"

#include "../src/exec/own_time.hpp"

#include <algorithm>
#include <ctime>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sbst::jvm
{

namespace
{

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// A test that only waits has `waiting_factor` times its limit, unless nothing can end its waiting;
/// one that neither waits nor computes has `clock_factor` times. Both are in this process's own
/// time: on a busy machine a test may not be scheduled.
constexpr int waiting_factor = 4;
constexpr int clock_factor = 20;
/// How often a test gets its limit again because it initialises a class, which only the first test
/// of a worker that needs the class does.
constexpr int most_graces = 20;
/// How often a stop without effect is sent again.
constexpr int most_sends = 5;
constexpr milliseconds longest_sleep{5};
constexpr std::uint64_t state_mask = 3;
/// How often a test is found waiting for what no thread can do, before it is stopped.
constexpr int most_stuck_looks = 2;

pid_t this_thread()
{
    return static_cast<pid_t>(syscall(SYS_gettid));
}

nanoseconds used_time(pthread_t thread)
{
    clockid_t clock{};
    std::timespec time{};
    if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0)
    {
        return nanoseconds{0};
    }
    return std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec};
}

/// Sleeps; ends the process when the parent has ended.
void sleep_while_parent_lives(milliseconds time)
{
    pollfd lifetime{lifetime_descriptor, POLLIN, 0};
    if (poll(&lifetime, 1, static_cast<int>(time.count())) > 0)
    {
        _exit(0);
    }
}

class Watchdog
{
public:
    Watchdog(Jvm& jvm, SharedBlock block, pthread_t runner, const WatchLimits& limits)
      : m_jvm(&jvm),
        m_block(block),
        m_runner(runner),
        m_limits(limits),
        m_own_time(getpid(), this_thread())
    {}

    void look()
    {
        const std::uint64_t word = m_block.run_word().load();
        const auto state = static_cast<RunState>(word & state_mask);
        if (word >> 2U != m_serial)
        {
            begin(word >> 2U);
            m_graces = 0;
        }
        else if (state == RunState::armed && is_too_long())
        {
            if (may_go_on())
            {
                begin(m_serial);
            }
            else
            {
                send(word);
            }
        }
        else if (state == RunState::sent && m_own_time.look() > 2 * m_limits.test)
        {
            if (m_sends == most_sends)
            {
                _exit(unstoppable_exit_code);
            }
            send(word);
        }
    }

private:
    void begin(std::uint64_t serial)
    {
        m_serial = serial;
        m_sends = 0;
        m_stuck_looks = 0;
        m_own_time.restart();
        m_used = used_time(m_runner);
    }

    /// A stop during the initialisation of a class would break the class for all later tests.
    [[nodiscard]] bool may_go_on()
    {
        const bool is_starting = m_block.word(ControlWord::state).load() ==
                                 static_cast<std::uint32_t>(WorkerState::starting);
        return !is_starting && m_graces < most_graces && m_jvm->is_runner_initialising() &&
               ++m_graces > 0;
    }

    [[nodiscard]] bool is_too_long()
    {
        const nanoseconds passed = m_own_time.look();
        if (m_block.word(ControlWord::state).load() ==
            static_cast<std::uint32_t>(WorkerState::starting))
        {
            return passed > m_limits.initialiser;
        }
        const milliseconds limit = m_limits.test;
        const bool is_stuck =
            passed > longest_sleep && m_jvm->is_runner_waiting() && m_jvm->is_stuck();
        m_stuck_looks = is_stuck ? m_stuck_looks + 1 : 0;
        return m_stuck_looks >= most_stuck_looks || used_time(m_runner) - m_used > limit ||
               passed > clock_factor * limit ||
               (passed > waiting_factor * limit && m_jvm->is_runner_waiting());
    }

    void send(std::uint64_t word)
    {
        const std::uint64_t base = word & ~state_mask;
        if (m_block.run_word().compare_exchange_strong(
                word, base | static_cast<std::uint64_t>(RunState::sending)))
        {
            m_jvm->stop_runner();
            m_block.run_word().store(base | static_cast<std::uint64_t>(RunState::sent));
            m_own_time.restart();
            ++m_sends;
        }
    }

    Jvm* m_jvm;
    SharedBlock m_block;
    pthread_t m_runner;
    WatchLimits m_limits;
    /// Since the test began, or since a stop was sent.
    OwnTime m_own_time;
    std::uint64_t m_serial = 0;
    int m_sends = 0;
    int m_graces = 0;
    int m_stuck_looks = 0;
    nanoseconds m_used{0};
};

}  // namespace

void watch(Jvm& jvm, SharedBlock block, pthread_t runner, const WatchLimits& limits)
{
    Watchdog watchdog(jvm, block, runner, limits);
    const milliseconds sleep = std::clamp(limits.test / 4, milliseconds{1}, longest_sleep);
    while (true)
    {
        sleep_while_parent_lives(sleep);
        watchdog.look();
    }
}

}  // namespace sbst::jvm
