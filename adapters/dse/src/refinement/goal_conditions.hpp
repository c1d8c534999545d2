// SPDX-License-Identifier: Apache-2.0
// Which conditions of a path to turn for a goal. Next: refinement.cpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/problem/trace.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sbst::dse
{

/// Places in the path, the most promising first, each once: conditions whose other side is the
/// goal, conditions whose other side is on the way to it, conditions whose other side is open, and
/// all others from the last one back.
/// @param is_open tells of a goal whether it is sought and not covered
[[nodiscard]] std::vector<std::size_t> conditions_for(GoalId goal, const GoalGraph& goals,
    std::span<const PathCondition> path, const std::function<bool(GoalId)>& is_open);

}  // namespace sbst::dse
