// SPDX-License-Identifier: Apache-2.0
#include "smt_integers.hpp"

#include <algorithm>

namespace sbst::symbolic
{

namespace
{

constexpr unsigned widest_view = 64;

Int128 power_of(unsigned exponent)
{
    return Int128{1} << exponent;
}

bool is_signed_range(Int128 least, Int128 greatest, unsigned width)
{
    return least >= -power_of(width - 1) && greatest < power_of(width - 1);
}

bool is_natural_range(Int128 least, Int128 greatest, unsigned width)
{
    return least >= 0 && greatest < power_of(width);
}

}  // namespace

IntegerViews::IntegerViews(
    const ExpressionGraph& graph, SmtTerms& terms, const std::vector<SmtTermId>& words)
  : m_graph(graph), m_build(terms), m_words(words), m_views(words.size())
{}

void IntegerViews::set(ExpressionId id, const IntegerView& view)
{
    const unsigned width = m_graph[id].sort.width;
    if (width <= widest_view && (is_signed_range(view.least, view.greatest, width) ||
                                    is_natural_range(view.least, view.greatest, width)))
    {
        m_views[id.index()] = view;
    }
}

bool IntegerViews::is_viewable(ExpressionId id) const
{
    return m_graph.is_constant(id) || has(id);
}

/// Constants are signed: that keeps sums small.
IntegerView IntegerViews::any_view(ExpressionId id)
{
    if (has(id))
    {
        return (*this)[id];
    }
    const unsigned width = m_graph[id].sort.width;
    if (m_graph.is_constant(id))
    {
        const std::uint64_t word = low64(m_graph.word_of(id));
        const Int128 value =
            word < power_of(width - 1) ? Int128{word} : Int128{word} - power_of(width);
        return {m_build.terms().integer(value), value, value};
    }
    return {m_build.integer(SmtOp::word_to_int, {m_words[id.index()]}), 0, power_of(width) - 1};
}

IntegerView IntegerViews::moved(const IntegerView& view, Int128 by)
{
    SmtTerms& terms = m_build.terms();
    if (terms[view.term].op == SmtOp::integer)
    {
        return {terms.integer(view.least + by), view.least + by, view.least + by};
    }
    return {m_build.integer(SmtOp::int_add, {view.term, terms.integer(by)}), view.least + by,
        view.greatest + by};
}

IntegerView IntegerViews::moved_if(
    SmtTermId condition, const IntegerView& view, Int128 by, Int128 least, Int128 greatest)
{
    return {m_build.ite(condition, moved(view, by).term, view.term), least, greatest};
}

IntegerView IntegerViews::to_natural(const IntegerView& view, ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    if (view.least >= 0)
    {
        return view;
    }
    if (view.greatest < 0)
    {
        return moved(view, power_of(width));
    }
    const SmtTermId is_below =
        m_build.truth(SmtOp::int_lt, {view.term, m_build.terms().integer(0)});
    return moved_if(is_below, view, power_of(width), 0, power_of(width) - 1);
}

IntegerView IntegerViews::to_signed(const IntegerView& view, ExpressionId id)
{
    const unsigned width = m_graph[id].sort.width;
    const Int128 limit = power_of(width - 1);
    if (view.greatest < limit)
    {
        return view;
    }
    if (view.least >= limit)
    {
        return moved(view, -power_of(width));
    }
    const SmtTermId is_above =
        m_build.truth(SmtOp::int_le, {m_build.terms().integer(limit), view.term});
    return moved_if(is_above, view, -power_of(width), -limit, limit - 1);
}

std::optional<SmtTermId> IntegerViews::comparison(Op op, ExpressionId a, ExpressionId b)
{
    if (!has(a) && !has(b))
    {
        return std::nullopt;
    }
    const unsigned width = m_graph[a].sort.width;
    IntegerView left = any_view(a);
    IntegerView right = any_view(b);
    const bool are_signed =
        op == Op::slt || (op == Op::equal && is_signed_range(left.least, left.greatest, width) &&
                             is_signed_range(right.least, right.greatest, width));
    left = are_signed ? to_signed(left, a) : to_natural(left, a);
    right = are_signed ? to_signed(right, b) : to_natural(right, b);
    return m_build.truth(op == Op::equal ? SmtOp::equal : SmtOp::int_lt, {left.term, right.term});
}

void IntegerViews::derive(ExpressionId id)
{
    const Node& node = m_graph[id];
    if (node.sort.kind != SortKind::bit_vector || node.sort.width > widest_view)
    {
        return;
    }
    switch (node.op)
    {
        case Op::add:
        case Op::sub:
            derive_sum(id);
            break;
        case Op::ite:
            derive_choice(id);
            break;
        case Op::zero_extend:
        case Op::sign_extend:
        case Op::extract:
        {
            const ExpressionId operand = m_graph.operand(id, 0);
            if (has(operand) && node.op == Op::extract && node.b == 0)
            {
                set(id, (*this)[operand]);
            }
            else if (has(operand) && node.op != Op::extract)
            {
                set(id, node.op == Op::zero_extend ? to_natural((*this)[operand], operand) :
                                                     to_signed((*this)[operand], operand));
            }
            break;
        }
        default:
            break;
    }
}

void IntegerViews::derive_sum(ExpressionId id)
{
    const ExpressionId a = m_graph.operand(id, 0);
    const ExpressionId b = m_graph.operand(id, 1);
    if (!is_viewable(a) || !is_viewable(b) || (!has(a) && !has(b)))
    {
        return;
    }
    const IntegerView left = any_view(a);
    const IntegerView right = any_view(b);
    const bool is_sum = m_graph[id].op == Op::add;
    set(id, {m_build.integer(is_sum ? SmtOp::int_add : SmtOp::int_sub, {left.term, right.term}),
                is_sum ? left.least + right.least : left.least - right.greatest,
                is_sum ? left.greatest + right.greatest : left.greatest - right.least});
}

void IntegerViews::derive_choice(ExpressionId id)
{
    const ExpressionId a = m_graph.operand(id, 1);
    const ExpressionId b = m_graph.operand(id, 2);
    if (!is_viewable(a) || !is_viewable(b) || (!has(a) && !has(b)))
    {
        return;
    }
    const unsigned width = m_graph[id].sort.width;
    IntegerView then = any_view(a);
    IntegerView otherwise = any_view(b);
    if (!is_signed_range(then.least, then.greatest, width) ||
        !is_signed_range(otherwise.least, otherwise.greatest, width))
    {
        then = to_natural(then, a);
        otherwise = to_natural(otherwise, b);
    }
    set(id,
        {m_build.ite(m_words[m_graph.operand(id, 0).index()], then.term, otherwise.term),
            std::min(then.least, otherwise.least), std::max(then.greatest, otherwise.greatest)});
}

}  // namespace sbst::symbolic
