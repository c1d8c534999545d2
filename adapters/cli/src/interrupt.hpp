// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: the first asks the run to stop, the second acts as if we were not here.
#pragma once

#include "exit_code.hpp"

#include <sbst/problem/stop_token.hpp>

#include <csignal>
#include <thread>

namespace sbst::cli
{

/// Watches for signals while it lives; at most one lives at a time.
class InterruptWatch
{
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    InterruptWatch(InterruptWatch&&) = delete;
    InterruptWatch& operator=(InterruptWatch&&) = delete;

    /// Fires on the first signal.
    [[nodiscard]] static StopToken token();
    /// `interrupted`, `terminated`, or `ok` when no signal came.
    [[nodiscard]] static ExitCode exit_code();
};

/// While it lives, Ctrl-C does not reach processes that the calling thread starts: the terminal
/// sends it to all of them, and they are still needed to end the run well. They inherit what is
/// blocked; a thread of our own takes the signal.
class InterruptShield
{
public:
    InterruptShield();
    ~InterruptShield();
    InterruptShield(const InterruptShield&) = delete;
    InterruptShield& operator=(const InterruptShield&) = delete;
    InterruptShield(InterruptShield&&) = delete;
    InterruptShield& operator=(InterruptShield&&) = delete;

private:
    std::jthread m_taker;
    sigset_t m_before{};
};

}  // namespace sbst::cli
