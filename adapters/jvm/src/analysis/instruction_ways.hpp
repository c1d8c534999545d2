// SPDX-License-Identifier: Apache-2.0
// What opens the way to an instruction: for goals that are no branches, such as lines and mutants.
// Next: class_goals.cpp.
#pragma once

#include "entry_conditions.hpp"

#include <sbst/goal/goal_graph.hpp>

#include <cstdint>

namespace sbst::jvm
{

/// Lets a goal depend on the outcomes that control the instruction, like a jump there.
/// @return why nothing opens the way to it (a proof that it is infeasible); null when something
/// may.
const char* link_to_instruction(GoalGraph& graph, GoalId goal, std::uint32_t instruction,
    const NestMethod& method, const EntryCondition& condition);

}  // namespace sbst::jvm
