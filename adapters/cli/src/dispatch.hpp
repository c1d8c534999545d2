// SPDX-License-Identifier: Apache-2.0
// Finds the command that the first words name and runs it. Next: main.cpp, evm_generate.cpp.
#pragma once

#include "exit_code.hpp"

#include <string>
#include <vector>

namespace sbst::cli
{

/// Runs sbst with these words (the program's name excluded); results go to standard output.
/// @throws ConfigError, ParseError, AdapterError.
[[nodiscard]] ExitCode dispatch(const std::vector<std::string>& words);

}  // namespace sbst::cli
