// SPDX-License-Identifier: Apache-2.0
// Options from a YAML file. A key is an option's name; nested keys are joined by a dash, so that
// `budget: {executions: 100}` is `budget-executions: 100`. Next: configure.hpp.
#pragma once

#include "assignment.hpp"

#include <span>
#include <string>
#include <vector>

namespace sbst::cli
{

/// Reads a file. Every key must be one of `known`.
/// @throws ConfigError naming file and line: no such file, text that is not YAML, unknown or
/// repeated keys, lists and maps in place of a value.
[[nodiscard]] std::vector<Assignment> read_config_file(
    const std::string& file, std::span<const Option> known);

/// The same from a text; `file` is its name in errors.
[[nodiscard]] std::vector<Assignment> parse_config(
    const std::string& text, const std::string& file, std::span<const Option> known);

}  // namespace sbst::cli
