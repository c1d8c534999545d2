// SPDX-License-Identifier: Apache-2.0
// Splits a command's words into options and operands, strictly. Next: configure.hpp.
#pragma once

#include "assignment.hpp"

#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

struct CommandLine
{
    std::vector<Assignment> assignments;
    std::vector<std::string> operands;
};

/// The message that no row has the option (which may end in `=VALUE`), with a suggestion.
[[nodiscard]] std::string unknown_option_message(
    const std::string& written, std::span<const Option> options);

/// Parses the words after a command by the command's own table.
/// @throws ConfigError for unknown options (options cannot be abbreviated), missing values, values
/// for switches, and an option that is given twice.
[[nodiscard]] CommandLine parse_command_line(
    const std::vector<std::string>& words, std::span<const Option> options);

}  // namespace sbst::cli
