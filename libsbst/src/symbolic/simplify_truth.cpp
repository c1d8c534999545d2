// SPDX-License-Identifier: Apache-2.0
// Truth values, choices and orderings.
#include "simplifier.hpp"

namespace sbst::symbolic
{

Simplifier::Found Simplifier::simplified_truth(Op wanted, Operands x)
{
    if (wanted == Op::not_)
    {
        return op(x[0]) == Op::not_ ? Found(operand(x[0], 0)) : std::nullopt;
    }
    const bool is_and = wanted == Op::and_;
    if (is_constant(x[1]))
    {
        return m_graph.is_true(x[1]) == is_and ? x[0] : x[1];
    }
    if (x[0] == x[1])
    {
        return x[0];
    }
    const auto is_negation = [this](ExpressionId a, ExpressionId b) {
        return op(a) == Op::not_ && operand(a, 0) == b;
    };
    if (is_negation(x[0], x[1]) || is_negation(x[1], x[0]))
    {
        return truth(!is_and);
    }
    const Found found = absorbed(is_and, x[0], x[1]);
    return found ? found : absorbed(is_and, x[1], x[0]);
}

Simplifier::Found Simplifier::simplified_ite(const Sort& sort, Operands x)
{
    const ExpressionId condition = x[0];
    if (is_constant(condition))
    {
        return m_graph.is_true(condition) ? x[1] : x[2];
    }
    if (x[1] == x[2])
    {
        return x[1];
    }
    if (op(condition) == Op::not_)
    {
        return choice(operand(condition, 0), x[2], x[1]);
    }
    for (const std::size_t branch : {std::size_t{1}, std::size_t{2}})
    {
        if (op(x[branch]) == Op::ite && operand(x[branch], 0) == condition)
        {
            const ExpressionId inner = operand(x[branch], branch);
            return branch == 1 ? choice(condition, inner, x[2]) : choice(condition, x[1], inner);
        }
    }
    if (sort.kind != SortKind::boolean)
    {
        return std::nullopt;
    }
    if (is_constant(x[1]))
    {
        return m_graph.is_true(x[1]) ? either(condition, x[2]) : both(negated(condition), x[2]);
    }
    if (is_constant(x[2]))
    {
        return m_graph.is_true(x[2]) ? either(negated(condition), x[1]) : both(condition, x[1]);
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_less(Op wanted, ExpressionId a, ExpressionId b)
{
    if (a == b)
    {
        return truth(false);
    }
    const unsigned bits = width(a);
    if (wanted == Op::slt)
    {
        // Without a sign on either side the order is that of unsigned words.
        if (!has_bit(most(a), bits - 1) && !has_bit(most(b), bits - 1))
        {
            return less(a, b);
        }
        if (op(a) == Op::sign_extend && op(b) == Op::sign_extend &&
            width(operand(a, 0)) == width(operand(b, 0)))
        {
            return build(Op::slt, boolean_sort(), std::array{operand(a, 0), operand(b, 0)});
        }
        return std::nullopt;
    }
    if (const Found found = overflow_of_sum(a, b))
    {
        return found;
    }
    if (is_constant(b))
    {
        return less_than_constant(a, value(b));
    }
    if (is_constant(a))
    {
        return constant_less_than(value(a), b);
    }
    if (op(a) == Op::zero_extend && op(b) == Op::zero_extend &&
        width(operand(a, 0)) == width(operand(b, 0)))
    {
        return less(operand(a, 0), operand(b, 0));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::less_than_constant(ExpressionId a, const U256& c)
{
    if (is_zero(c))
    {
        return truth(false);
    }
    if (most(a) < c)
    {
        return truth(true);
    }
    if (c == U256{1})
    {
        return same_word(a, U256{});
    }
    if (op(a) == Op::zero_extend)
    {
        const ExpressionId inner = operand(a, 0);
        return less(inner, word(c, width(inner)));  // c fits, or most(a) would be below it
    }
    if (op(a) == Op::udiv || op(a) == Op::extract)
    {
        return quotient_below(a, c);
    }
    if (op(a) == Op::ite && is_constant(operand(a, 1)) && is_constant(operand(a, 2)))
    {
        const ExpressionId otherwise = truth(value(operand(a, 2)) < c);
        return choice(operand(a, 0), truth(value(operand(a, 1)) < c), otherwise);
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::constant_less_than(const U256& c, ExpressionId b)
{
    if (most(b) <= c)
    {
        return truth(false);
    }
    if (is_zero(c))
    {
        return negated(same_word(b, U256{}));
    }
    if (op(b) == Op::zero_extend)
    {
        const ExpressionId inner = operand(b, 0);
        return less(word(c, width(inner)), inner);
    }
    if (op(b) == Op::udiv || op(b) == Op::extract)
    {
        // c < q where q is not below c + 1.
        const Found below = quotient_below(b, c + U256{1});
        return below ? Found(negated(*below)) : std::nullopt;
    }
    if (op(b) == Op::ite && is_constant(operand(b, 1)) && is_constant(operand(b, 2)))
    {
        const ExpressionId otherwise = truth(c < value(operand(b, 2)));
        return choice(operand(b, 0), truth(c < value(operand(b, 1))), otherwise);
    }
    return std::nullopt;
}

}  // namespace sbst::symbolic
