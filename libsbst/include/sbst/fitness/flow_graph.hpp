// SPDX-License-Identifier: Apache-2.0
// Flow graph: blocks, the jumps between them and which outcome of which predicate takes a jump.
// Adapters build one per method or unit. Next: dominators.hpp, then control_dependence.hpp,
// which turns it into the edges of a goal graph.
#pragma once

#include <sbst/goal/goal.hpp>

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sbst
{

struct FlowNodeTag;
/// Names a node of one FlowGraph; dense.
using FlowNode = StrongId<FlowNodeTag>;

/// The outcome of a predicate that takes an edge.
struct BranchLabel
{
    PredicateId predicate;
    bool outcome = false;

    friend constexpr bool operator==(BranchLabel, BranchLabel) = default;
    // NOLINTNEXTLINE(readability-implicit-bool-conversion): the compiler compares the flags
    friend constexpr auto operator<=>(BranchLabel, BranchLabel) = default;
};

struct FlowEdge
{
    FlowNode to;
    /// Absent: the edge is unconditional, or belongs to a multi-way jump and has no predicate.
    std::optional<BranchLabel> label;

    friend bool operator==(const FlowEdge&, const FlowEdge&) = default;
};

/// A directed graph with one entry. Loops, self-edges, parallel edges, nodes without successors and
/// nodes that the entry does not reach are all legal.
class FlowGraph
{
public:
    FlowGraph() = default;
    /// Makes `node_count` nodes without edges.
    explicit FlowGraph(std::size_t node_count) : m_edges(node_count) {}

    FlowNode add_node();
    void add_edge(FlowNode from, FlowNode to) { add_edge(from, to, std::nullopt); }
    void add_edge(FlowNode from, FlowNode to, std::optional<BranchLabel> label);
    /// The entry is node 0 unless it is set.
    void set_entry(FlowNode entry) { m_entry = entry; }

    [[nodiscard]] std::size_t size() const { return m_edges.size(); }
    [[nodiscard]] FlowNode entry() const { return m_entry; }
    /// In the order of addition; valid until the graph grows.
    [[nodiscard]] std::span<const FlowEdge> edges(FlowNode from) const
    {
        return m_edges[from.index()];
    }

    /// The virtual exit: one past the last node. So that every node has a way to the exit, analyses
    /// add an edge to it from every node without successors and, for every loop without a way out,
    /// from its header: the first of its nodes that a depth-first walk from the entry meets.
    [[nodiscard]] FlowNode exit() const { return FlowNode{size()}; }

    /// The nodes with such an edge to the virtual exit, ascending. O(nodes + edges).
    [[nodiscard]] std::vector<FlowNode> exiting_nodes() const;
    /// For each node whether a path leads to it from the entry. O(nodes + edges).
    [[nodiscard]] std::vector<bool> reachable() const;

private:
    std::vector<std::vector<FlowEdge>> m_edges;
    FlowNode m_entry{0};
};

}  // namespace sbst
