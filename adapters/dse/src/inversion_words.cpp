// SPDX-License-Identifier: Apache-2.0
// Operations on bit-vectors, undone.
#include "inversion.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <array>

namespace sbst::dse
{

using symbolic::Op;

namespace
{

/// Tells whether root^exponent, without wrapping around, is at most the value.
bool is_power_at_most(const U256& root, std::uint64_t exponent, const U256& value)
{
    U256 rest = value;
    for (std::uint64_t i = 0; i < exponent && !is_zero(rest); ++i)
    {
        rest = rest / root;
    }
    return !is_zero(rest);
}

/// The greatest number of which the power is not above the value.
U256 integer_root(const U256& value, std::uint64_t exponent)
{
    U256 root{};
    for (unsigned bit = bit_width(value); bit-- > 0;)
    {
        const U256 larger = root | U256::power_of_two(bit);
        if (is_power_at_most(larger, exponent, value))
        {
            root = larger;
        }
    }
    return root;
}

}  // namespace

/// a < b, or a >= b: to the border, and far behind it.
void Inversion::want_order(Op order, ExpressionId a, ExpressionId b, bool wanted)
{
    const unsigned bits = width(a);
    const bool is_signed = order == Op::slt;
    const U256 all = low_ones(bits);
    const U256 least = is_signed ? U256::power_of_two(bits - 1) : U256{};
    const U256 greatest = is_signed ? all >> std::uint64_t{1} : all;
    const U256& left = word(a);
    const U256& right = word(b);
    if (wanted)
    {
        if (right != least)
        {
            want(a, (right - U256{1}) & all);
            want(a, least);
        }
        if (left != greatest)
        {
            want(b, (left + U256{1}) & all);
            want(b, greatest);
        }
    }
    else
    {
        want(a, right);
        want(b, left);
        want(a, greatest);
        want(b, least);
    }
    if (m_rng != nullptr)
    {
        const U256 low = wanted ? least : right;
        const U256 range = ((wanted ? right : greatest) - low) & all;
        if (!is_zero(range))
        {
            want(a, (low + m_rng->below(range)) & all);
        }
    }
}

void Inversion::want_word(ExpressionId id, const U256& value)
{
    switch (op(id))
    {
        case Op::add:
        case Op::sub:
            return want_sum(id, value);
        case Op::mul:
            return want_product(id, value);
        case Op::udiv:
        case Op::urem:
        case Op::sdiv:
        case Op::srem:
            return want_quotient(id, value);
        case Op::pow:
            return want_power(id, value);
        case Op::bit_and:
        case Op::bit_or:
        case Op::bit_xor:
        case Op::bit_not:
            return want_bits(id, value);
        case Op::shl:
        case Op::lshr:
        case Op::ashr:
            return want_shift(id, value);
        case Op::add_mod:
        case Op::mul_mod:
            return want_modular(id, value);
        case Op::concat:
        case Op::extract:
        case Op::zero_extend:
        case Op::sign_extend:
            return want_parts(id, value);
        case Op::select:
            return want_item(id, value);
        case Op::length:
            return want_length(id, value);
        case Op::unit_at:
            return want_unit(id, value);
        case Op::index_of:
            return want_place(id, value);
        default:
            return want_converted(id, value);
    }
}

void Inversion::want_sum(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const U256 all = low_ones(width(id));
    if (op(id) == Op::add)
    {
        want(x[0], (value - word(x[1])) & all);
        want(x[1], (value - word(x[0])) & all);
        return;
    }
    want(x[0], (value + word(x[1])) & all);
    want(x[1], (word(x[0]) - value) & all);
}

void Inversion::want_product(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const unsigned bits = width(id);
    if (x[0] == x[1])
    {
        want(x[0], integer_root(value, 2));
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        const U256& current = word(x[i]);
        const U256& other = word(x[1 - i]);
        if (is_zero(other))
        {
            if (!is_zero(value))
            {
                want(x[1 - i], U256{1});
            }
            continue;
        }
        const unsigned zeros = trailing_zeros(other);
        if (!is_zero(value & low_ones(zeros)))
        {
            continue;
        }
        // A quotient first: it does not wrap around. Factors of two leave the highest bits free.
        want_operand(id, i, value / other, value);
        const U256 low = low_ones(bits - zeros);
        const U256 inverse =
            ((value >> std::uint64_t{zeros}) * inverse_of(other >> std::uint64_t{zeros})) & low;
        want_operand(id, i, inverse, value);
        want_operand(id, i, (current & low_ones(bits) & ~low) | inverse, value);
    }
}

/// What other constraints ask of the same dividend holds as well.
void Inversion::want_dividend(ExpressionId id, const U256& value)
{
    for (const U256& dividend : m_congruences.dividends(id, value, m_evaluated))
    {
        want_operand(id, 0, dividend & low_ones(width(m_graph.operand(id, 0))), value);
    }
}

/// Quotients keep the remainder, remainders the quotient.
void Inversion::want_quotient(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const unsigned bits = width(id);
    const U256 all = low_ones(bits);
    const bool is_signed = op(id) == Op::sdiv || op(id) == Op::srem;
    const auto wide = [&](const U256& narrow) {
        return is_signed ? sign_extended(narrow, bits) : narrow;
    };
    const U256 a = wide(word(x[0]));
    const U256 b = wide(word(x[1]));
    const U256 wish = wide(value);
    const U256 quotient = is_signed ? sdiv(a, b) : a / b;
    const U256 remainder = a - quotient * b;
    if (op(id) == Op::udiv || op(id) == Op::sdiv)
    {
        want_operand(id, 0, (wish * b + remainder) & all, value);
        want_operand(id, 0, (wish * b - remainder) & all, value);
        want_operand(id, 0, (wish * b) & all, value);
        want_operand(id, 1, (is_signed ? sdiv(a, wish) : a / wish) & all, value);
        want_operand(id, 1, (a + U256{1}) & all, value);
        return;
    }
    want_dividend(id, value);
    want_operand(id, 0, (quotient * b + wish) & all, value);
    want_operand(id, 0, (quotient * b + wish + b) & all, value);
    want_operand(id, 0, (quotient * b + wish - b) & all, value);
    want_operand(id, 0, value, value);
    want_operand(id, 1, (a - wish) & all, value);
    want_operand(id, 1, (wish + U256{1}) & all, value);
}

void Inversion::want_power(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const U256& base = word(x[0]);
    const U256& exponent = word(x[1]);
    if (!is_zero(exponent) && exponent < U256{256})
    {
        want_operand(id, 0, integer_root(value, low64(exponent)), value);
    }
    const U256 all = low_ones(width(id));
    U256 power{1};
    for (std::uint64_t i = 0; i <= 256; ++i)
    {
        if ((power & all) == value)
        {
            want_operand(id, 1, U256{i} & all, value);
            return;
        }
        power = power * base;
    }
}

void Inversion::want_bits(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const U256 all = low_ones(width(id));
    if (op(id) == Op::bit_not)
    {
        want(x[0], ~value & all);
        return;
    }
    const U256& a = word(x[0]);
    const U256& b = word(x[1]);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        const U256& current = i == 0 ? a : b;
        const U256& other = i == 0 ? b : a;
        if (op(id) == Op::bit_xor)
        {
            want(x[i], value ^ other);
            continue;
        }
        // Free bits stay; where the other operand stands in the way, this is a part of the way.
        const bool is_and = op(id) == Op::bit_and;
        const U256 free = is_and ? ~other : other;
        const U256 kept =
            is_and ? (current & ~other) | value : (value & ~other) | (current & value);
        want(x[i], kept & all);
        if (m_rng != nullptr)
        {
            const U256 drawn = m_rng->word() & free & all;
            want(x[i], is_and ? drawn | value : (value & ~other) | (drawn & value));
        }
    }
}

