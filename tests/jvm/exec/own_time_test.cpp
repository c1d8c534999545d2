// SPDX-License-Identifier: Apache-2.0
// The time of a process of its own: what counts against a limit, and what is the machine's fault.
#include "../../../adapters/jvm/src/exec/own_time.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <sched.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sbst::jvm;
using std::chrono::milliseconds;

namespace
{

/// A process that does one thing until it is killed.
class Child
{
public:
    explicit Child(const std::function<void()>& life) : m_process(::fork())
    {
        if (m_process == 0)
        {
            life();
            ::_exit(0);
        }
    }
    ~Child()
    {
        ::kill(m_process, SIGKILL);
        ::waitpid(m_process, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;

    [[nodiscard]] pid_t process() const { return m_process; }

private:
    pid_t m_process;
};

void sleep_for_ever()
{
    while (true)
    {
        ::pause();
    }
}

[[noreturn]] void compute()
{
    std::atomic<unsigned> rounds{0};
    while (true)
    {
        ++rounds;
    }
}

/// All callers share one processor; idle ones get almost nothing of it.
void use_first_processor(bool is_idle)
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    ::sched_getaffinity(0, sizeof(allowed), &allowed);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (std::size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    {
        if (CPU_ISSET(i, &allowed))
        {
            CPU_SET(i, &one);
        }
    }
    ::sched_setaffinity(0, sizeof(one), &one);
    if (is_idle)
    {
        const sched_param none{};
        ::sched_setscheduler(0, SCHED_IDLE, &none);
    }
}

struct Observed
{
    std::chrono::nanoseconds own{};
    std::chrono::nanoseconds clock{};
};

/// Looks for half a second, as often as the parent of a worker does.
Observed observe(pid_t process)
{
    constexpr int looks = 50;
    OwnTime time(process);
    // Before the first look, from which own time counts: it may take milliseconds.
    const auto begin = OwnTime::Clock::now();
    time.look();
    Observed observed;
    for (int i = 0; i < looks; ++i)
    {
        std::this_thread::sleep_for(milliseconds(10));
        observed.own = time.look();
    }
    observed.clock = OwnTime::Clock::now() - begin;
    return observed;
}

}  // namespace

TEST_CASE(
    "own time: a process that sleeps or is stopped has the clock's", "[jvm][exec][own_time][once]")
{
    const Child child(sleep_for_ever);
    if (GENERATE(false, true))
    {
        ::kill(child.process(), SIGSTOP);
    }
    // Steps without a sample count less: there are at least 50 samples of 10 ms each.
    const Observed observed = observe(child.process());
    CHECK(observed.own >= milliseconds(400));
    CHECK(observed.own <= observed.clock);
}

TEST_CASE("own time: one that computes has the processor's", "[jvm][exec][own_time][once]")
{
    const Child child(compute);
    const auto before = processor_time(child.process());
    const Observed observed = observe(child.process());
    CHECK(observed.own > milliseconds(0));
    CHECK(observed.own <= observed.clock);
    CHECK(observed.own <= processor_time(child.process()) - before + milliseconds(50));
    CHECK(thread_states(child.process()) == ThreadStates::ready);
}

TEST_CASE("own time: one that waits for its turn has next to none", "[jvm][exec][own_time][once]")
{
    const Child greedy([] {
        use_first_processor(false);
        compute();
    });
    const Child starved([] {
        use_first_processor(true);
        compute();
    });
    const Observed observed = observe(starved.process());
    CHECK(observed.own < observed.clock / 4);
}

TEST_CASE("own time: begins anew, and ends with the process", "[jvm][exec][own_time][once]")
{
    OwnTime time(::getpid());
    time.look();
    std::this_thread::sleep_for(milliseconds(20));
    CHECK(time.look() > milliseconds(0));
    time.restart();
    CHECK(time.look() == milliseconds(0));

    const pid_t gone = ::fork();
    if (gone == 0)
    {
        ::_exit(0);
    }
    ::waitpid(gone, nullptr, 0);
    CHECK(thread_states(gone) == ThreadStates::unknown);
    CHECK(processor_time(gone) == milliseconds(0));
}
