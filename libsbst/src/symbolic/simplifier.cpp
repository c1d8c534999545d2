// SPDX-License-Identifier: Apache-2.0
#include "simplifier.hpp"

#include "apply.hpp"
#include "sorts.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::symbolic
{

namespace
{

bool is_commutative(Op op)
{
    switch (op)
    {
        case Op::and_:
        case Op::or_:
        case Op::equal:
        case Op::add:
        case Op::mul:
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
            return true;
        default:
            return false;
    }
}

}  // namespace

ExpressionId Simplifier::build(
    Op op, Sort sort, std::span<const ExpressionId> operands, std::uint32_t a, std::uint32_t b)
{
    // The caller's operands may stand in the graph's list, which grows.
    std::array<ExpressionId, max_hashed_words> kept{};
    std::copy(operands.begin(), operands.end(), kept.begin());
    // Constants come last, so that rules find them there.
    if (is_commutative(op))
    {
        const auto rank = [this](
                              ExpressionId id) { return std::pair(is_constant(id), id.index()); };
        if (rank(kept[1]) < rank(kept[0]))
        {
            std::swap(kept[0], kept[1]);
        }
    }
    const Operands ordered(kept.data(), operands.size());
    const Node node{.op = op, .sort = sort, .a = a, .b = b};
    if (const Found constant = folded(node, ordered))
    {
        return *constant;
    }
    if (m_work < max_work && m_depth < max_depth)
    {
        ++m_work;
        ++m_depth;
        const Found simple = simplified(node, ordered);
        --m_depth;
        if (simple)
        {
            return *simple;
        }
    }
    return m_graph.intern(node, ordered);
}

/// The operation on constants.
Simplifier::Found Simplifier::folded(const Node& node, Operands operands)
{
    const auto is_known = [this](ExpressionId id) { return is_constant(id); };
    if (node.sort.kind == SortKind::array ||
        !std::all_of(operands.begin(), operands.end(), is_known))
    {
        return std::nullopt;
    }
    std::array<Datum, max_hashed_words> data;
    std::array<const Datum*, max_hashed_words> places{};
    for (std::size_t i = 0; i < operands.size(); ++i)
    {
        data[i] = datum_of_constant(m_graph, operands[i]);
        places[i] = &data[i];
    }
    const Datum result = apply(m_graph, node, operands, std::span(places).first(operands.size()));
    switch (node.sort.kind)
    {
        case SortKind::boolean:
            return truth(!is_zero(std::get<U256>(result)));
        case SortKind::bit_vector:
            return word(std::get<U256>(result), node.sort.width);
        case SortKind::string:
            return m_graph.string(std::get<std::u16string>(result));
        default:
            return m_graph.number(std::get<double>(result), node.sort);
    }
}

Simplifier::Found Simplifier::simplified(const Node& node, Operands x)
{
    switch (node.op)
    {
        case Op::not_:
        case Op::and_:
        case Op::or_:
            return simplified_truth(node.op, x);
        case Op::ite:
            return simplified_ite(node.sort, x);
        case Op::equal:
            return simplified_equal(x[0], x[1]);
        case Op::ult:
        case Op::slt:
            return simplified_less(node.op, x[0], x[1]);
        case Op::add:
            return simplified_sum(node.op, x[0], x[1]);
        case Op::sub:
            return simplified_difference(x[0], x[1]);
        case Op::mul:
        case Op::pow:
            return simplified_product(node.op, x[0], x[1]);
        case Op::udiv:
        case Op::urem:
        case Op::sdiv:
        case Op::srem:
            return simplified_division(node.op, x[0], x[1]);
        case Op::bit_not:
            return op(x[0]) == Op::bit_not ? Found(operand(x[0], 0)) : std::nullopt;
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
            return simplified_bits(node.op, x[0], x[1]);
        case Op::shl:
        case Op::lshr:
        case Op::ashr:
            return simplified_shift(node.op, x[0], x[1]);
        case Op::extract:
            return simplified_extract(x[0], node.a, node.b);
        case Op::zero_extend:
        case Op::sign_extend:
            return simplified_extension(node.op, x[0], node.sort.width);
        case Op::concat:
            return simplified_concat(x[0], x[1]);
        case Op::select:
        case Op::store:
            return simplified_array(node.op, x);
        default:
            break;
    }
    if (node.op >= Op::float_add && node.op <= Op::bits_to_float)
    {
        return simplified_float(node, x);
    }
    return node.op >= Op::length && node.op <= Op::matches ? simplified_string(node.op, x) :
                                                             std::nullopt;
}

ExpressionId Simplifier::negated(ExpressionId x)
{
    return build(Op::not_, boolean_sort(), std::array{x});
}

ExpressionId Simplifier::both(ExpressionId a, ExpressionId b)
{
    return build(Op::and_, boolean_sort(), std::array{a, b});
}

ExpressionId Simplifier::either(ExpressionId a, ExpressionId b)
{
    return build(Op::or_, boolean_sort(), std::array{a, b});
}

ExpressionId Simplifier::same(ExpressionId a, ExpressionId b)
{
    return build(Op::equal, boolean_sort(), std::array{a, b});
}

ExpressionId Simplifier::same_word(ExpressionId a, const U256& c)
{
    return same(a, word(c, width(a)));
}

ExpressionId Simplifier::less(ExpressionId a, ExpressionId b)
{
    return build(Op::ult, boolean_sort(), std::array{a, b});
}

ExpressionId Simplifier::choice(ExpressionId condition, ExpressionId a, ExpressionId b)
{
    return build(Op::ite, m_graph[a].sort, std::array{condition, a, b});
}

ExpressionId Simplifier::bits(Op op, ExpressionId a, ExpressionId b)
{
    return build(op, m_graph[a].sort, std::array{a, b});
}

ExpressionId Simplifier::inverted(ExpressionId a)
{
    return build(Op::bit_not, m_graph[a].sort, std::array{a});
}

ExpressionId Simplifier::part(ExpressionId x, unsigned high, unsigned low)
{
    return build(Op::extract, bit_vector_sort(high - low + 1), std::array{x}, high, low);
}

ExpressionId Simplifier::extended(Op op, ExpressionId x, unsigned bits)
{
    return build(op, bit_vector_sort(bits), std::array{x});
}

ExpressionId Simplifier::joined(ExpressionId high, ExpressionId low)
{
    return build(Op::concat, bit_vector_sort(width(high) + width(low)), std::array{high, low});
}

}  // namespace sbst::symbolic
