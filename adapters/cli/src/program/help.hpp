// SPDX-License-Identifier: Apache-2.0
// Help, made from the tables: 80 columns, examples first. Next: man.hpp for the same as manual
// pages, dispatch.hpp.
#pragma once

#include "../options/command.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// A description of sbst and its commands.
[[nodiscard]] std::string overview();
/// Every option of a command with default and unit.
[[nodiscard]] std::string command_help(const Command& command);
/// The same with only the common options, if a command has many.
[[nodiscard]] std::string brief_help(const Command& command);
[[nodiscard]] std::string group_help(const CommandGroup& group);
/// The table of exit codes.
[[nodiscard]] std::string exit_code_help();
/// How values are found, and a configuration file with every key at its default.
[[nodiscard]] std::string configuration_help();
/// All of it as a Markdown page.
[[nodiscard]] std::string reference_page();

/// A term and its description: `-o, --out DIR` and its help.
struct HelpRow
{
    std::string term;
    std::string text;
};
/// The options of a command under one heading.
struct HelpTopic
{
    std::string_view heading;
    std::vector<HelpRow> rows;
};

// The parts of the pages above.
/// Lines of examples at the beginning of `overview`.
[[nodiscard]] std::string first_steps();
[[nodiscard]] std::string usage_line(const Command& command);
/// In the order of the help, without topics for which the command has no option.
[[nodiscard]] std::vector<HelpTopic> help_topics(const Command& command);
/// The first paragraph of `configuration_help`.
[[nodiscard]] std::string configuration_text();

}  // namespace sbst::cli
