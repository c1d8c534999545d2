// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <stop_token>

namespace sbst::cli
{

namespace
{

// A signal handler reaches nothing but globals; these two are all there are.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> stop_requested{false};
std::atomic<int> last_signal{0};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

constexpr std::array<int, 2> watched{SIGINT, SIGTERM};

extern "C" void note_signal(int signal)
{
    last_signal.store(signal);
    stop_requested.store(true);
}

void install(void (*handler)(int), int flags)
{
    for (const int signal : watched)
    {
        struct sigaction action = {};
        action.sa_handler = handler;  // NOLINT(cppcoreguidelines-pro-type-union-access): POSIX
        action.sa_flags = flags;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace

InterruptWatch::InterruptWatch()
{
    last_signal.store(0);
    stop_requested.store(false);
    // RESETHAND: the second signal of a kind is the system's, whatever we are doing.
    install(note_signal, static_cast<int>(SA_RESETHAND | SA_RESTART));
}

InterruptWatch::~InterruptWatch()
{
    install(SIG_DFL, 0);
}

StopToken InterruptWatch::token()
{
    return StopToken(&stop_requested);
}

ExitCode InterruptWatch::exit_code()
{
    const int signal = last_signal.load();
    if (signal == 0)
    {
        return ExitCode::ok;
    }
    return signal == SIGTERM ? ExitCode::terminated : ExitCode::interrupted;
}

InterruptShield::InterruptShield()
  : m_taker([](const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait(lock, stop, [] { return false; });
    })
{
    // The thread is there already, with the signal open.
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    pthread_sigmask(SIG_BLOCK, &blocked, &m_before);
}

InterruptShield::~InterruptShield()
{
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

}  // namespace sbst::cli
