// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, SIGTERM, SIGHUP (a closed terminal): the first asks the run to stop; a second one of the
// same kind, more than a second later, has its usual effect.
#pragma once

#include "exit_code.hpp"

#include <sbst/problem/stop_token.hpp>

#include <array>
#include <csignal>
#include <cstddef>

namespace sbst::cli
{

inline constexpr std::array<int, 3> interrupt_signals{SIGINT, SIGTERM, SIGHUP};

/// Watches for signals while it lives; at most one lives at a time. Signals that the parent ignores
/// (nohup, a shell's `&`) stay ignored. Make it after reading input: a read from a pipe continues
/// when a signal is only recorded.
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
    /// `interrupted`, `terminated`, `hung_up`, or `ok` when no signal came.
    [[nodiscard]] static ExitCode exit_code();
};

/// Reports that a run was ended before it found anything, and that nothing was written.
/// @returns the code of the signal.
ExitCode interrupted_too_early();

/// While it lives, no signal ends the program: files being written stay whole. Signals that come in
/// the meantime count at its end. Holds may be nested, on one thread.
class InterruptHold
{
public:
    InterruptHold();
    ~InterruptHold();
    InterruptHold(const InterruptHold&) = delete;
    InterruptHold& operator=(const InterruptHold&) = delete;
    InterruptHold(InterruptHold&&) = delete;
    InterruptHold& operator=(InterruptHold&&) = delete;

private:
    std::array<struct sigaction, interrupt_signals.size()> m_before{};
};

}  // namespace sbst::cli
