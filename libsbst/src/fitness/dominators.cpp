// SPDX-License-Identifier: Apache-2.0
#include "boost_digraph.hpp"
#include "deep_dominators.hpp"

#include <sbst/fitness/dominators.hpp>

#include <boost/graph/dominator_tree.hpp>

#include <cassert>
#include <utility>

namespace sbst
{

namespace
{

/// Boost compresses paths by recursion, one call per node: more nodes could exhaust the stack.
constexpr std::size_t max_recursive_nodes = 4096;

/// Immediate dominators from `root`. Every edge must start at a node that the root reaches: Boost
/// treats other edges as edges from the root.
std::vector<FlowNode> immediate_dominators(
    const detail::DigraphEdges& edges, std::size_t node_count, FlowNode root)
{
    if (node_count > max_recursive_nodes)
    {
        return detail::deep_dominators(edges, node_count, root);
    }
    const detail::Digraph digraph = detail::make_digraph(edges, node_count);
    using Vertex = boost::graph_traits<detail::Digraph>::vertex_descriptor;
    const Vertex none = boost::graph_traits<detail::Digraph>::null_vertex();
    std::vector<Vertex> parents(node_count, none);
    boost::lengauer_tarjan_dominator_tree(digraph, Vertex{root.index()},
        boost::make_iterator_property_map(
            parents.begin(), boost::get(boost::vertex_index, digraph)));

    std::vector<FlowNode> result(node_count);
    for (std::size_t i = 0; i < node_count; ++i)
    {
        if (parents[i] != none)
        {
            result[i] = FlowNode{parents[i]};
        }
    }
    result[root.index()] = root;
    return result;
}

}  // namespace

DominatorTree::DominatorTree(std::vector<FlowNode> parents)
  : m_parents(std::move(parents)), m_first(m_parents.size(), 0), m_last(m_parents.size(), 0)
{
    // 1. Children, grouped by parent.
    const std::size_t size = m_parents.size();
    std::vector<FlowNode> roots;
    std::vector<std::size_t> offsets(size + 1, 0);
    for (std::size_t i = 0; i < size; ++i)
    {
        if (m_parents[i] == FlowNode{i})
        {
            roots.emplace_back(i);
        }
        else if (m_parents[i].is_valid())
        {
            ++offsets[m_parents[i].index() + 1];
        }
    }
    for (std::size_t i = 0; i < size; ++i)
    {
        offsets[i + 1] += offsets[i];
    }
    std::vector<FlowNode> children(offsets[size]);
    std::vector<std::size_t> next = offsets;
    for (std::size_t i = 0; i < size; ++i)
    {
        if (m_parents[i].is_valid() && m_parents[i] != FlowNode{i})
        {
            children[next[m_parents[i].index()]++] = FlowNode{i};
        }
    }

    // 2. Number them in preorder; a node is finished after its last child.
    next = offsets;
    std::uint32_t number = 0;
    std::vector<FlowNode> path;
    const auto enter = [&](FlowNode node) {
        m_first[node.index()] = ++number;
        path.push_back(node);
    };
    for (const FlowNode root : roots)
    {
        enter(root);
    }
    assert(roots.size() <= 1);
    while (!path.empty())
    {
        const std::size_t top = path.back().index();
        if (next[top] < offsets[top + 1])
        {
            enter(children[next[top]++]);
            continue;
        }
        m_last[top] = number;
        path.pop_back();
    }
}

std::optional<FlowNode> DominatorTree::parent(FlowNode node) const
{
    const FlowNode parent = m_parents[node.index()];
    if (!parent.is_valid() || parent == node)
    {
        return std::nullopt;
    }
    return parent;
}

bool DominatorTree::dominates(FlowNode upper, FlowNode lower) const
{
    const std::uint32_t place = m_first[lower.index()];
    return place != 0 && m_first[upper.index()] != 0 && m_first[upper.index()] <= place &&
           place <= m_last[upper.index()];
}

DominatorTree dominators(const FlowGraph& graph)
{
    // The exit has a place, so that both trees have the same nodes.
    const std::size_t node_count = graph.size() + 1;
    if (graph.entry().index() >= graph.size())
    {
        return DominatorTree{std::vector<FlowNode>(node_count)};
    }
    const std::vector<bool> is_reachable = graph.reachable();
    detail::DigraphEdges edges;
    for (std::size_t from = 0; from < graph.size(); ++from)
    {
        if (is_reachable[from])
        {
            for (const FlowEdge& edge : graph.edges(FlowNode{from}))
            {
                edges.emplace_back(static_cast<std::uint32_t>(from), detail::number_of(edge.to));
            }
        }
    }
    return DominatorTree{immediate_dominators(edges, node_count, graph.entry())};
}

DominatorTree post_dominators(const FlowGraph& graph)
{
    detail::DigraphEdges edges;
    for (std::size_t from = 0; from < graph.size(); ++from)
    {
        for (const FlowEdge& edge : graph.edges(FlowNode{from}))
        {
            edges.emplace_back(detail::number_of(edge.to), static_cast<std::uint32_t>(from));
        }
    }
    for (const FlowNode node : graph.exiting_nodes())
    {
        edges.emplace_back(detail::number_of(graph.exit()), detail::number_of(node));
    }
    return DominatorTree{immediate_dominators(edges, graph.size() + 1, graph.exit())};
}

}  // namespace sbst
