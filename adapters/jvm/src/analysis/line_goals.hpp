// SPDX-License-Identifier: Apache-2.0
// Goals of source lines, and the outcomes on which they depend. Next: class_goals.cpp.
#pragma once

#include "entry_conditions.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <set>
#include <span>

namespace sbst::jvm
{

/// Methods with a goal of written code.
[[nodiscard]] std::set<MethodId> testable_methods(const ClassGoals& goals);

/// Adds a goal for each line of `testable_lines`. The goals of branches and entries are complete;
/// methods and conditions are by MethodId.
void add_line_goals(ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const EntryCondition> conditions);

}  // namespace sbst::jvm
