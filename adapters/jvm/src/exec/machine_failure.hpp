// SPDX-License-Identifier: Apache-2.0
// The cause when a process that we started ends early: our harness, or a machine without enough
// memory.
#pragma once

#include <sbst/error.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace sbst::jvm::detail
{

/// Tells whether a JVM's output, or the system's, reports a lack of memory (or of threads).
[[nodiscard]] inline bool tells_of_memory(std::string_view said)
{
    constexpr std::array<std::string_view, 6> words{"Could not reserve enough space",
        "Could not allocate", "insufficient memory", "Cannot allocate memory", "Unable to allocate",
        "unable to create native thread"};
    return std::any_of(words.begin(), words.end(),
        [said](std::string_view word) { return said.find(word) != std::string_view::npos; });
}

/// @throws OutOfMemory if the text reports it, else AdapterError.
[[noreturn]] inline void fail_of_process(const std::string& text)
{
    if (tells_of_memory(text))
    {
        throw OutOfMemory(text);
    }
    throw AdapterError(text);
}

}  // namespace sbst::jvm::detail
