// SPDX-License-Identifier: Apache-2.0
// Makes the settings of a command from words, environment and file: a flag wins over the
// environment, that over the file, that over the default. Next: command_line.hpp, config_file.hpp.
#pragma once

#include "assignment.hpp"
#include "command.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Looks up an environment variable; nothing when it is not set.
using Environment = std::function<std::optional<std::string>(const std::string&)>;

/// One warning for each of these variables (all begin with SBST_) that sets nothing, with a
/// suggestion. Variables read by scripts, tests and the build of this project are known.
[[nodiscard]] std::vector<std::string> unknown_variables(const std::vector<std::string>& names);

/// Stores one source's value for an option. @throws ConfigError naming the source's place.
void apply(const Assignment& assignment, Settings& settings);

/// Settings for `command` from the words after it, SBST_* variables and the configuration file
/// (--config, else SBST_CONFIG, else sbst.yaml in the current directory if it exists).
///
/// With --help or --version nothing else is read. Values of options that the command does not have
/// are allowed in environment and file, so that one file serves several commands.
/// @throws ConfigError naming the place and what was expected.
[[nodiscard]] Settings configure(
    const Command& command, const std::vector<std::string>& words, const Environment& environment);

}  // namespace sbst::cli
