// SPDX-License-Identifier: Apache-2.0
// Isolates this process from the network, other processes, and writing outside one folder. Next:
// main.cpp.
#pragma once

#include <string>

namespace sbst::jvm
{

/// The means to use; tests disable some to check the others.
struct SandboxOptions
{
    /// The only folder that stays writable.
    std::string scratch;
    bool use_landlock = true;
    /// Mounts in a separate namespace, if there is no Landlock.
    bool use_mounts = true;
    bool use_filter = true;
};

/// Enters the sandbox; returns the parts that failed, as bits of SandboxNote in
/// ../src/exec/shared_block.hpp. Irrevocable; call it while the process has one thread. Reading
/// files stays possible, and so does writing to /dev/null.
[[nodiscard]] unsigned enter_sandbox(const SandboxOptions& options);

}  // namespace sbst::jvm
