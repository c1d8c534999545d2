// SPDX-License-Identifier: Apache-2.0
// Completion scripts for shells, made from the tables of commands and options.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// Shells for which there is a script.
[[nodiscard]] std::span<const std::string_view> completion_shells();

/// The script for a shell. Precondition: one of `completion_shells()`.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace sbst::cli
