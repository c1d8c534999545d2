// SPDX-License-Identifier: Apache-2.0
// The object construction graph of a goal of a class under test. Next: branch_slicer.hpp.
#pragma once

#include <sbst/construction/construction_graph.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

namespace sbst::jvm
{

/// What state of the inputs of its method the branch of a goal depends on.
/// @throws ConfigError when there is no such goal, or it is no branch.
[[nodiscard]] ConstructionGraph construction_graph_of(
    const ClassPath& path, const ClassGoals& goals, GoalId goal);

}  // namespace sbst::jvm
