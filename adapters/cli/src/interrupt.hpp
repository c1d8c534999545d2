// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: the first asks the run to stop, the second acts as if we were not here.
#pragma once

#include "exit_code.hpp"

#include <sbst/problem/stop_token.hpp>

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

}  // namespace sbst::cli
