// SPDX-License-Identifier: Apache-2.0
// Goals of the classes of values that methods return.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

namespace sbst::jvm
{

/// Adds the result of a method to the table, and a goal for each of its classes; nothing for
/// constructors and methods that return nothing. Texts, arrays, and collections and maps of the
/// JDK have sizes; boxed numbers are references like other objects. An object's observers have
/// goals of their own, which depend on the goal that the result is not null.
/// @param about a goal of the method: its index, label, class and place are taken.
void add_output_goals(const ClassPath& path, const Method& method, const Goal& about,
    const ClassGoalOptions& options, ClassGoals& goals);

}  // namespace sbst::jvm
