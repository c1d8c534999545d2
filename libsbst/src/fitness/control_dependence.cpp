// SPDX-License-Identifier: Apache-2.0
#include "boost_digraph.hpp"

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/fitness/dominators.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sbst
{

namespace
{

/// The dependences of a node.
struct Dependences
{
    std::vector<ControllingEdge> labelled;
    /// Nodes that reach it over an unlabelled edge.
    std::vector<FlowNode> unlabelled;
    bool on_entry = false;
};

template <class T>
void sort_unique(std::vector<T>& items)
{
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

/// Dependences by definition, with the unlabelled ones.
std::vector<Dependences> direct_dependences(
    const FlowGraph& graph, const std::vector<bool>& is_reachable)
{
    const DominatorTree tree = post_dominators(graph);
    std::vector<Dependences> result(graph.size());
    // From the start of an edge up to the nodes that run anyway: there the tree's path joins that
    // of `stop`.
    const auto for_each_decided = [&tree](FlowNode start, FlowNode stop, auto note) {
        for (FlowNode node = start; node != stop; node = *tree.parent(node))
        {
            note(node);
        }
    };
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        if (!is_reachable[i])
        {
            continue;
        }
        const FlowNode branch{i};
        const FlowNode stop = *tree.parent(branch);
        for (const FlowEdge& edge : graph.edges(branch))
        {
            for_each_decided(edge.to, stop, [&](FlowNode node) {
                Dependences& found = result[node.index()];
                if (edge.label.has_value())
                {
                    found.labelled.push_back(ControllingEdge{branch, *edge.label});
                }
                else
                {
                    found.unlabelled.push_back(branch);
                }
            });
        }
    }
    if (graph.entry().index() < graph.size())
    {
        for_each_decided(graph.entry(), graph.exit(),
            [&result](FlowNode node) { result[node.index()].on_entry = true; });
    }
    for (Dependences& found : result)
    {
        sort_unique(found.labelled);
        sort_unique(found.unlabelled);
    }
    return result;
}

/// Replacements for dependences on unlabelled branches: everything on which such a branch finally
/// depends.
class Replacements
{
public:
    explicit Replacements(const std::vector<Dependences>& direct)
    {
        // Branches may depend on each other around a loop: a component shares one replacement.
        number_branches(direct);
        detail::DigraphEdges edges;
        for (std::size_t i = 0; i < m_branches.size(); ++i)
        {
            for (const FlowNode controller : direct[m_branches[i].index()].unlabelled)
            {
                edges.emplace_back(static_cast<std::uint32_t>(i), m_numbers[controller.index()]);
            }
        }
        m_components = detail::components_of(edges, m_branches.size());
        collect(direct);
    }

    [[nodiscard]] const Dependences& of(FlowNode branch) const
    {
        return m_parts[m_components.of_node[m_numbers[branch.index()]]];
    }

private:
    void number_branches(const std::vector<Dependences>& direct)
    {
        std::vector<bool> is_branch(direct.size(), false);
        for (const Dependences& found : direct)
        {
            for (const FlowNode branch : found.unlabelled)
            {
                is_branch[branch.index()] = true;
            }
        }
        m_numbers.resize(direct.size());
        for (std::size_t i = 0; i < direct.size(); ++i)
        {
            if (is_branch[i])
            {
                m_numbers[i] = static_cast<std::uint32_t>(m_branches.size());
                m_branches.emplace_back(i);
            }
        }
    }

    void collect(const std::vector<Dependences>& direct)
    {
        std::vector<std::vector<FlowNode>> members(m_components.count);
        for (std::size_t i = 0; i < m_branches.size(); ++i)
        {
            members[m_components.of_node[i]].push_back(m_branches[i]);
        }
        m_parts.resize(m_components.count);
        // The components on which one depends have lower numbers, so they are already complete.
        for (std::size_t component = 0; component < members.size(); ++component)
        {
            Dependences& part = m_parts[component];
            std::vector<std::uint32_t> before;
            for (const FlowNode branch : members[component])
            {
                const Dependences& found = direct[branch.index()];
                part.on_entry = part.on_entry || found.on_entry;
                part.labelled.insert(
                    part.labelled.end(), found.labelled.begin(), found.labelled.end());
                for (const FlowNode controller : found.unlabelled)
                {
                    before.push_back(m_components.of_node[m_numbers[controller.index()]]);
                }
            }
            sort_unique(before);
            for (const std::uint32_t other : before)
            {
                if (other != component)
                {
                    add(m_parts[other], part);
                }
            }
            sort_unique(part.labelled);
        }
    }

    static void add(const Dependences& from, Dependences& to)
    {
        to.on_entry = to.on_entry || from.on_entry;
        to.labelled.insert(to.labelled.end(), from.labelled.begin(), from.labelled.end());
    }

    std::vector<FlowNode> m_branches;
    /// Node -> place among the branches; without meaning for other nodes.
    std::vector<std::uint32_t> m_numbers;
    detail::Components m_components;
    std::vector<Dependences> m_parts;
};

}  // namespace

ControlDependence::ControlDependence(const FlowGraph& graph)
  : m_edges(graph.size()), m_on_entry(graph.size(), false), m_is_reachable(graph.reachable())
{
    std::vector<Dependences> direct = direct_dependences(graph, m_is_reachable);
    const Replacements replacements{direct};
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        bool on_entry = direct[i].on_entry;
        std::vector<ControllingEdge> edges = std::move(direct[i].labelled);
        for (const FlowNode branch : direct[i].unlabelled)
        {
            const Dependences& part = replacements.of(branch);
            on_entry = on_entry || part.on_entry;
            edges.insert(edges.end(), part.labelled.begin(), part.labelled.end());
        }
        sort_unique(edges);
        m_edges[i] = std::move(edges);
        m_on_entry[i] = on_entry;
    }
}

}  // namespace sbst
