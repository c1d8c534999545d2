// SPDX-License-Identifier: Apache-2.0
// The commands of sbst: one row per command, one per group. Next: configure.hpp for how options
// reach a command, plug.hpp for the rows of adapters, ../program/dispatch.hpp for how a command is
// found.
#pragma once

#include "../console/exit_code.hpp"
#include "option.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// One command, such as `study run`.
struct Command
{
    /// The words of its name.
    std::string_view path;
    std::string_view summary;
    /// The name of its operand; empty = no operand.
    std::string_view operand;
    std::string_view operand_help;
    std::size_t min_operands = 0;
    std::size_t max_operands = 0;
    /// Lines of help, each a command without the indentation.
    std::string_view examples;
    std::vector<Option> (*options)() = nullptr;
    ExitCode (*run)(const Settings&) = nullptr;
    /// Sets defaults that depend on the command or on other settings.
    void (*complete)(Settings&) = nullptr;
};

/// Commands with one first word: an adapter's, or those of studies.
struct CommandGroup
{
    std::string_view name;
    std::string_view summary;
    std::span<const Command> commands;
};

/// Those of each plug, then that of studies.
[[nodiscard]] std::span<const CommandGroup> command_groups();
/// `list`, `help`, `completion` and `version`.
[[nodiscard]] std::span<const Command> core_commands();

/// The command of that path, or null.
[[nodiscard]] const Command* find_command(std::string_view path);
/// Paths of all commands, in the order of the help.
[[nodiscard]] std::vector<std::string_view> command_paths();

}  // namespace sbst::cli
