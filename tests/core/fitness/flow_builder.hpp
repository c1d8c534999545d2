// SPDX-License-Identifier: Apache-2.0
// A small language for flow graphs: node numbers, and predicates named by their node.
#pragma once

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/fitness/flow_graph.hpp>
#include <sbst/random/rng.hpp>

#include <cstddef>
#include <vector>

namespace sbst::testing
{

class FlowBuilder
{
public:
    explicit FlowBuilder(std::size_t node_count) : m_graph(node_count) {}

    FlowBuilder& go(std::size_t from, std::size_t to)
    {
        m_graph.add_edge(FlowNode{from}, FlowNode{to});
        return *this;
    }

    /// Asks the predicate of the same number as the node.
    FlowBuilder& ask(std::size_t from, std::size_t when_true, std::size_t when_false)
    {
        take(from, true, when_true);
        return take(from, false, when_false);
    }

    FlowBuilder& take(std::size_t from, bool outcome, std::size_t to)
    {
        m_graph.add_edge(FlowNode{from}, FlowNode{to}, BranchLabel{PredicateId{from}, outcome});
        return *this;
    }

    [[nodiscard]] FlowGraph& graph() { return m_graph; }

private:
    FlowGraph m_graph;
};

/// The edge that a predicate's outcome takes.
inline ControllingEdge edge(std::size_t branch, bool outcome)
{
    return {FlowNode{branch}, BranchLabel{PredicateId{branch}, outcome}};
}

/// Sinks, two-way branches, multi-way jumps, loops with and without a way out, unreachable parts.
inline FlowGraph random_flow(Rng& rng, std::size_t max_nodes)
{
    FlowBuilder builder{1 + rng.index(max_nodes)};
    FlowGraph& graph = builder.graph();
    const auto any = [&] { return rng.index(graph.size()); };
    for (std::size_t node = 0; node < graph.size(); ++node)
    {
        const std::size_t shape = rng.index(10);
        if (shape < 5)
        {
            builder.ask(node, any(), any());
        }
        else if (shape < 8)
        {
            builder.go(node, shape == 7 ? any() : (node + 1) % graph.size());
        }
        else if (shape == 8)
        {
            for (std::size_t ways = 2 + rng.index(2); ways > 0; --ways)
            {
                builder.go(node, any());
            }
        }
    }
    graph.set_entry(FlowNode{any()});
    return graph;
}

}  // namespace sbst::testing
