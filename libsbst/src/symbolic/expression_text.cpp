// SPDX-License-Identifier: Apache-2.0
// Expressions as text for people and tests.
#include <sbst/symbolic/expression_graph.hpp>

#include <fmt/core.h>

namespace sbst::symbolic
{

namespace
{

class ExpressionText
{
public:
    ExpressionText(const ExpressionGraph& graph, std::size_t max_nodes)
      : m_graph(graph), m_left(max_nodes)
    {}

    void append(ExpressionId id)
    {
        if (m_left == 0)
        {
            m_text += "...";
            return;
        }
        --m_left;
        const Node& node = m_graph[id];
        if (node.op == Op::constant)
        {
            append_constant(id);
            return;
        }
        if (node.op == Op::variable)
        {
            m_text += m_graph[VariableId(node.a)].name;
            return;
        }
        m_text += "(" + operation(node);
        for (const ExpressionId operand : m_graph.operands(id))
        {
            m_text += " ";
            append(operand);
        }
        m_text += ")";
    }

    std::string take() { return std::move(m_text); }

private:
    void append_constant(ExpressionId id)
    {
        switch (m_graph[id].sort.kind)
        {
            case SortKind::boolean:
                m_text += m_graph.is_true(id) ? "true" : "false";
                break;
            case SortKind::bit_vector:
                m_text += m_graph.word_of(id).to_hex();
                break;
            case SortKind::string:
                append_string(m_graph.string_of(id));
                break;
            default:
                m_text += fmt::format("{}", m_graph.number_of(id));
                break;
        }
    }

    void append_string(const std::u16string& text)
    {
        m_text += '"';
        for (const char16_t unit : text)
        {
            const bool is_plain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
            m_text += is_plain ? std::string(1, static_cast<char>(unit)) :
                                 fmt::format("\\u{{{:x}}}", static_cast<unsigned>(unit));
        }
        m_text += '"';
    }

    static std::string operation(const Node& node)
    {
        switch (node.op)
        {
            case Op::extract:
                return fmt::format("(_ extract {} {})", node.a, node.b);
            case Op::zero_extend:
            case Op::sign_extend:
            case Op::float_to_float:
            case Op::signed_to_float:
            case Op::float_to_signed:
            case Op::bits_to_float:
            case Op::constant_array:
                return fmt::format("(_ {} {})", name_of(node.op), to_text(node.sort));
            case Op::matches:
                return fmt::format("(_ {} {})", name_of(node.op), node.a);
            default:
                return name_of(node.op);
        }
    }

    const ExpressionGraph& m_graph;
    std::size_t m_left;
    std::string m_text;
};

}  // namespace

std::string ExpressionGraph::to_text(ExpressionId id, std::size_t max_nodes) const
{
    ExpressionText text(*this, max_nodes);
    text.append(id);
    return text.take();
}

}  // namespace sbst::symbolic
