// SPDX-License-Identifier: Apache-2.0
// The command that makes a result again.
#pragma once

#include "settings.hpp"

#include <string>

namespace sbst::cli
{

/// Writes the `sbst evm generate` command of these settings: seed, and what differs from the
/// defaults and affects results. `artifact` is the path to name.
[[nodiscard]] std::string reproduce_command(const Settings& settings, const std::string& artifact);

}  // namespace sbst::cli
