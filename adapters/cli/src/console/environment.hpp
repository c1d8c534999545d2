// SPDX-License-Identifier: Apache-2.0
// The environment of this process. Next: ../options/configure.hpp, which reads options from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sbst::cli
{

/// The value of a variable; nothing when it is not set.
[[nodiscard]] std::optional<std::string> process_environment(const std::string& name);

/// Names of the variables of this process that begin with SBST_, sorted.
[[nodiscard]] std::vector<std::string> process_variables();

}  // namespace sbst::cli
