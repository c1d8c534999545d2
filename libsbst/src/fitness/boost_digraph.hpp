// SPDX-License-Identifier: Apache-2.0
// Flow graphs in the form that Boost.Graph takes; private to this folder.
#pragma once

#include <sbst/fitness/flow_graph.hpp>

#include <boost/graph/adjacency_list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sbst::detail
{

using Digraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using DigraphEdges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

inline std::uint32_t number_of(FlowNode node)
{
    return static_cast<std::uint32_t>(node.index());
}

inline Digraph make_digraph(const DigraphEdges& edges, std::size_t node_count)
{
    return Digraph{edges.begin(), edges.end(), node_count};
}

/// The strongly connected component of each node, and how many there are. Boost numbers components
/// as it completes them: every edge between two components leads to the lower number.
struct Components
{
    std::vector<std::uint32_t> of_node;
    std::size_t count = 0;
};
[[nodiscard]] Components components_of(const DigraphEdges& edges, std::size_t node_count);

}  // namespace sbst::detail
