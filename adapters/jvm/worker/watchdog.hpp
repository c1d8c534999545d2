// SPDX-License-Identifier: Apache-2.0
// Stops tests that take too long, and the whole process when that does not help or the parent is
// gone. Next: sandbox.hpp.
#pragma once

#include "../src/exec/shared_block.hpp"
#include "jvm.hpp"

#include <chrono>
#include <pthread.h>

namespace sbst::jvm
{
/// What the process ends with when a test cannot be stopped.
constexpr int unstoppable_exit_code = 3;

/// Watches until the process ends; of a thread of its own that is attached to the JVM. A test is
/// stopped after `limit` of processor time, after four times as much
/// on the clock while it waits, and after twenty times whatever it does.
void watch(Jvm& jvm, SharedBlock block, pthread_t runner, std::chrono::milliseconds limit);
}  // namespace sbst::jvm
