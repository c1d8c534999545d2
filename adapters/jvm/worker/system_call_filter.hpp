// SPDX-License-Identifier: Apache-2.0
// A seccomp filter: system calls by which a test could reach the network, other processes or the
// system's settings fail. Next: sandbox.cpp.
#pragma once

namespace sbst::jvm
{

/// Installs the filter for this process; false when the system does not allow it.
[[nodiscard]] bool enter_system_call_filter();

}  // namespace sbst::jvm
