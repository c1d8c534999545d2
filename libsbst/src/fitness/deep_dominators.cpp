// SPDX-License-Identifier: Apache-2.0
#include "deep_dominators.hpp"

#include <algorithm>
#include <limits>

namespace sbst::detail
{

namespace
{

using Number = std::uint32_t;
constexpr Number unnumbered = std::numeric_limits<Number>::max();

/// Neighbours of each node in one array.
class Neighbours
{
public:
    /// Follows edges forwards, or backwards.
    Neighbours(const DigraphEdges& edges, std::size_t node_count, bool forwards)
      : m_offsets(node_count + 1, 0), m_nodes(edges.size())
    {
        for (const auto& [from, to] : edges)
        {
            ++m_offsets[(forwards ? from : to) + 1];
        }
        for (std::size_t i = 0; i < node_count; ++i)
        {
            m_offsets[i + 1] += m_offsets[i];
        }
        std::vector<std::size_t> next = m_offsets;
        for (const auto& [from, to] : edges)
        {
            m_nodes[next[forwards ? from : to]++] = forwards ? to : from;
        }
    }

    [[nodiscard]] std::size_t begin(Number node) const { return m_offsets[node]; }
    [[nodiscard]] std::size_t end(Number node) const { return m_offsets[node + 1]; }
    [[nodiscard]] Number operator[](std::size_t place) const { return m_nodes[place]; }

private:
    std::vector<std::size_t> m_offsets;
    std::vector<Number> m_nodes;
};

/// The algorithm's state. All arrays but `number_of` are indexed by preorder numbers.
class SemiNca
{
public:
    SemiNca(const DigraphEdges& edges, std::size_t node_count, Number root)
      : m_number_of(node_count, unnumbered)
    {
        number_nodes(Neighbours{edges, node_count, true}, root);
        find_semidominators(Neighbours{edges, node_count, false});
    }

    /// Immediate dominators, as numbers.
    [[nodiscard]] std::vector<Number> immediate() const
    {
        std::vector<Number> result = m_parents;
        for (Number w = 1; w < result.size(); ++w)
        {
            while (result[w] > m_semis[w])
            {
                result[w] = result[result[w]];
            }
        }
        return result;
    }

    [[nodiscard]] const std::vector<Number>& nodes() const { return m_nodes; }

private:
    void number_nodes(const Neighbours& successors, Number root)
    {
        std::vector<std::size_t> next(m_number_of.size());
        std::vector<Number> path;
        const auto enter = [&](Number node, Number parent) {
            m_number_of[node] = static_cast<Number>(m_nodes.size());
            m_nodes.push_back(node);
            m_parents.push_back(parent);
            next[node] = successors.begin(node);
            path.push_back(node);
        };
        enter(root, 0);
        while (!path.empty())
        {
            const Number node = path.back();
            if (next[node] == successors.end(node))
            {
                path.pop_back();
                continue;
            }
            const Number successor = successors[next[node]++];
            if (m_number_of[successor] == unnumbered)
            {
                enter(successor, m_number_of[node]);
            }
        }
    }

    void find_semidominators(const Neighbours& predecessors)
    {
        m_ancestors = m_parents;
        m_labels.resize(m_nodes.size());
        for (Number w = 0; w < m_labels.size(); ++w)
        {
            m_labels[w] = w;
        }
        m_semis = m_labels;
        for (auto w = static_cast<Number>(m_nodes.size()); w-- > 1;)
        {
            for (std::size_t i = predecessors.begin(m_nodes[w]); i < predecessors.end(m_nodes[w]);
                 ++i)
            {
                const Number v = m_number_of[predecessors[i]];
                if (v != unnumbered)
                {
                    m_semis[w] = std::min(m_semis[w], v <= w ? v : m_semis[least_above(v, w)]);
                }
            }
        }
    }

    /// The number with the least semidominator on the tree's path from v up to (excluding) the last
    /// number that is at most w; shortens that path.
    Number least_above(Number v, Number w)
    {
        m_path.clear();
        for (; m_ancestors[v] > w; v = m_ancestors[v])
        {
            m_path.push_back(v);
        }
        const Number top = m_ancestors[v];
        Number best = m_labels[v];
        while (!m_path.empty())
        {
            const Number u = m_path.back();
            m_path.pop_back();
            if (m_semis[m_labels[u]] < m_semis[best])
            {
                best = m_labels[u];
            }
            m_labels[u] = best;
            m_ancestors[u] = top;
        }
        return best;
    }

    std::vector<Number> m_number_of;
    std::vector<Number> m_nodes;
    std::vector<Number> m_parents;
    std::vector<Number> m_ancestors;
    std::vector<Number> m_labels;
    std::vector<Number> m_semis;
    std::vector<Number> m_path;
};

}  // namespace

std::vector<FlowNode> deep_dominators(
    const DigraphEdges& edges, std::size_t node_count, FlowNode root)
{
    const SemiNca state{edges, node_count, number_of(root)};
    const std::vector<Number> immediate = state.immediate();
    const std::vector<Number>& nodes = state.nodes();
    std::vector<FlowNode> result(node_count);
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        result[nodes[i]] = FlowNode{nodes[immediate[i]]};
    }
    return result;
}

}  // namespace sbst::detail
