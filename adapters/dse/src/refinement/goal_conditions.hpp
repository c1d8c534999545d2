// SPDX-License-Identifier: Apache-2.0
// Which conditions of a path to turn for a goal. Next: turning.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace sbst::dse
{

/// Where a path missed a goal.
struct DecidingCondition
{
    /// In the path.
    std::size_t place = 0;
    /// From the goal up the goal graph to the side that was not taken; 0 = it is the goal.
    std::size_t steps = 0;
};

/// The condition of the path from which the goal was missed, whether it hangs on literals or not:
/// the last evaluation of what the goal is a side of, or else of what is next on the way to it.
/// Nothing if the path has none of them.
[[nodiscard]] std::optional<DecidingCondition> deciding_condition(
    GoalId goal, const GoalGraph& goals, std::span<const PathCondition> path);

/// Places in the path, the most promising first, each once: conditions whose other side is the
/// goal, conditions whose other side is on the way to it, conditions whose other side is open, and
/// all others from the last one back.
/// @param is_open tells of a goal whether it is sought and not covered
[[nodiscard]] std::vector<std::size_t> conditions_for(GoalId goal, const GoalGraph& goals,
    std::span<const PathCondition> path, const std::function<bool(GoalId)>& is_open);

}  // namespace sbst::dse
