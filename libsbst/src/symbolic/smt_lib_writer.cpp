// SPDX-License-Identifier: Apache-2.0
#include "smt_text.hpp"

#include <sbst/symbolic/smt_lib.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace sbst::symbolic
{

namespace
{

/// Writes a query as a script. Terms that are used twice, and those that would stand too deep or
/// become too long, are defined by a name of their own: the text grows with the number of terms.
class ScriptWriter
{
public:
    ScriptWriter(const ExpressionGraph& graph, const SmtQuery& query)
      : m_graph(graph), m_query(query), m_texts(query.terms.size())
    {
        for (const auto* list :
            {&query.domains, &query.alphabets, &query.facts, &query.constraints})
        {
            m_roots.insert(m_roots.end(), list->begin(), list->end());
        }
        count_uses();
    }

    std::string write()
    {
        add("(set-option :produce-models true)\n(set-logic ALL)\n");
        for (const VariableId id : m_query.variables)
        {
            add(fmt::format(
                "(declare-const {} {})\n", symbol_of(m_graph, id), to_text(m_graph[id].sort)));
        }
        for (const SmtFunction& function : m_query.terms.functions())
        {
            declare(function);
        }
        for (std::size_t i = 0; i < m_query.terms.size(); ++i)
        {
            if (m_uses[i] != 0)
            {
                write_term(SmtTermId(i));
            }
        }
        for (const SmtTermId root : m_roots)
        {
            add(fmt::format("(assert {})\n", m_texts[root.index()].text));
        }
        add("(check-sat)\n");
        ask_for_values();
        return std::move(m_script);
    }

private:
    struct Text
    {
        std::string text;
        unsigned depth = 0;
    };

    void add(const std::string& text) { m_script += text; }

    void count_uses()
    {
        m_uses.resize(m_query.terms.size());
        for (const SmtTermId root : m_roots)
        {
            ++m_uses[root.index()];
        }
        for (std::size_t i = m_uses.size(); i-- > 0;)
        {
            if (m_uses[i] != 0)
            {
                for (const SmtTermId operand : m_query.terms.operands(SmtTermId(i)))
                {
                    ++m_uses[operand.index()];
                }
            }
        }
    }

    void declare(const SmtFunction& function)
    {
        std::string arguments;
        for (const SmtSort& sort : function.arguments)
        {
            arguments += (arguments.empty() ? "" : " ") + to_smt_text(sort);
        }
        add(fmt::format(
            "(declare-fun {} ({}) {})\n", function.name, arguments, to_smt_text(function.result)));
    }

    void write_term(SmtTermId id)
    {
        const SmtTerm& term = m_query.terms[id];
        Text& text = m_texts[id.index()];
        if (term.op == SmtOp::variable)
        {
            text.text = symbol_of(m_graph, VariableId(term.a));
            return;
        }
        if (term.operand_count == 0)
        {
            text.text = text_of_leaf(m_query.terms, term);
            return;
        }
        if (term.op == SmtOp::fp_to_bits)
        {
            write_bits(id);
            return;
        }
        text.text = "(" + text_of_function(m_query.terms, term);
        for (const SmtTermId operand : m_query.terms.operands(id))
        {
            append_operand(text, operand);
        }
        text.text += ')';
        constexpr unsigned deepest = 16;
        constexpr std::size_t longest = 1000;
        if (m_uses[id.index()] > 1 || text.depth >= deepest || text.text.size() > longest)
        {
            const std::string name = fmt::format("t!{}", id.index());
            add(fmt::format("(define-fun {} () {} {})\n", name, to_smt_text(term.sort), text.text));
            text = {.text = name, .depth = 0};
        }
    }

    void append_operand(Text& text, SmtTermId operand)
    {
        Text& inner = m_texts[operand.index()];
        text.text += ' ';
        text.text += inner.text;
        text.depth = std::max(text.depth, inner.depth + 1);
        if (m_uses[operand.index()] == 1)
        {
            inner.text = {};
        }
    }

    /// Bits of which the number is made, since no function leads to them.
    void write_bits(SmtTermId id)
    {
        const SmtTerm& term = m_query.terms[id];
        const SmtTermId operand = m_query.terms.operands(id)[0];
        const std::string name = fmt::format("bits!{}", id.index());
        const bool is_single = term.sort.sort.width == 32;
        add(fmt::format("(declare-const {} {})\n(assert (= ((_ to_fp {}) {}) {}))\n", name,
            to_smt_text(term.sort), is_single ? "8 24" : "11 53", name,
            m_texts[operand.index()].text));
        m_texts[id.index()].text = name;
    }

    void ask_for_values()
    {
        if (m_query.variables.empty())
        {
            return;
        }
        std::string symbols;
        for (const VariableId id : m_query.variables)
        {
            symbols += (symbols.empty() ? "" : " ") + symbol_of(m_graph, id);
        }
        add(fmt::format("(get-value ({}))\n", symbols));
    }

    const ExpressionGraph& m_graph;
    const SmtQuery& m_query;
    std::vector<SmtTermId> m_roots;
    std::vector<std::uint32_t> m_uses;  // by term, from roots and terms that are written
    std::vector<Text> m_texts;          // by term: how it is written where it is used
    std::string m_script;
};

}  // namespace

std::string to_smt_lib(const ExpressionGraph& graph, std::span<const ExpressionId> constraints)
{
    const SmtQuery query = to_smt_query(graph, constraints);
    return ScriptWriter(graph, query).write();
}

}  // namespace sbst::symbolic
