// SPDX-License-Identifier: Apache-2.0
// Comparisons that compilers write to see whether a sum, difference or product overflows, as bounds
// of what they are about.
#include "simplifier.hpp"

namespace sbst::symbolic
{

Simplifier::Found Simplifier::overflow_of_sum(ExpressionId a, ExpressionId b)
{
    const auto other_summand = [this](ExpressionId sum, ExpressionId x) -> Found {
        if (op(sum) != Op::add)
        {
            return std::nullopt;
        }
        if (operand(sum, 1) == x)
        {
            return operand(sum, 0);
        }
        return operand(sum, 0) == x ? Found(operand(sum, 1)) : std::nullopt;
    };
    // x + y < x where y is above what room x leaves.
    const auto has_no_room = [this](ExpressionId x, ExpressionId y) {
        return is_constant(x) ? less(inverted(x), y) : less(inverted(y), x);
    };
    if (const Found y = other_summand(a, b))
    {
        return has_no_room(b, *y);
    }
    if (const Found y = other_summand(b, a))
    {
        const ExpressionId is_not_zero = negated(same_word(*y, U256{}));
        return both(negated(has_no_room(a, *y)), is_not_zero);
    }
    if (op(b) == Op::sub && operand(b, 0) == a)
    {
        return less(a, operand(b, 1));
    }
    if (op(a) == Op::sub && operand(a, 0) == b)
    {
        const ExpressionId y = operand(a, 1);
        const ExpressionId is_not_zero = negated(same_word(y, U256{}));
        return both(negated(less(b, y)), is_not_zero);
    }
    return std::nullopt;
}

ExpressionId Simplifier::is_positive_up_to(ExpressionId x, const U256& limit)
{
    const ExpressionId is_small = negated(less(word(limit, width(x)), x));
    return both(negated(same_word(x, U256{})), is_small);
}

Simplifier::Found Simplifier::product_fits(ExpressionId quotient, ExpressionId b)
{
    if (op(quotient) != Op::udiv)
    {
        return std::nullopt;
    }
    const ExpressionId product = operand(quotient, 0);
    const ExpressionId a = operand(quotient, 1);
    if (op(product) == Op::shl && operand(product, 0) == a && is_constant(b) &&
        is_constant(operand(product, 1)) && value(operand(product, 1)) < U256{width(a) - 1} &&
        value(b) == U256::power_of_two(static_cast<unsigned>(low64(value(operand(product, 1))))))
    {
        return is_positive_up_to(a, ones(width(a)) / value(b));
    }
    if (op(product) != Op::mul)
    {
        return std::nullopt;
    }
    const bool is_product_of_both = (operand(product, 0) == a && operand(product, 1) == b) ||
                                    (operand(product, 0) == b && operand(product, 1) == a);
    if (!is_product_of_both)
    {
        return std::nullopt;
    }
    const U256 greatest = ones(width(a));
    if (bit_width(most(a)) + bit_width(most(b)) <= width(a) && !(most(b) == greatest))
    {
        // The product fits always; what is divided by 0 is all ones.
        return negated(same_word(a, U256{}));
    }
    if (is_constant(a) && !is_zero(value(a)))
    {
        return negated(less(word(greatest / value(a), width(a)), b));
    }
    // What is divided by 0 is all ones.
    if (is_constant(b) && !is_zero(value(b)) && value(b) != greatest)
    {
        return is_positive_up_to(a, greatest / value(b));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::quotient_below(ExpressionId quotient, const U256& c)
{
    if (is_zero(c))
    {
        return truth(false);
    }
    const ExpressionId dividend = operand(quotient, 0);
    if (op(quotient) == Op::extract)
    {
        // The high bits, which a division by a power of two leaves. c is not above all of them.
        return m_graph[quotient].a + 1 == width(dividend) ?
                   Found(less(
                       dividend, word(c << std::uint64_t{m_graph[quotient].b}, width(dividend)))) :
                   std::nullopt;
    }
    const ExpressionId divisor = operand(quotient, 1);
    const unsigned bits = width(quotient);
    if (is_constant(dividend))
    {
        return less(word(value(dividend) / c, bits), divisor);
    }
    if (is_constant(divisor) && !is_zero(value(divisor)))
    {
        const bool fits = !(ones(bits) / value(divisor) < c);
        return fits ? less(dividend, word(value(divisor) * c, bits)) : truth(true);
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::absorbed(bool is_and, ExpressionId a, ExpressionId b)
{
    const auto without_not = [this](
                                 ExpressionId x) { return op(x) == Op::not_ ? operand(x, 0) : x; };
    const auto are_opposite = [&](ExpressionId x, ExpressionId y) {
        return x != y && without_not(x) == without_not(y);
    };
    const auto joined_with_a = [&](ExpressionId rest) {
        return is_and ? both(a, rest) : either(a, rest);
    };
    const Op same_op = is_and ? Op::and_ : Op::or_;
    const Op other_op = is_and ? Op::or_ : Op::and_;
    const ExpressionId inner = without_not(b);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        // p or (not p and q), p and (not p or q)
        if (op(b) == other_op && are_opposite(a, operand(b, i)))
        {
            return joined_with_a(operand(b, 1 - i));
        }
        // p and (p and q), p and not (p and q); the same with or
        if (op(inner) == same_op && operand(inner, i) == a)
        {
            const ExpressionId rest = operand(inner, 1 - i);
            return inner == b ? b : joined_with_a(negated(rest));
        }
        // not p and not (p or q): the second says all
        if (inner != b && op(inner) == other_op && are_opposite(a, operand(inner, i)))
        {
            return b;
        }
    }
    // x = k or x <= m, x != k and m < x, with k <= m
    const ExpressionId equality = without_not(a);
    const ExpressionId order = without_not(b);
    const bool has_form = op(equality) == Op::equal && op(order) == Op::ult &&
                          (equality != a) == is_and && (order == b) == is_and;
    if (has_form && is_constant(operand(equality, 1)) && is_constant(operand(order, 0)) &&
        operand(equality, 0) == operand(order, 1) &&
        value(operand(equality, 1)) <= value(operand(order, 0)))
    {
        return b;
    }
    return std::nullopt;
}

}  // namespace sbst::symbolic
