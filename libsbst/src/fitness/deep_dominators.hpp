// SPDX-License-Identifier: Apache-2.0
// Dominators without recursion, for graphs whose paths are too long for Boost's; private to this
// folder.
#pragma once

#include "boost_digraph.hpp"

#include <cstddef>
#include <vector>

namespace sbst::detail
{

/// Immediate dominators from `root`, which is its own dominator; invalid for nodes that it does not
/// reach. Source: Georgiadis, Tarjan and Werneck, JGAA 2006 (SEMI-NCA), with Lengauer and Tarjan's
/// path compression made iterative.
[[nodiscard]] std::vector<FlowNode> deep_dominators(
    const DigraphEdges& edges, std::size_t node_count, FlowNode root);

}  // namespace sbst::detail
