// SPDX-License-Identifier: Apache-2.0
// Control dependence: which outcomes decide whether a node is executed. Adapters turn it into the
// edges of a goal graph. Next: ../goal/goal_graph.hpp.
#pragma once

#include <sbst/fitness/flow_graph.hpp>

#include <compare>
#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// One labelled edge on which a node depends, with the node where the edge starts.
struct ControllingEdge
{
    FlowNode branch;
    BranchLabel label;

    friend constexpr bool operator==(const ControllingEdge&, const ControllingEdge&) = default;
    friend constexpr auto operator<=>(const ControllingEdge&, const ControllingEdge&) = default;
};

/// Control dependences of every node of a flow graph.
///
/// A node n depends on an edge b -> s when n post-dominates s (or is s) and does not strictly
/// post-dominate b: taking the edge makes n certain, and before it n was not certain. The entry
/// counts as a branch of its own (between running and not running), so that a node may depend on
/// the entry as well as on labelled edges, like the header of a loop. Dependence on an unlabelled
/// edge is replaced by the dependences of the node at its start, repeatedly, until only labelled
/// edges and the entry are left. Nodes that the entry does not reach depend on nothing, and nothing
/// depends on them.
///
/// Source: Ferrante, Ottenstein and Warren, TOPLAS 1987, section 3.1; the treatment of unlabelled
/// edges is ours.
class ControlDependence
{
public:
    /// Costs O((n + e) log n) plus the size of the result.
    explicit ControlDependence(const FlowGraph& graph);

    /// The labelled edges on which a node depends, ascending, each once.
    [[nodiscard]] std::span<const ControllingEdge> of(FlowNode node) const
    {
        return m_edges[node.index()];
    }
    /// Tells whether the node depends on the entry: it runs at least once whatever the labelled
    /// edges do. Goals of such a node are roots, also when it depends on labelled edges too.
    [[nodiscard]] bool depends_on_entry(FlowNode node) const { return m_on_entry[node.index()]; }
    [[nodiscard]] bool is_reachable(FlowNode node) const { return m_is_reachable[node.index()]; }

private:
    std::vector<std::vector<ControllingEdge>> m_edges;
    std::vector<bool> m_on_entry;
    std::vector<bool> m_is_reachable;
};

}  // namespace sbst