void Inversion::want_shift(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const unsigned bits = width(id);
    const U256 all = low_ones(bits);
    const U256& current = word(x[0]);
    const U256& count = word(x[1]);
    if (count < U256{bits})
    {
        const auto n = static_cast<unsigned>(low64(count));
        if (op(id) == Op::shl)
        {
            const U256 low = low_ones(bits - n);
            want_operand(id, 0, ((value >> std::uint64_t{n}) & low) | (current & ~low), value);
        }
        else
        {
            want_operand(
                id, 0, ((value << std::uint64_t{n}) | (current & low_ones(n))) & all, value);
        }
    }
    if (m_graph.is_constant(x[1]))
    {
        return;
    }
    for (unsigned n = 0; n <= bits; ++n)
    {
        const U256 shifted = op(id) == Op::shl  ? (current << std::uint64_t{n}) & all :
                             op(id) == Op::lshr ? current >> std::uint64_t{n} :
                                                  sar(sign_extended(current, bits), U256{n}) & all;
        if (shifted == value)
        {
            want_operand(id, 1, U256{n} & all, value);
            break;
        }
    }
}

void Inversion::want_modular(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    const U256& modulus = word(x[2]);
    if (value >= modulus)
    {
        want(x[2], (value + U256{1}) & low_ones(width(id)));
        return;
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
    {
        const U256& other = word(x[1 - i]);
        if (op(id) == Op::add_mod)
        {
            want_operand(id, i, addmod(value, modulus - other % modulus, modulus), value);
        }
        else if (!is_zero(other))
        {
            want_operand(id, i, value / other, value);
            want_operand(id, i, (modulus + value) / other, value);
        }
    }
}

void Inversion::want_parts(ExpressionId id, const U256& value)
{
    const auto x = m_graph.operands(id);
    switch (op(id))
    {
        case Op::concat:
        {
            // Each is a part of the way where both differ.
            const unsigned low_width = width(x[1]);
            const U256 high = value >> std::uint64_t{low_width};
            const U256 low = value & low_ones(low_width);
            if (word(x[0]) != high)
            {
                want(x[0], high);
            }
            if (word(x[1]) != low)
            {
                want(x[1], low);
            }
            break;
        }
        case Op::extract:
        {
            const std::uint64_t first = m_graph[id].b;
            const U256 mask = low_ones(width(id)) << first;
            want_dividend(id, value);
            want(x[0], (word(x[0]) & ~mask) | (value << first));
            if (m_rng != nullptr)
            {
                want(x[0], (m_rng->word() & low_ones(width(x[0])) & ~mask) | (value << first));
            }
            break;
        }
        default:
            want_operand(id, 0, value & low_ones(width(x[0])), value);
            break;
    }
}

/// By the item that is stored under the key, by another key, or by the item of all keys.
void Inversion::want_item(ExpressionId select, const U256& value)
{
    const ExpressionId key = m_graph.operand(select, 1);
    ExpressionId array = m_graph.operand(select, 0);
    bool is_hidden = false;
    constexpr unsigned max_stores = 16;
    for (unsigned i = 0; i < max_stores && op(array) == Op::store; ++i)
    {
        const auto x = m_graph.operands(array);
        const bool is_here = word(x[1]) == word(key);
        if (is_here && !is_hidden)
        {
            want(x[2], value);
            want_equality(key, x[1], false);
        }
        else if (!is_here)
        {
            want_equality(key, x[1], true);
            want(x[2], value);
        }
        is_hidden = is_hidden || is_here;
        array = x[0];
    }
    if (op(array) == Op::constant_array)
    {
        want(m_graph.operand(array, 0), value);
    }
}

}  // namespace sbst::dse
