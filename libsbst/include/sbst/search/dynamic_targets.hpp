// SPDX-License-Identifier: Apache-2.0
// Dynamic targets: the goals that the search considers now. A goal becomes active when the way to
// it is open, so that tests are not judged by goals that cannot be reached yet. Next:
// bookkeeper.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>

#include <functional>
#include <vector>

namespace sbst
{

/// Chooses the active goals, ascending, and may remember earlier choices; called at the start of a
/// run, after each batch, and when a hook rules goals out. `covered` holds one flag per goal, true
/// for those that are covered or ruled out; goals beyond its end are open.
using TargetRule =
    std::function<std::vector<GoalId>(const GoalGraph& graph, const std::vector<bool>& covered)>;

/// DynaMOSA: the sought, uncovered goals that are roots or have a covered parent; what hooks ruled
/// out counts as covered.
///
/// Hidden goals are never active and open the way to their children as soon as they are reached,
/// covered or not. Infeasible goals open no way; a goal that can only be reached through infeasible
/// goals (or from no root at all) is active as if it were a root, so that no goal is forgotten.
/// O(goals + dependencies); cycles are harmless. Source: Panichella et al., TSE 2018 (DynaMOSA);
/// AGSolT, section 4.2.
[[nodiscard]] std::vector<GoalId> dynamic_targets(
    const GoalGraph& graph, const std::vector<bool>& covered);

/// MOSA: all sought, uncovered goals. O(goals).
[[nodiscard]] std::vector<GoalId> all_targets(
    const GoalGraph& graph, const std::vector<bool>& covered);

}  // namespace sbst
