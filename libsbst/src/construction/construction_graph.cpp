// SPDX-License-Identifier: Apache-2.0
#include <sbst/construction/construction_graph.hpp>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/property_map/property_map.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

namespace
{

/// Edges go from operands to what they make.
using SliceGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

SliceGraph graph_of(std::span<const SliceValue> slice)
{
    SliceGraph graph(slice.size());
    for (std::size_t i = 0; i < slice.size(); ++i)
    {
        for (const std::size_t operand : slice[i].operands)
        {
            assert(operand < slice.size());
            boost::add_edge(operand, i, graph);
        }
    }
    return graph;
}

bool is_state(SliceKind kind)
{
    return kind == SliceKind::field || kind == SliceKind::element;
}

}  // namespace

bool holds(const Value& value, const AskedRelation& asked)
{
    if (value.is_word() != asked.constant.is_word())
    {
        return true;
    }
    const bool is_equal = value == asked.constant;
    const bool is_less = value.is_word() && signed_less(value.word(), asked.constant.word());
    switch (asked.relation)
    {
        case Relation::eq:
            return is_equal;
        case Relation::ne:
            return !is_equal;
        case Relation::lt:
            return is_less;
        case Relation::ge:
            return !is_less;
        case Relation::gt:
            return !is_less && !is_equal;
        default:
            return is_less || is_equal;
    }
}

double share_held(const std::vector<AskedRelation>& asked, const Value& value)
{
    std::size_t count = 0;
    std::size_t held = 0;
    bool asks_equal = false;
    bool is_equal = false;
    for (const AskedRelation& one : asked)
    {
        const bool does_hold = holds(value, one);
        if (one.relation == Relation::eq)
        {
            asks_equal = true;
            is_equal = is_equal || does_hold;
            continue;
        }
        ++count;
        held += does_hold ? 1U : 0U;
    }
    count += asks_equal ? 1U : 0U;
    held += is_equal ? 1U : 0U;
    return count == 0 ? 1.0 : static_cast<double>(held) / static_cast<double>(count);
}

bool surely_holds(const std::vector<AskedRelation>& asked, const Value& value)
{
    const bool is_known = std::all_of(asked.begin(), asked.end(),
        [&](const AskedRelation& one) { return one.constant.is_word() == value.is_word(); });
    return is_known && share_held(asked, value) == 1.0;
}

namespace
{

/// Where one way asks for something and another one for the contrary, only what is to be equal is
/// kept: the other way just goes past it.
void drop_contraries(std::vector<AskedRelation>& asked)
{
    const std::vector<AskedRelation> all = asked;
    std::erase_if(asked, [&all](const AskedRelation& one) {
        const AskedRelation other{contrary(one.relation), one.constant};
        return one.relation != Relation::eq &&
               std::find(all.begin(), all.end(), other) != all.end();
    });
}

}  // namespace

namespace detail
{

/// Where each value comes after all its operands, cycles apart: these are cut where a walk from the
/// inputs and constants along the uses comes back to a value that it has not left yet.
class SliceOrder
{
public:
    explicit SliceOrder(std::span<const SliceValue> slice)
    {
        find_back_edges(slice);
        SliceGraph acyclic(slice.size());
        for (std::size_t i = 0; i < slice.size(); ++i)
        {
            for (const std::size_t operand : slice[i].operands)
            {
                if (!is_back(operand, i))
                {
                    boost::add_edge(operand, i, acyclic);
                }
            }
        }
        boost::topological_sort(acyclic, std::back_inserter(m_order));
        std::reverse(m_order.begin(), m_order.end());
    }

    [[nodiscard]] const std::vector<std::size_t>& order() const { return m_order; }
    [[nodiscard]] bool is_back(std::size_t operand, std::size_t value) const
    {
        return m_back.contains({operand, value});
    }

private:
    using Edge = std::pair<std::size_t, std::size_t>;

    struct BackEdges : boost::default_dfs_visitor
    {
        std::set<Edge>* found = nullptr;

        void back_edge(SliceGraph::edge_descriptor edge, const SliceGraph& graph) const
        {
            found->insert({boost::source(edge, graph), boost::target(edge, graph)});
        }
    };

    void find_back_edges(std::span<const SliceValue> slice)
    {
        const SliceGraph graph = graph_of(slice);
        std::vector<boost::default_color_type> colours(slice.size(), boost::white_color);
        auto colour_of = boost::make_iterator_property_map(
            colours.begin(), boost::get(boost::vertex_index, graph));
        BackEdges visitor;
        visitor.found = &m_back;
        for (const bool is_root_wanted : {true, false})
        {
            for (std::size_t i = 0; i < slice.size(); ++i)
            {
                if (colours[i] == boost::white_color &&
                    (slice[i].operands.empty() || !is_root_wanted))
                {
                    boost::depth_first_visit(graph, i, visitor, colour_of);
                }
            }
        }
    }

