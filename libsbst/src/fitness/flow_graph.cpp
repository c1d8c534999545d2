// SPDX-License-Identifier: Apache-2.0
#include "boost_digraph.hpp"

#include <sbst/fitness/flow_graph.hpp>

#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <cassert>

namespace sbst
{

namespace
{

/// Depth-first walks that share their memory of visited nodes.
class DepthFirst
{
public:
    explicit DepthFirst(const FlowGraph& graph) : m_graph(graph), m_is_seen(graph.size(), false) {}

    /// Calls `visit` in preorder for `start` and the nodes that it reaches, except nodes visited
    /// before.
    template <class Visit>
    void walk(FlowNode start, Visit visit)
    {
        enter(start, visit);
        while (!m_path.empty())
        {
            Step& step = m_path.back();
            const auto edges = m_graph.edges(step.node);
            if (step.next_edge == edges.size())
            {
                m_path.pop_back();
            }
            else
            {
                enter(edges[step.next_edge++].to, visit);
            }
        }
    }

    [[nodiscard]] const std::vector<bool>& seen() const { return m_is_seen; }

private:
    struct Step
    {
        FlowNode node;
        std::size_t next_edge = 0;
    };

    template <class Visit>
    void enter(FlowNode node, Visit& visit)
    {
        if (m_is_seen[node.index()])
        {
            return;
        }
        m_is_seen[node.index()] = true;
        visit(node);
        m_path.push_back(Step{node});
    }

    const FlowGraph& m_graph;
    std::vector<bool> m_is_seen;
    std::vector<Step> m_path;
};

}  // namespace

detail::Components detail::components_of(const DigraphEdges& edges, std::size_t node_count)
{
    const Digraph digraph = make_digraph(edges, node_count);
    Components result;
    result.of_node.resize(node_count);
    result.count =
        boost::strong_components(digraph, boost::make_iterator_property_map(result.of_node.begin(),
                                              boost::get(boost::vertex_index, digraph)));
    return result;
}

FlowNode FlowGraph::add_node()
{
    m_edges.emplace_back();
    return FlowNode{size() - 1};
}

void FlowGraph::add_edge(FlowNode from, FlowNode to, std::optional<BranchLabel> label)
{
    assert(from.index() < size() && to.index() < size());
    m_edges[from.index()].push_back(FlowEdge{to, label});
}

std::vector<FlowNode> FlowGraph::exiting_nodes() const
{
    // Components that no edge leaves: single nodes without successors, and endless loops.
    detail::DigraphEdges pairs;
    for (std::size_t from = 0; from < size(); ++from)
    {
        for (const FlowEdge& edge : m_edges[from])
        {
            pairs.emplace_back(static_cast<std::uint32_t>(from), detail::number_of(edge.to));
        }
    }
    const detail::Components components = detail::components_of(pairs, size());
    std::vector<bool> is_last(components.count, true);
    for (const auto& [from, to] : pairs)
    {
        if (components.of_node[from] != components.of_node[to])
        {
            is_last[components.of_node[from]] = false;
        }
    }

    // The first node of each in preorder; nodes that the entry does not reach come last.
    std::vector<FlowNode> result;
    DepthFirst search{*this};
    const auto visit = [&](FlowNode node) {
        const std::uint32_t component = components.of_node[node.index()];
        if (is_last[component])
        {
            result.push_back(node);
            is_last[component] = false;
        }
    };
    if (m_entry.index() < size())
    {
        search.walk(m_entry, visit);
    }
    for (std::size_t i = 0; i < size(); ++i)
    {
        search.walk(FlowNode{i}, visit);
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<bool> FlowGraph::reachable() const
{
    DepthFirst search{*this};
    if (m_entry.index() < size())
    {
        search.walk(m_entry, [](FlowNode) {});
    }
    return search.seen();
}

}  // namespace sbst
