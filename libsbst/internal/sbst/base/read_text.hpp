// SPDX-License-Identifier: Apache-2.0
// Reads a whole file or pipe without waiting for ever. Next: read_failure.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace sbst
{

/// The text, or the reason why there is none.
struct ReadText
{
    std::optional<std::string> text;
    /// `No such file or directory`; empty when there is a text.
    std::string problem;
    /// The system's error number; 0 when there is none.
    int error = 0;
};

inline constexpr std::size_t most_text = std::size_t{64} << 20U;

/// Reads a file, at most 64 MiB. A pipe or a device is read once to its end; a pipe is read while
/// any process has it open for writing, after at most two seconds of waiting for the first writer.
[[nodiscard]] ReadText read_text(const std::string& name);

/// Reads an open file, at most 64 MiB.
[[nodiscard]] ReadText read_descriptor(int file, bool is_pipe);

}  // namespace sbst
