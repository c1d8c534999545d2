// SPDX-License-Identifier: Apache-2.0
// Sums, products and quotients.
#include "simplifier.hpp"

namespace sbst::symbolic
{

Simplifier::Found Simplifier::simplified_sum(Op /*add*/, ExpressionId a, ExpressionId b)
{
    if (is_constant(b))
    {
        const U256 c = value(b);
        if (is_zero(c))
        {
            return a;
        }
        if (op(a) == Op::add && is_constant(operand(a, 1)))
        {
            return bits(Op::add, operand(a, 0), word(value(operand(a, 1)) + c, width(a)));
        }
        if (op(a) == Op::sub && is_constant(operand(a, 0)))
        {
            return bits(Op::sub, word(value(operand(a, 0)) + c, width(a)), operand(a, 1));
        }
        return std::nullopt;
    }
    // (x - y) + y
    if (op(a) == Op::sub && operand(a, 1) == b)
    {
        return operand(a, 0);
    }
    if (op(b) == Op::sub && operand(b, 1) == a)
    {
        return operand(b, 0);
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_difference(ExpressionId a, ExpressionId b)
{
    if (a == b)
    {
        return word({}, width(a));
    }
    if (is_constant(b))
    {
        return bits(Op::add, a, word(U256{} - value(b), width(a)));
    }
    const auto has_sum_with = [this](ExpressionId sum, ExpressionId part) {
        return op(sum) == Op::add && (operand(sum, 0) == part || operand(sum, 1) == part);
    };
    const auto other = [this](ExpressionId sum, ExpressionId part) {
        return operand(sum, operand(sum, 0) == part ? 1 : 0);
    };
    if (has_sum_with(a, b))
    {
        return other(a, b);
    }
    if (has_sum_with(b, a))
    {
        return bits(Op::sub, word({}, width(a)), other(b, a));
    }
    if (is_constant(a) && op(b) == Op::add && is_constant(operand(b, 1)))
    {
        return bits(Op::sub, word(value(a) - value(operand(b, 1)), width(a)), operand(b, 0));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_product(Op wanted, ExpressionId a, ExpressionId b)
{
    if (wanted == Op::pow)
    {
        if (is_constant(b))
        {
            const U256 exponent = value(b);
            if (exponent <= U256{1})
            {
                return is_zero(exponent) ? word(U256{1}, width(a)) : a;
            }
            return exponent == U256{2} ? Found(bits(Op::mul, a, a)) : std::nullopt;
        }
        // Powers of a power of two are shifts; a small exponent keeps the count from wrapping.
        const bool is_shift = is_constant(a) && is_power_of_two(value(a)) && width(a) >= 24 &&
                              bit_width(most(b)) <= 12;
        if (!is_shift)
        {
            return std::nullopt;
        }
        const ExpressionId count = bits(Op::mul, b, word(U256{exponent_of(value(a))}, width(a)));
        return bits(Op::shl, word(U256{1}, width(a)), count);
    }
    if (!is_constant(b))
    {
        return std::nullopt;
    }
    const U256 c = value(b);
    if (c <= U256{1})
    {
        return is_zero(c) ? b : a;
    }
    if (is_power_of_two(c))
    {
        return bits(Op::shl, a, word(U256{exponent_of(c)}, width(a)));
    }
    if (op(a) == Op::mul && is_constant(operand(a, 1)))
    {
        return bits(Op::mul, operand(a, 0), word(value(operand(a, 1)) * c, width(a)));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_division(Op wanted, ExpressionId a, ExpressionId b)
{
    const unsigned size = width(a);
    const bool is_signed = wanted == Op::sdiv || wanted == Op::srem;
    const bool is_remainder = wanted == Op::urem || wanted == Op::srem;
    if (is_signed && !has_bit(most(a), size - 1) && !has_bit(most(b), size - 1))
    {
        // A divisor of 0 gives the same: all ones, or the dividend.
        return bits(is_remainder ? Op::urem : Op::udiv, a, b);
    }
    if (!is_constant(b))
    {
        return std::nullopt;
    }
    const U256 c = value(b);
    if (is_zero(c))
    {
        return is_remainder ? Found(a) : std::nullopt;
    }
    if (c == U256{1} && size > 1)
    {
        return is_remainder ? word({}, size) : a;
    }
    if (is_signed)
    {
        return std::nullopt;
    }
    if (is_power_of_two(c))
    {
        return is_remainder ? bits(Op::bit_and, a, word(c - U256{1}, size)) :
                              bits(Op::lshr, a, word(U256{exponent_of(c)}, size));
    }
    if (most(a) < c)
    {
        return is_remainder ? a : word({}, size);
    }
    // (x * c) / c, where the product does not wrap.
    const bool undoes = op(a) == Op::mul && operand(a, 1) == b &&
                        bit_width(most(operand(a, 0))) + bit_width(c) <= size;
    if (undoes)
    {
        return is_remainder ? word({}, size) : operand(a, 0);
    }
    return std::nullopt;
}

}  // namespace sbst::symbolic
