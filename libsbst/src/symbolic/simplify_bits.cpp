// SPDX-License-Identifier: Apache-2.0
// Masks and shifts: what packs fields into words and takes them out again. Masks of low bits and
// shifts to the right become extracts, in which rules meet.
#include "simplifier.hpp"

#include <algorithm>

namespace sbst::symbolic
{

Simplifier::Found Simplifier::simplified_bits(Op wanted, ExpressionId a, ExpressionId b)
{
    const unsigned size = width(a);
    if (a == b)
    {
        return wanted == Op::bit_xor ? word({}, size) : a;
    }
    const auto is_inverse = [this](ExpressionId x, ExpressionId y) {
        return op(x) == Op::bit_not && operand(x, 0) == y;
    };
    if (is_inverse(a, b) || is_inverse(b, a))
    {
        return word(wanted == Op::bit_and ? U256{} : ones(size), size);
    }
    if (!is_constant(b))
    {
        // Operands that can have no bit in common.
        return wanted == Op::bit_and && is_zero(most(a) & most(b)) ? Found(word({}, size)) :
                                                                     std::nullopt;
    }
    const U256 c = value(b);
    if (wanted == Op::bit_and)
    {
        return masked(a, c);
    }
    if (is_zero(c))
    {
        return a;
    }
    if (c == ones(size))
    {
        return wanted == Op::bit_or ? b : inverted(a);
    }
    if (op(a) == wanted && is_constant(operand(a, 1)))
    {
        const U256 inner = value(operand(a, 1));
        return bits(
            wanted, operand(a, 0), word(wanted == Op::bit_or ? inner | c : inner ^ c, size));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::masked(ExpressionId x, const U256& mask)
{
    const unsigned size = width(x);
    if (is_zero(most(x) & mask))
    {
        return word({}, size);
    }
    if (is_zero(most(x) & ~mask))
    {
        return x;
    }
    if (op(x) == Op::bit_and && is_constant(operand(x, 1)))
    {
        return bits(Op::bit_and, operand(x, 0), word(value(operand(x, 1)) & mask, size));
    }
    if (op(x) == Op::bit_or || op(x) == Op::bit_xor)
    {
        // A side that the mask cuts away.
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
        {
            if (is_zero(most(operand(x, side)) & mask))
            {
                return bits(Op::bit_and, operand(x, 1 - side), word(mask, size));
            }
        }
    }
    if (is_low_mask(mask))
    {
        return extended(Op::zero_extend, part(x, bit_width(mask) - 1, 0), size);
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_shift(Op wanted, ExpressionId a, ExpressionId b)
{
    const unsigned size = width(a);
    if (wanted == Op::ashr && !has_bit(most(a), size - 1))
    {
        return bits(Op::lshr, a, b);
    }
    if (!is_constant(b))
    {
        return is_constant(a) && is_zero(value(a)) ? Found(a) : std::nullopt;
    }
    if (is_zero(value(b)))
    {
        return a;
    }
    if (!(value(b) < U256{size}))
    {
        return wanted == Op::ashr ?
                   Found(extended(Op::sign_extend, part(a, size - 1, size - 1), size)) :
                   Found(word({}, size));
    }
    const auto count = static_cast<unsigned>(low64(value(b)));
    switch (wanted)
    {
        case Op::lshr:
            return extended(Op::zero_extend, part(a, size - 1, count), size);
        case Op::ashr:
            return extended(Op::sign_extend, part(a, size - 1, count), size);
        default:
            break;
    }
    if (op(a) == Op::shl && is_constant(operand(a, 1)))
    {
        const U256 sum = value(operand(a, 1)) + value(b);
        return bits(Op::shl, operand(a, 0), word(std::min(sum, ones(size)), size));
    }
    return std::nullopt;
}

Simplifier::Found Simplifier::simplified_extract(ExpressionId x, unsigned high, unsigned low)
{
    if (low == 0 && high == width(x) - 1)
    {
        return x;
    }
    const unsigned size = high - low + 1;
    if (is_zero((most(x) >> std::uint64_t{low}) & ones(size)))
    {
        return word({}, size);
    }
    switch (op(x))
    {
        case Op::extract:
        {
            const unsigned below = m_graph[x].b;
            return part(operand(x, 0), high + below, low + below);
        }
        case Op::concat:
        case Op::zero_extend:
        case Op::sign_extend:
        case Op::shl:
            return extract_of_parts(x, high, low);
        default:
            return extract_of_operation(x, high, low);
    }
}

/// x has its bits from parts that lie beside each other.
Simplifier::Found Simplifier::extract_of_parts(ExpressionId x, unsigned high, unsigned low)
{
    const ExpressionId first = operand(x, 0);
    switch (op(x))
    {
        case Op::concat:
        {
            const ExpressionId second = operand(x, 1);
            const unsigned border = width(second);
            if (low >= border)
            {
                return part(first, high - border, low - border);
            }
            if (high < border)
            {
                return part(second, high, low);
            }
            const ExpressionId rest = part(second, border - 1, low);
            return joined(part(first, high - border, 0), rest);
        }
        case Op::shl:
        {
            if (!is_constant(operand(x, 1)))
            {
                return std::nullopt;
            }
            // The count is below the width, or the bits would not be possible.
            const auto count = static_cast<unsigned>(low64(value(operand(x, 1))));
            if (low >= count)
            {
                return part(first, high - count, low - count);
            }
            const ExpressionId zeros = word({}, count - low);
            return joined(part(first, high - count, 0), zeros);
        }
        default:
        {
            // An extension: the bits above are all possible only for signs.
            const unsigned border = width(first);
            if (high < border)
            {
                return part(first, high, low);
            }
            return low < border ?
                       Found(extended(op(x), part(first, border - 1, low), high - low + 1)) :
                       std::nullopt;
        }
    }
}

Simplifier::Found Simplifier::extract_of_operation(ExpressionId x, unsigned high, unsigned low)
{
    switch (op(x))
    {
        case Op::add:
        case Op::sub:
        case Op::mul:
        {
            // Bits hang on those that are not above them.
            if (high == width(x) - 1)
            {
                return std::nullopt;
            }
            const ExpressionId right = part(operand(x, 1), high, 0);
            const ExpressionId narrow = bits(op(x), part(operand(x, 0), high, 0), right);
            return low == 0 ? narrow : part(narrow, high, low);
        }
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
        {
            const ExpressionId right = part(operand(x, 1), high, low);
            return bits(op(x), part(operand(x, 0), high, low), right);
        }
        case Op::bit_not:
            return inverted(part(operand(x, 0), high, low));
        case Op::ite:
        {
            const ExpressionId otherwise = part(operand(x, 2), high, low);
            return choice(operand(x, 0), part(operand(x, 1), high, low), otherwise);
        }
        default:
            return std::nullopt;
    }
}

Simplifier::Found Simplifier::simplified_extension(Op wanted, ExpressionId x, unsigned size)
{
    if (size == width(x))
    {
        return x;
    }
    if (wanted == Op::sign_extend && !has_bit(most(x), width(x) - 1))
    {
        return extended(Op::zero_extend, x, size);
    }
    // The sign of what was extended by zeros is 0, so the two kinds do not meet here otherwise.
    return op(x) == wanted ? Found(extended(wanted, operand(x, 0), size)) : std::nullopt;
}

Simplifier::Found Simplifier::simplified_concat(ExpressionId high, ExpressionId low)
{
    if (is_constant(high) && is_zero(value(high)))
    {
        return extended(Op::zero_extend, low, width(high) + width(low));
    }
    if (op(high) == Op::zero_extend)
    {
        return extended(Op::zero_extend, joined(operand(high, 0), low), width(high) + width(low));
    }
    // Two neighbours of one word.
    const auto are_neighbours = [this](ExpressionId upper, ExpressionId lower) {
        return op(upper) == Op::extract && op(lower) == Op::extract &&
               operand(upper, 0) == operand(lower, 0) && m_graph[upper].b == m_graph[lower].a + 1;
    };
    if (are_neighbours(high, low))
    {
        return part(operand(high, 0), m_graph[high].a, m_graph[low].b);
    }
    if (op(low) == Op::concat)
    {
        const ExpressionId next = operand(low, 0);
        const bool are_constants = is_constant(high) && is_constant(next);
        if (are_constants || are_neighbours(high, next))
        {
            return joined(joined(high, next), operand(low, 1));
        }
    }
    return std::nullopt;
}

}  // namespace sbst::symbolic