    std::vector<std::size_t> m_order;
    std::set<Edge> m_back;
};

}  // namespace detail

/// Makes the nodes of a slice, operands first.
class Distiller
{
public:
    explicit Distiller(std::span<const SliceValue> slice)
      : m_slice(slice), m_order(slice), m_meant(slice.size())
    {
        find_useful();
    }

    ConstructionGraph distil()
    {
        for (const std::size_t value : m_order.order())
        {
            if (m_is_useful[value])
            {
                take(value);
            }
        }
        for (std::size_t i = 0; i < m_graph.m_nodes.size(); ++i)
        {
            for (const ConstructionParent& parent : m_graph.m_nodes[i].parents)
            {
                std::vector<ConstructionId>& children =
                    m_graph.m_nodes[parent.node.index()].children;
                if (children.empty() || children.back() != ConstructionId(i))
                {
                    children.emplace_back(i);
                }
            }
        }
        for (std::size_t i = 0; i < m_slice.size(); ++i)
        {
            note_comparisons(i);
        }
        for (ConstructionNode& node : m_graph.m_nodes)
        {
            drop_contraries(node.asked);
        }
        return std::move(m_graph);
    }

private:
    using Ids = std::vector<ConstructionId>;

    void note_comparisons(std::size_t index)
    {
        const auto node_at = [this](ConstructionId id) -> ConstructionNode& {
            return m_graph.m_nodes[id.index()];
        };
        if (!m_slice[index].compared.empty() || !m_slice[index].asked.empty())
        {
            for (const ConstructionId id : passed_by(index))
            {
                add_new(node_at(id).compared, m_slice[index].compared);
                add_new(node_at(id).asked, m_slice[index].asked);
            }
        }
        for (const std::size_t other : m_slice[index].equals)
        {
            for (const ConstructionId id : m_meant[index])
            {
                add_new(node_at(id).equals, m_meant[other]);
                std::erase(node_at(id).equals, id);
                std::sort(node_at(id).equals.begin(), node_at(id).equals.end());
            }
        }
    }

    /// What only passes values on is compared for what it passes.
    [[nodiscard]] Ids passed_by(std::size_t index) const
    {
        Ids passed;
        std::vector<std::size_t> open{index};
        std::set<std::size_t> seen{index};
        while (!open.empty())
        {
            const std::size_t value = open.back();
            open.pop_back();
            add_new(passed, m_meant[value]);
            const bool is_passing = m_slice[value].kind == SliceKind::passing;
            for (const std::size_t operand :
                is_passing ? m_slice[value].operands : std::vector<std::size_t>{})
            {
                if (seen.insert(operand).second)
                {
                    open.push_back(operand);
                }
            }
        }
        return passed;
    }

    /// On a way from an input to state, or an input that state should equal.
    void find_useful()
    {
        const std::size_t count = m_slice.size();
        std::vector<bool> is_from_input(count, false);
        for (const std::size_t value : m_order.order())
        {
            const std::vector<std::size_t>& operands = m_slice[value].operands;
            is_from_input[value] = m_slice[value].kind == SliceKind::input ||
                                   std::any_of(operands.begin(), operands.end(),
                                       [&](std::size_t operand) { return is_from_input[operand]; });
        }
        m_is_useful.assign(count, false);
        std::vector<bool> leads_to_state(count, false);
        for (std::size_t i = m_order.order().size(); i-- > 0;)
        {
            const std::size_t at = m_order.order()[i];
            const SliceValue& value = m_slice[at];
            leads_to_state[at] = leads_to_state[at] || is_state(value.kind);
            m_is_useful[at] = is_from_input[at] && leads_to_state[at];
            if (leads_to_state[at])
            {
                for (const std::size_t operand : value.operands)
                {
                    leads_to_state[operand] = true;
                }
            }
        }
        // An input that state should equal is part of it.
        for (std::size_t i = 0; i < count; ++i)
        {
            const auto& equals = m_slice[i].equals;
            m_is_useful[i] = m_is_useful[i] ||
                             (m_slice[i].kind == SliceKind::input &&
                                 std::any_of(equals.begin(), equals.end(), [&](std::size_t other) {
                                     return leads_to_state[other] && is_from_input[other];
                                 }));
        }
    }

