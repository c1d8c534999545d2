// SPDX-License-Identifier: Apache-2.0
// Help, made from the tables: 80 columns, examples first. Next: dispatch.hpp.
#pragma once

#include "command.hpp"

#include <string>
#include <string_view>

namespace sbst::cli
{

/// What sbst is and its commands.
[[nodiscard]] std::string overview();
/// Every option of a command with default and unit.
[[nodiscard]] std::string command_help(const Command& command);
/// The same with the common options only, where a command has many.
[[nodiscard]] std::string brief_help(const Command& command);
[[nodiscard]] std::string group_help(const CommandGroup& group);
/// The table of exit codes.
[[nodiscard]] std::string exit_code_help();
/// How values are found, and a configuration file with every key at its default.
[[nodiscard]] std::string configuration_help();
/// All of it as a Markdown page.
[[nodiscard]] std::string reference_page();

}  // namespace sbst::cli
