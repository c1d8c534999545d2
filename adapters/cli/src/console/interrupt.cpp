// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include "print.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace sbst::cli
{

namespace
{

/// `timeout` and shells send a signal to us and then to our group: both count as the first one.
constexpr std::int64_t same_signal_ns = 1'000'000'000;

using SignalTimes = std::array<std::atomic<std::int64_t>, interrupt_signals.size()>;

// A signal handler can only reach globals; these are the only ones.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> stop_requested{false};
std::atomic<int> first_signal{0};
/// When each first came; 0 = not yet.
SignalTimes first_times{};
std::atomic<unsigned> held_signals{0};
std::atomic<int> hold_count{0};
std::array<struct sigaction, interrupt_signals.size()> watch_before{};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

std::size_t place_of(int signal)
{
    return static_cast<std::size_t>(
        std::find(interrupt_signals.begin(), interrupt_signals.end(), signal) -
        interrupt_signals.begin());
}

std::int64_t now_ns()
{
    std::timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

extern "C" void note_signal(int signal)
{
    int none = 0;
    first_signal.compare_exchange_strong(none, signal);
    stop_requested.store(true);
    const std::int64_t now = now_ns();
    std::int64_t first = 0;
    if (!first_times[place_of(signal)].compare_exchange_strong(first, now) &&
        now - first > same_signal_ns)
    {
        // It is blocked here, and ends the program on return.
        static_cast<void>(std::signal(signal, SIG_DFL));
        static_cast<void>(std::raise(signal));
    }
}

extern "C" void hold_signal(int signal)
{
    held_signals.fetch_or(1U << place_of(signal));
}

void handle(int signal, void (*handler)(int), struct sigaction& before)
{
    struct sigaction action = {};
    action.sa_handler = handler;  // NOLINT(cppcoreguidelines-pro-type-union-access): POSIX
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, &before);
}

bool is_ignored(const struct sigaction& action)
{
    return action.sa_handler == SIG_IGN;  // NOLINT(cppcoreguidelines-pro-type-union-access): POSIX
}

}  // namespace

InterruptWatch::InterruptWatch()
{
    first_signal.store(0);
    stop_requested.store(false);
    for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
    {
        first_times[i].store(0);
        sigaction(interrupt_signals[i], nullptr, &watch_before[i]);
        if (!is_ignored(watch_before[i]))
        {
            handle(interrupt_signals[i], note_signal, watch_before[i]);
        }
    }
}

InterruptWatch::~InterruptWatch()
{
    for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
    {
        sigaction(interrupt_signals[i], &watch_before[i], nullptr);
    }
}

StopToken InterruptWatch::token()
{
    return StopToken(&stop_requested);
}

ExitCode InterruptWatch::exit_code()
{
    switch (first_signal.load())
    {
        case 0:
            return ExitCode::ok;
        case SIGTERM:
            return ExitCode::terminated;
        case SIGHUP:
            return ExitCode::hung_up;
        default:
            return ExitCode::interrupted;
    }
}

ExitCode interrupted_too_early()
{
    print_note("sbst: interrupted before anything was found; nothing was written\n");
    return InterruptWatch::exit_code();
}

InterruptHold::InterruptHold()
{
    if (hold_count.fetch_add(1) > 0)
    {
        return;
    }
    for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
    {
        handle(interrupt_signals[i], hold_signal, m_before[i]);
    }
}

InterruptHold::~InterruptHold()
{
    if (hold_count.fetch_sub(1) > 1)
    {
        return;
    }
    for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
    {
        sigaction(interrupt_signals[i], &m_before[i], nullptr);
    }
    const unsigned held = held_signals.exchange(0);
    for (std::size_t i = 0; i < interrupt_signals.size(); ++i)
    {
        if ((held >> i & 1U) != 0)
        {
            static_cast<void>(std::raise(interrupt_signals[i]));
        }
    }
}

}  // namespace sbst::cli
