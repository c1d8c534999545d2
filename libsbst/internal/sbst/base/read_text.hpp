// SPDX-License-Identifier: Apache-2.0
// A whole file, or what comes out of a pipe, without waiting for ever. Next: read_failure.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace sbst
{

/// What was read, or why nothing was.
struct ReadText
{
    std::optional<std::string> text;
    /// `No such file or directory`; empty where there is a text.
    std::string problem;
    /// The system's number of it; 0 where there is none.
    int error = 0;
};

inline constexpr std::size_t most_text = std::size_t{64} << 20U;

/// Reads a file, at most 64 MiB. A pipe or a device is read once to its end; a pipe waits for as
/// long as somebody has it open for writing, and two seconds for the first who has.
[[nodiscard]] ReadText read_text(const std::string& name);

/// Reads what is open, at most 64 MiB.
[[nodiscard]] ReadText read_descriptor(int file, bool is_pipe);

}  // namespace sbst
