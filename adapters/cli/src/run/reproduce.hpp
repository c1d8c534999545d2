// SPDX-License-Identifier: Apache-2.0
// The command that makes a result again.
#pragma once

#include "../options/settings.hpp"

#include <string>
#include <string_view>

namespace sbst::cli
{

/// Writes the command of that path with these settings: the seed, and options that differ from the
/// defaults and affect results. `operand` is the path to name; empty = none. Written files contain
/// this command, which does not depend on their place.
[[nodiscard]] std::string reproduce_command(
    std::string_view path, const Settings& settings, const std::string& operand);

/// The same for the user who has just run it: it writes to the same place.
[[nodiscard]] std::string again_command(
    std::string_view path, const Settings& settings, const std::string& operand);

}  // namespace sbst::cli
