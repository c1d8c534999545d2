// SPDX-License-Identifier: Apache-2.0
// Files in memory that a worker gets from its parent. Next: worker_process.hpp.
#pragma once

#include <sbst/base/descriptor.hpp>

#include <cstddef>

namespace sbst::jvm
{

/// A file of zeros.
/// @throws AdapterError when the system has none for us.
[[nodiscard]] Descriptor make_memory_file(const char* name, std::size_t size);

/// The descriptor under a number above those of the worker, so that giving one never overwrites
/// another.
/// @throws AdapterError when the system has no more descriptors.
[[nodiscard]] Descriptor moved_up(Descriptor file);

/// @throws AdapterError always: by errno.
[[noreturn]] void fail_to(const char* action);

}  // namespace sbst::jvm
