// SPDX-License-Identifier: Apache-2.0
// Strings, and integers written in them.
#include "smt_lowering.hpp"

#include <algorithm>

namespace sbst::symbolic
{

namespace
{

constexpr std::uint64_t longest_bound = std::uint64_t{1} << 40U;
constexpr unsigned integer_width = 64;
constexpr unsigned longest_integer = 20;

}  // namespace

SmtTermId SmtLowering::lower_text(ExpressionId id)
{
    switch (m_graph[id].op)
    {
        case Op::string_concat:
            return m_build.text(SmtOp::str_concat, {operand(id, 0), operand(id, 1)});
        case Op::substring:
        {
            const SmtTermId first = m_views.natural(m_graph.operand(id, 1));
            const SmtTermId count = m_views.natural(m_graph.operand(id, 2));
            return m_build.text(SmtOp::str_substr, {operand(id, 0), first, count});
        }
        default:
            return lower_printed(id);
    }
}

void SmtLowering::bound_text(ExpressionId id)
{
    const Node& node = m_graph[id];
    const auto bound_of = [&](std::size_t index) {
        return m_text_bounds[m_graph.operand(id, index).index()];
    };
    std::uint64_t bound = 0;
    switch (node.op)
    {
        case Op::constant:
            bound = m_graph.string_of(id).size();
            break;
        case Op::variable:
            bound = m_graph[VariableId(node.a)].domain.greatest_length;
            break;
        case Op::ite:
            bound = std::max(bound_of(1), bound_of(2));
            break;
        case Op::string_concat:
            bound = bound_of(0) + bound_of(1);
            break;
        case Op::substring:
            bound = bound_of(0);
            break;
        default:
            bound = longest_integer;
            break;
    }
    m_text_bounds[id.index()] = std::min(bound, longest_bound);
}

/// Lengths and places of parts.
SmtTermId SmtLowering::lower_place(ExpressionId id)
{
    const bool is_length = m_graph[id].op == Op::length;
    const SmtTermId place =
        is_length ? m_build.integer(SmtOp::str_len, {operand(id, 0)}) :
                    m_build.integer(SmtOp::str_indexof,
                        {operand(id, 0), operand(id, 1), m_views.natural(m_graph.operand(id, 2))});
    m_views.set(
        id, {place, is_length ? 0 : -1, Int128{m_text_bounds[m_graph.operand(id, 0).index()]}});
    return m_build.word(SmtOp::int_to_word, m_graph[id].sort.width, {place});
}

SmtTermId SmtLowering::lower_unit(ExpressionId id)
{
    const SmtTermId zero = m_query.terms.integer(0);
    const SmtTermId at =
        m_build.text(SmtOp::str_at, {operand(id, 0), m_views.natural(m_graph.operand(id, 1))});
    const SmtTermId code = m_build.integer(SmtOp::str_to_code, {at});
    const SmtTermId unit = m_build.ite(m_build.truth(SmtOp::int_lt, {code, zero}), zero, code);
    m_views.set(id, {unit, 0, 0xffff});
    return m_build.word(SmtOp::int_to_word, m_graph[id].sort.width, {unit});
}

SmtLowering::ParsedParts SmtLowering::parsed_parts(SmtTermId text)
{
    SmtTerms& terms = m_query.terms;
    const SmtTermId is_below_zero = m_build.truth(SmtOp::str_prefixof, {terms.text(u"-"), text});
    const SmtTermId length = m_build.integer(SmtOp::str_len, {text});
    const SmtTermId rest = m_build.text(SmtOp::str_substr, {text, terms.integer(1), length});
    const SmtTermId magnitude =
        m_build.integer(SmtOp::str_to_int, {m_build.ite(is_below_zero, rest, text)});
    const Int128 limit = Int128{1} << (integer_width - 1);
    const SmtTermId greatest_positive = terms.integer(limit - 1);
    const SmtTermId greatest = m_build.ite(is_below_zero, terms.integer(limit), greatest_positive);
    const SmtTermId is_number = m_build.truth(SmtOp::int_le, {terms.integer(0), magnitude});
    const SmtTermId is_small = m_build.truth(SmtOp::int_le, {magnitude, greatest});
    return {is_below_zero, magnitude, m_build.truth(SmtOp::and_, {is_number, is_small})};
}

SmtTermId SmtLowering::lower_parsed(ExpressionId id)
{
    const ParsedParts parts = parsed_parts(operand(id, 0));
    const SmtTermId negated = m_build.integer(SmtOp::int_neg, {parts.magnitude});
    const SmtTermId none = m_query.terms.integer(0);
    const SmtTermId number = m_build.ite(
        parts.is_integer, m_build.ite(parts.is_below_zero, negated, parts.magnitude), none);
    const Int128 limit = Int128{1} << (integer_width - 1);
    m_views.set(id, {number, -limit, limit - 1});
    return m_build.word(SmtOp::int_to_word, integer_width, {number});
}

SmtTermId SmtLowering::lower_printed(ExpressionId id)
{
    const SmtTermId number = m_views.signed_number(m_graph.operand(id, 0));
    const SmtTermId zero = m_query.terms.integer(0);
    const SmtTermId negated = m_build.integer(SmtOp::int_neg, {number});
    const SmtTermId below = m_build.text(SmtOp::str_concat,
        {m_query.terms.text(u"-"), m_build.text(SmtOp::str_from_int, {negated})});
    const SmtTermId digits = m_build.text(SmtOp::str_from_int, {number});
    return m_build.ite(m_build.truth(SmtOp::int_lt, {number, zero}), below, digits);
}

SmtTermId SmtLowering::lower_repeat(const RegularLanguage::Part& part, SmtTermId operand)
{
    if (part.most != RegularLanguage::unbounded)
    {
        return part.most == 0 ? m_build.language(SmtOp::re_of_text, {m_query.terms.text(u"")}) :
                                m_build.language(SmtOp::re_loop, {operand}, part.least, part.most);
    }
    const SmtTermId any = m_build.language(SmtOp::re_star, {operand});
    if (part.least == 0)
    {
        return any;
    }
    const SmtTermId first =
        part.least == 1 ? operand : m_build.language(SmtOp::re_power, {operand}, part.least);
    return m_build.language(SmtOp::re_concat, {first, any});
}

SmtTermId SmtLowering::lower_language(const RegularLanguage& language)
{
    SmtTerms& terms = m_query.terms;
    const auto joined = [&](SmtOp op, const std::vector<SmtTermId>& operands) {
        return operands.size() == 1 ? operands.front() : terms.make(op, smt_language, operands);
    };
    std::vector<SmtTermId> parts;
    for (const RegularLanguage::Part& part : language.parts)
    {
        std::vector<SmtTermId> operands;
        for (const std::uint32_t index : part.operands)
        {
            operands.push_back(parts[index]);
        }
        for (const auto& [least, greatest] : part.ranges)
        {
            operands.push_back(m_build.language(SmtOp::re_range,
                {terms.text(std::u16string(1, static_cast<char16_t>(least))),
                    terms.text(std::u16string(1, static_cast<char16_t>(greatest)))}));
        }
        switch (part.kind)
        {
            case RegularLanguage::Kind::empty:
                parts.push_back(m_build.language(SmtOp::re_of_text, {terms.text(u"")}));
                break;
            case RegularLanguage::Kind::unit:
                parts.push_back(operands.empty() ? m_build.language(SmtOp::no_language, {}) :
                                                   joined(SmtOp::re_union, operands));
                break;
            case RegularLanguage::Kind::concat:
                parts.push_back(joined(SmtOp::re_concat, operands));
                break;
            case RegularLanguage::Kind::either:
                parts.push_back(joined(SmtOp::re_union, operands));
                break;
            case RegularLanguage::Kind::repeat:
                parts.push_back(lower_repeat(part, operands.front()));
                break;
        }
    }
    return parts.back();
}

}  // namespace sbst::symbolic
