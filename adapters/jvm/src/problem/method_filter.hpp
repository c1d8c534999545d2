// SPDX-License-Identifier: Apache-2.0
// Restricts a run to methods of one name.
#pragma once

#include <sbst/jvm/analysis/class_goals.hpp>

#include <string>

namespace sbst::jvm::detail
{

/// Hides the goals of all other methods; they stay in the graph as ways to the remaining goals.
/// @throws ConfigError, listing the names, when no method with code has that name.
void show_only_method(ClassGoals& goals, const std::string& method);

}  // namespace sbst::jvm::detail
