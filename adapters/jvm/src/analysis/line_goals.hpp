// SPDX-License-Identifier: Apache-2.0
// Goals of source lines, and the outcomes on which they depend. Next: class_goals.cpp.
#pragma once

#include "entry_conditions.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <set>
#include <span>
#include <vector>

namespace sbst::jvm
{

/// Where code of a line begins: at the starts of its table, and in its middle where a jump from
/// another line or an exception enters. After a `? :` of several lines the code that stores the
/// result is of the last one, whichever part was executed. Ascending by instruction.
[[nodiscard]] std::vector<LineStart> line_parts(const Code& code);

/// Methods with a goal of written code.
[[nodiscard]] std::set<MethodId> testable_methods(const ClassGoals& goals);

/// Adds a goal for each line of `testable_lines`. The goals of branches and entries are complete;
/// methods and conditions are by MethodId.
void add_line_goals(ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const EntryCondition> conditions);

}  // namespace sbst::jvm