    void take(std::size_t index)
    {
        const SliceValue& value = m_slice[index];
        if (value.kind == SliceKind::passing)
        {
            for (std::size_t role = 0; role < value.operands.size(); ++role)
            {
                add_new(m_meant[index], meant_in(index, role));
            }
            return;
        }
        if (value.kind == SliceKind::input)
        {
            m_meant[index] = {node_of(value, {})};
            return;
        }
        // The owner may be several values, each with state of its own.
        std::vector<ConstructionParent> others;
        for (std::size_t role = 1; role < value.operands.size(); ++role)
        {
            const Ids meant = meant_in(index, role);
            if (!meant.empty())
            {
                others.push_back({meant.front(), role});
            }
        }
        Ids owners = value.operands.empty() ? Ids{} : meant_in(index, 0);
        if (owners.empty() && others.empty())
        {
            return;
        }
        if (owners.empty())
        {
            owners.emplace_back();
        }
        for (const ConstructionId owner : owners)
        {
            std::vector<ConstructionParent> parents;
            if (owner.is_valid())
            {
                parents.push_back({owner, 0});
            }
            parents.insert(parents.end(), others.begin(), others.end());
            if (const auto id = node_of(value, std::move(parents)); id.is_valid())
            {
                add_new(m_meant[index], {id});
            }
        }
    }

    [[nodiscard]] Ids meant_in(std::size_t value, std::size_t role) const
    {
        const std::size_t operand = m_slice[value].operands[role];
        return m_order.is_back(operand, value) ? Ids{} : m_meant[operand];
    }

    template <class Thing>
    static void add_new(std::vector<Thing>& things, const std::vector<Thing>& more)
    {
        for (const Thing& thing : more)
        {
            if (std::find(things.begin(), things.end(), thing) == things.end())
            {
                things.push_back(thing);
            }
        }
    }

    /// The node that means the same, or a new one; an invalid id when the graph is full.
    ConstructionId node_of(const SliceValue& value, std::vector<ConstructionParent> parents)
    {
        const Key key{value.kind, value.subject, parents};
        const auto known = m_known.find(key);
        if (known != m_known.end())
        {
            return known->second;
        }
        if (m_graph.m_nodes.size() >= ConstructionGraph::max_nodes)
        {
            return {};
        }
        const ConstructionId id(m_graph.m_nodes.size());
        m_graph.m_nodes.push_back({.kind = value.kind,
            .subject = value.subject,
            .name = value.name,
            .parents = std::move(parents)});
        m_known.emplace(key, id);
        return id;
    }

    struct Key
    {
        SliceKind kind;
        std::size_t subject;
        std::vector<ConstructionParent> parents;

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    std::span<const SliceValue> m_slice;
    detail::SliceOrder m_order;
    std::vector<bool> m_is_useful;
    /// By value: the nodes that it may be.
    std::vector<Ids> m_meant;
    std::map<Key, ConstructionId> m_known;
    ConstructionGraph m_graph;
};

ConstructionGraph ConstructionGraph::distilled(std::span<const SliceValue> slice)
{
    return Distiller(slice).distil();
}

std::vector<ConstructionId> ConstructionGraph::leaves() const
{
    std::vector<ConstructionId> found;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
    {
        if (m_nodes[i].children.empty())
        {
            found.emplace_back(i);
        }
    }
    return found;
}

namespace
{

std::string_view word_of(SliceKind kind)
{
    switch (kind)
    {
        case SliceKind::input:
            return "input";
        case SliceKind::field:
            return "field";
        case SliceKind::element:
            return "element";
        case SliceKind::call:
            return "call";
        default:
            return "value";
    }
}

}  // namespace

std::string to_text(const ConstructionGraph& graph)
{
    std::string text;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    {
        const ConstructionNode& node = graph.nodes()[i];
        text += fmt::format("{} {} {}", i, word_of(node.kind), node.name);
        std::string others;
        for (const ConstructionParent& parent : node.parents)
        {
            // A call has no owner: its object, if any, is the first of its arguments.
            if (parent.role == 0 && node.kind != SliceKind::call)
            {
                text += fmt::format(" of {}", parent.node.index());
            }
            else
            {
                others += fmt::format("{}{}", others.empty() ? "" : ", ", parent.node.index());
            }
        }
        text += others.empty() ? "" : fmt::format(" ({})", others);
        text += node.children.empty() ? " = ?\n" : "\n";
    }
    return text;
}

std::string to_dot(const ConstructionGraph& graph)
{
    const auto quoted = [](std::string_view name) {
        std::string text;
        for (const char unit : name)
        {
            text += unit == '"' || unit == '\\' ? std::string{'\\', unit} : std::string{unit};
        }
        return text;
    };
    std::string text = "digraph construction {\n";
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    {
        const ConstructionNode& node = graph.nodes()[i];
        text += fmt::format("  n{} [label=\"{}\", shape={}];\n", i, quoted(node.name),
            node.kind == SliceKind::input ? "box" :
            node.kind == SliceKind::call  ? "hexagon" :
            node.kind == SliceKind::field ? "oval" :
                                            "diamond");
        for (const ConstructionParent& parent : node.parents)
        {
            text += fmt::format("  n{} -> n{}{};\n", parent.node.index(), i,
                parent.role == 0 ? "" : fmt::format(" [label=\"{}\"]", parent.role));
        }
    }
    return text + "}\n";
}

}  // namespace sbst
