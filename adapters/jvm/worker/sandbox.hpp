// SPDX-License-Identifier: Apache-2.0
// Takes from this process what no test needs: the network, other processes, and all files but
// those of one folder. Next: main.cpp.
#pragma once

#include <string>

namespace sbst::jvm
{

/// The means to use; tests leave some out to see what the others do.
struct SandboxOptions
{
    /// The only folder that stays writable.
    std::string scratch;
    bool use_landlock = true;
    /// Mounts of a namespace of its own, where there is no Landlock.
    bool use_mounts = true;
    bool use_filter = true;
};

/// What could not be had: bits of SandboxNote in ../src/exec/shared_block.hpp. Irrevocable; call it
/// while the process has one thread. Reading files stays possible, and writing to /dev/null.
[[nodiscard]] unsigned enter_sandbox(const SandboxOptions& options);

}  // namespace sbst::jvm
