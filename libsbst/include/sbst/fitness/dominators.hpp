// SPDX-License-Identifier: Apache-2.0
// Dominators and post-dominators of flow graphs. Next: control_dependence.hpp.
#pragma once

#include <sbst/fitness/flow_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sbst
{

/// The dominance relation as a tree over the nodes of a flow graph and its virtual exit.
class DominatorTree
{
public:
    /// Takes the immediate dominator of each node: itself for the root, invalid for nodes outside
    /// the tree.
    explicit DominatorTree(std::vector<FlowNode> parents);

    /// The immediate dominator; nothing for the root and for nodes outside the tree.
    [[nodiscard]] std::optional<FlowNode> parent(FlowNode node) const;
    /// False for nodes that the root does not reach; they have no dominators.
    [[nodiscard]] bool contains(FlowNode node) const { return m_last[node.index()] != 0; }
    /// Tells whether every path from the root to `lower` passes `upper`; each node dominates
    /// itself. False when one of them is outside the tree. O(1).
    [[nodiscard]] bool dominates(FlowNode upper, FlowNode lower) const;

private:
    std::vector<FlowNode> m_parents;
    // Preorder numbers of a walk over the tree, from 1: a node's own and the last below it.
    std::vector<std::uint32_t> m_first;
    std::vector<std::uint32_t> m_last;
};

/// Dominators from the entry. Nodes that the entry does not reach, and the exit when it is not
/// reached, are outside the tree. O((n + e) log n).
/// Source: Lengauer and Tarjan, TOPLAS 1979 (Boost.Graph); graphs of thousands of nodes:
/// Georgiadis, Tarjan and Werneck, JGAA 2006, as Boost recurses along paths.
[[nodiscard]] DominatorTree dominators(const FlowGraph& graph);

/// Post-dominators: dominators from the virtual exit, edges reversed. Every node is in the tree.
/// O((n + e) log n).
[[nodiscard]] DominatorTree post_dominators(const FlowGraph& graph);

}  // namespace sbst
