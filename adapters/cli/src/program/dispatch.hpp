// SPDX-License-Identifier: Apache-2.0
// Finds the command among the words and runs it. Next: main.cpp, ../options/command.hpp.
#pragma once

#include "../console/exit_code.hpp"

#include <string>
#include <vector>

namespace sbst::cli
{

/// Runs sbst with these words (the program's name excluded); results go to standard output. Options
/// may stand before the command: one that takes a value takes the next word, unless it has a `=`.
/// @throws ConfigError, ParseError, IoError, AdapterError.
[[nodiscard]] ExitCode dispatch(const std::vector<std::string>& words);

/// The help command that suits these words.
[[nodiscard]] std::string help_command(const std::vector<std::string>& words);

}  // namespace sbst::cli
