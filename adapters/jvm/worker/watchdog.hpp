// SPDX-License-Identifier: Apache-2.0
// Stops tests that take too long, and the whole process when that does not help or the parent has
// ended. Next: sandbox.hpp.
#pragma once

#include "../src/exec/shared_block.hpp"
#include "jvm.hpp"

#include <chrono>
#include <pthread.h>

namespace sbst::jvm
{

/// The exit code of the process when a test cannot be stopped.
constexpr int unstoppable_exit_code = 3;

struct WatchLimits
{
    /// Processor time of a test.
    std::chrono::milliseconds test{0};
    /// This process's own time (own_time.hpp) for the initialisation of one class.
    std::chrono::milliseconds initialiser{0};
};

/// Watches until the process ends; called on a separate thread that is attached to the JVM. A test
/// is stopped after its limit of processor time, after four times as much of this process's own
/// time while it waits, and after twenty times in any case.
void watch(Jvm& jvm, SharedBlock block, pthread_t runner, const WatchLimits& limits);

}  // namespace sbst::jvm
