// SPDX-License-Identifier: Apache-2.0
// Equality.
#include "simplifier.hpp"

#include <utility>

namespace sbst::symbolic
{

namespace
{

/// The number that the odd factor must be multiplied with to give 1, modulo 2^256.
U256 inverse_of_odd(const U256& factor)
{
    // Newton's iteration doubles the number of right bits, beginning with three.
    U256 inverse = factor;
    for (unsigned right = 3; right < 256; right *= 2)
    {
        inverse = inverse * (U256{2} - factor * inverse);
    }
    return inverse;
}

}  // namespace

Simplifier::Found Simplifier::simplified_equal(ExpressionId a, ExpressionId b)
{
    const Sort sort = m_graph[a].sort;
    switch (sort.kind)
    {
        case SortKind::boolean:
            if (is_constant(b))
            {
                return m_graph.is_true(b) ? a : negated(a);
            }
            return a == b ? Found(truth(true)) : std::nullopt;
        case SortKind::float32:
        case SortKind::float64:
            return a == b ? Found(negated(build(Op::is_nan, boolean_sort(), std::array{a}))) :
                            std::nullopt;
        case SortKind::bit_vector:
            break;
        default:
            return a == b ? Found(truth(true)) : std::nullopt;
    }
    if (a == b)
    {
        return truth(true);
    }
    for (const auto& [quotient, other] : {std::pair(a, b), std::pair(b, a)})
    {
        if (const Found fits = product_fits(quotient, other))
        {
            return fits;
        }
        // Compilers and machines guard the division by zero.
        if (op(quotient) == Op::ite && !is_constant(other))
        {
            if (const Found fits = product_fits(operand(quotient, 2), other))
            {
                return choice(operand(quotient, 0),
                    build(Op::equal, boolean_sort(), std::array{operand(quotient, 1), other}),
                    *fits);
            }
        }
    }
    return is_constant(b) ? equal_to_constant(a, b) : equal_words(a, b);
}

Simplifier::Found Simplifier::equal_to_constant(ExpressionId x, ExpressionId constant)
{
    const U256 c = value(constant);
    if (!is_zero(c & ~most(x)))
    {
        return truth(false);
    }
    switch (op(x))
    {
        case Op::ite:
            return choice_equal_to_constant(x, constant);
        case Op::shl:
        case Op::mul:
        case Op::bit_and:
        case Op::bit_or:
            return shifted_equal_to_constant(x, c);
        default:
            return operation_equal_to_constant(x, c);
    }
}

/// x is an operation that can be undone.
Simplifier::Found Simplifier::operation_equal_to_constant(ExpressionId x, const U256& c)
{
    switch (op(x))
    {
        case Op::add:
            return is_constant(operand(x, 1)) ?
                       Found(same_word(operand(x, 0), c - value(operand(x, 1)))) :
                       std::nullopt;
        case Op::sub:
            if (is_constant(operand(x, 0)))
            {
                return same_word(operand(x, 1), value(operand(x, 0)) - c);
            }
            return is_zero(c) ? Found(same(operand(x, 0), operand(x, 1))) : std::nullopt;
        case Op::bit_xor:
            if (is_constant(operand(x, 1)))
            {
                return same_word(operand(x, 0), c ^ value(operand(x, 1)));
            }
            return is_zero(c) ? Found(same(operand(x, 0), operand(x, 1))) : std::nullopt;
        case Op::bit_not:
            return same_word(operand(x, 0), ~c);
        case Op::zero_extend:
            return same_word(operand(x, 0), c);
        case Op::sign_extend:
        {
            const ExpressionId inner = operand(x, 0);
            const U256 low = c & ones(width(inner));
            const bool is_extension = (extend_sign(low, width(inner)) & ones(width(x))) == c;
            return is_extension ? same_word(inner, low) : truth(false);
        }
        case Op::concat:
        {
            const ExpressionId low = operand(x, 1);
            const ExpressionId has_same_low = same_word(low, c);
            return both(same_word(operand(x, 0), c >> std::uint64_t{width(low)}), has_same_low);
        }
        default:
            return std::nullopt;
    }
}

/// x is a product, shift or combination of bits.
Simplifier::Found Simplifier::shifted_equal_to_constant(ExpressionId x, const U256& c)
{
    const ExpressionId a = operand(x, 0);
    const ExpressionId b = operand(x, 1);
    const bool has_constant = is_constant(b);
    switch (op(x))
    {
        case Op::shl:
        {
            // The bits that were shifted in are 0 in c: they are not possible otherwise.
            if (!has_constant || !(value(b) < U256{width(x)}))
            {
                return std::nullopt;
            }
            const auto count = static_cast<unsigned>(low64(value(b)));
            return same_word(part(a, width(x) - 1 - count, 0), c >> std::uint64_t{count});
        }
        case Op::mul:
            return has_constant && has_bit(value(b), 0) ?
                       Found(same_word(a, c * inverse_of_odd(value(b)))) :
                       std::nullopt;
        case Op::bit_and:
        {
            // One run of bits.
            if (!has_constant || is_zero(value(b)))
            {
                return std::nullopt;
            }
            const U256 mask = value(b);
            const unsigned low = exponent_of(mask & (U256{} - mask));
            const U256 run = mask >> std::uint64_t{low};
            return is_low_mask(run) ? Found(same_word(part(a, low + bit_width(run) - 1, low),
                                          c >> std::uint64_t{low})) :
                                      std::nullopt;
        }
        default:
        {
            if (!is_zero(c))
            {
                return std::nullopt;
            }
            const ExpressionId is_second_zero = same_word(b, c);
            return both(same_word(a, c), is_second_zero);
        }
    }
}

Simplifier::Found Simplifier::choice_equal_to_constant(ExpressionId x, ExpressionId constant)
{
    const ExpressionId condition = operand(x, 0);
    const ExpressionId a = operand(x, 1);
    const ExpressionId b = operand(x, 2);
    if (!is_constant(a) && !is_constant(b))
    {
        return std::nullopt;
    }
    const ExpressionId otherwise = same(b, constant);
    return choice(condition, same(a, constant), otherwise);
}

Simplifier::Found Simplifier::equal_words(ExpressionId a, ExpressionId b)
{
    if (op(a) != op(b))
    {
        return std::nullopt;
    }
    switch (op(a))
    {
        case Op::zero_extend:
        case Op::sign_extend:
            return width(operand(a, 0)) == width(operand(b, 0)) ?
                       Found(same(operand(a, 0), operand(b, 0))) :
                       std::nullopt;
        case Op::concat:
        {
            if (width(operand(a, 0)) != width(operand(b, 0)))
            {
                return std::nullopt;
            }
            const ExpressionId has_same_low = same(operand(a, 1), operand(b, 1));
            return both(same(operand(a, 0), operand(b, 0)), has_same_low);
        }
        case Op::bit_not:
            return same(operand(a, 0), operand(b, 0));
        case Op::add:
            return is_constant(operand(a, 1)) && operand(a, 1) == operand(b, 1) ?
                       Found(same(operand(a, 0), operand(b, 0))) :
                       std::nullopt;
        case Op::keccak:
        {
            const std::size_t count = m_graph.operands(a).size();
            if (count != m_graph.operands(b).size())
            {
                return truth(false);
            }
            ExpressionId all = same(operand(a, 0), operand(b, 0));
            for (std::size_t i = 1; i < count; ++i)
            {
                all = both(all, same(operand(a, i), operand(b, i)));
            }
            return all;
        }
        default:
            return std::nullopt;
    }
}

}  // namespace sbst::symbolic
