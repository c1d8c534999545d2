// SPDX-License-Identifier: Apache-2.0
#include "range.hpp"

#include "opcodes.hpp"

#include <algorithm>
#include <array>

namespace sbst::evm::analysis
{

namespace
{

const U256 signed_least = U256::power_of_two(255);

U256 magnitude(const U256& value)
{
    return is_negative(value) ? -value : value;
}

/// Largest |x| over a range read as signed.
U256 largest_magnitude(const Range& range)
{
    return std::max(magnitude(range.signed_min()), magnitude(range.signed_max()));
}

U256 all_ones_like(const U256& value)
{
    const unsigned bits = bit_width(value);
    return bits >= 256 ? U256::max() : U256::power_of_two(bits) - U256{1};
}

Range add(const Range& a, const Range& b)
{
    const U256 size_a = a.hi - a.lo;
    const U256 size = size_a + (b.hi - b.lo);
    return size < size_a ? Range{} : Range::between(a.lo + b.lo, a.hi + b.hi);
}

Range negate(const Range& a)
{
    return Range::between(-a.hi, -a.lo);
}

/// Hull of f over the corners of two signed boxes; right for functions monotone in each operand.
template <class Function>
Range signed_corners(const Range& a, const Range& b, Function function)
{
    const std::array<U256, 4> corners{function(a.signed_min(), b.signed_min()),
        function(a.signed_min(), b.signed_max()), function(a.signed_max(), b.signed_min()),
        function(a.signed_max(), b.signed_max())};
    const auto [least, greatest] = std::minmax_element(corners.begin(), corners.end(),
        [](const U256& x, const U256& y) { return signed_less(x, y); });
    return Range::between(*least, *greatest);
}

Range mul(const Range& a, const Range& b)
{
    if (mul_fits_unsigned(a, b))
    {
        return Range::between(
            a.unsigned_min() * b.unsigned_min(), a.unsigned_max() * b.unsigned_max());
    }
    if (mul_fits_signed(a, b))
    {
        return signed_corners(a, b, [](const U256& x, const U256& y) { return x * y; });
    }
    return {};
}

Range divide(const Range& a, const Range& b)
{
    const U256 most = a.unsigned_max() / std::max(b.unsigned_min(), U256{1});
    // x / 0 is 0.
    const U256 least = b.contains(U256{}) ? U256{} : a.unsigned_min() / b.unsigned_max();
    return Range::between(least, most);
}

Range signed_divide(const Range& a, const Range& b)
{
    if (is_zero(b.lo) && b.is_exact())
    {
        return Range::exactly(U256{});
    }
    if (!is_negative(a.signed_min()) && !is_negative(b.signed_min()))
    {
        return divide(a, b);
    }
    // |x / y| <= |x|, and a divisor of one sign, not 0, is monotone.
    const bool one_sign =
        b.excludes_zero() && is_negative(b.signed_min()) == is_negative(b.signed_max());
    const bool may_wrap = a.contains(signed_least) && b.contains(U256::max());
    if (may_wrap)
    {
        return {};
    }
    if (one_sign)
    {
        return signed_corners(a, b, [](const U256& x, const U256& y) { return sdiv(x, y); });
    }
    const U256 bound = largest_magnitude(a);
    return bound == signed_least ? Range{} : Range::between(-bound, bound);
}

Range modulo(const Range& a, const Range& b)
{
    if (a.unsigned_max() < b.unsigned_min())
    {
        return Range::between(a.unsigned_min(), a.unsigned_max());
    }
    const U256 divisor = b.unsigned_max();
    return Range::at_most(
        is_zero(divisor) ? U256{} : std::min(divisor - U256{1}, a.unsigned_max()));
}

Range signed_modulo(const Range& a, const Range& b)
{
    const U256 divisor = largest_magnitude(b);
    if (is_zero(divisor))
    {
        return Range::exactly(U256{});
    }
    const U256 bound = std::min(divisor - U256{1}, largest_magnitude(a));
    if (!is_negative(a.signed_min()))
    {
        return Range::at_most(bound);
    }
    if (is_negative(a.signed_max()))
    {
        return Range::between(-bound, U256{});
    }
    return Range::between(-bound, bound);
}

Range bit_and(const Range& a, const Range& b)
{
    // A mask 11..100..0 on a bounded word keeps order; otherwise only the upper bound is known.
    return Range::at_most(std::min(a.unsigned_max(), b.unsigned_max()));
}

Range bit_or(const Range& a, const Range& b)
{
    return Range::between(std::max(a.unsigned_min(), b.unsigned_min()),
        all_ones_like(std::max(a.unsigned_max(), b.unsigned_max())));
}

Range shift_left(const Range& count, const Range& x)
{
    if (!count.is_exact())
    {
        return {};
    }
    if (!fits_u64(count.lo) || low64(count.lo) >= 256)
    {
        return Range::exactly(U256{});
    }
    const auto bits = static_cast<unsigned>(low64(count.lo));
    return mul(x, Range::exactly(U256::power_of_two(bits)));
}

Range shift_right(const Range& count, const Range& x)
{
    return Range::between(
        x.unsigned_min() >> count.unsigned_max(), x.unsigned_max() >> count.unsigned_min());
}

Range arithmetic_shift(const Range& count, const Range& x)
{
    if (!count.is_exact())
    {
        return is_negative(x.signed_min()) ? Range{} : shift_right(count, x);
    }
    return Range::between(sar(x.signed_min(), count.lo), sar(x.signed_max(), count.lo));
}

Range extend_sign(const Range& index, const Range& x)
{
    if (!index.is_exact() || !(index.lo < U256{31}))
    {
        return index.is_exact() ? x : Range{};
    }
    const unsigned bits = (8 * static_cast<unsigned>(low64(index.lo))) + 7;
    const Range type = Range::between(-U256::power_of_two(bits), U256::power_of_two(bits) - 1);
    return type.contains(x) ? x : type;
}

Range power(const Range& base, const Range& exponent)
{
    if (!base.is_exact())
    {
        return {};
    }
    const U256 most = exponent.unsigned_max();
    if (is_zero(base.lo))
    {
        return Range::boolean();
    }
    // base <= 2^bit_width(base - 1), so base^most <= 2^(that * most) must stay below 2^256.
    if (!fits_u64(most) || low64(most) > 255 || bit_width(base.lo - U256{1}) * low64(most) > 255)
    {
        return {};
    }
    return Range::between(pow(base.lo, exponent.unsigned_min()), pow(base.lo, most));
}

Range less(const Range& a, const Range& b)
{
    if (a.unsigned_max() < b.unsigned_min())
    {
        return Range::of(true);
    }
    return a.unsigned_min() >= b.unsigned_max() ? Range::of(false) : Range::boolean();
}

Range less_signed(const Range& a, const Range& b)
{
    if (signed_less(a.signed_max(), b.signed_min()))
    {
        return Range::of(true);
    }
    return signed_less(a.signed_min(), b.signed_max()) ? Range::boolean() : Range::of(false);
}

Range equal(const Range& a, const Range& b)
{
    if (a.is_exact() && b.is_exact())
    {
        return Range::of(a.lo == b.lo);
    }
    return meet(a, b).has_value() ? Range::boolean() : Range::of(false);
}

Range is_zero_range(const Range& a)
{
    if (a.is_zero_only())
    {
        return Range::of(true);
    }
    return a.excludes_zero() ? Range::of(false) : Range::boolean();
}

std::optional<U256> fold_bits(std::uint16_t opcode, const U256& a, const U256& b)
{
    switch (opcode)
    {
        case op_and:
            return a & b;
        case op_or:
            return a | b;
        case op_xor:
            return a ^ b;
        case op_not:
            return ~a;
        case op_byte:
            return byte_at(a, b);
        case op_shl:
            return b << a;
        case op_shr:
            return b >> a;
        case op_sar:
            return sar(b, a);
        default:
            return std::nullopt;
    }
}

}  // namespace

Range Range::between(const U256& lo, const U256& hi)
{
    return hi + U256{1} == lo ? Range{} : Range{lo, hi};
}

bool Range::contains(const Range& other) const
{
    if (is_full())
    {
        return true;
    }
    const U256 first = other.lo - lo;
    const U256 last = other.hi - lo;
    return first <= last && last <= hi - lo;
}

U256 Range::signed_min() const
{
    return flip_sign(lo) <= flip_sign(hi) ? lo : signed_least;
}

U256 Range::signed_max() const
{
    return flip_sign(lo) <= flip_sign(hi) ? hi : signed_least - U256{1};
}

Range hull(const Range& a, const Range& b)
{
    if (a.contains(b))
    {
        return a;
    }
    if (b.contains(a))
    {
        return b;
    }
    const Range forward = Range::between(a.lo, b.hi);
    const Range backward = Range::between(b.lo, a.hi);
    const bool forward_fits = forward.contains(a) && forward.contains(b);
    const bool backward_fits = backward.contains(a) && backward.contains(b);
    if (!forward_fits || !backward_fits)
    {
        return forward_fits ? forward : (backward_fits ? backward : Range{});
    }
    // Two covers: the smaller one; at equal size the one that does not wrap.
    const U256 forward_size = forward.hi - forward.lo;
    const U256 backward_size = backward.hi - backward.lo;
    if (forward_size == backward_size)
    {
        return forward.lo <= forward.hi ? forward : backward;
    }
    return forward_size < backward_size ? forward : backward;
}

std::optional<Range> meet(const Range& a, const Range& b)
{
    if (a.contains(b))
    {
        return b;
    }
    if (b.contains(a))
    {
        return a;
    }
    const bool b_begins_in_a = a.contains(b.lo);
    const bool a_begins_in_b = b.contains(a.lo);
    if (b_begins_in_a && a_begins_in_b)  // two pieces: keep the smaller operand
    {
        return a.hi - a.lo <= b.hi - b.lo ? a : b;
    }
    if (b_begins_in_a)
    {
        return Range::between(b.lo, a.hi);
    }
    if (a_begins_in_b)
    {
        return Range::between(a.lo, b.hi);
    }
    return std::nullopt;
}

std::optional<Range> without(const Range& range, const U256& value)
{
    if (range.is_exact())
    {
        return range.lo == value ? std::nullopt : std::optional(range);
    }
    if (range.is_full())
    {
        return Range{value + U256{1}, value - U256{1}};
    }
    if (range.lo == value)
    {
        return Range{range.lo + U256{1}, range.hi};
    }
    if (range.hi == value)
    {
        return Range{range.lo, range.hi - U256{1}};
    }
    return range;
}

bool add_fits_signed(const Range& a, const Range& b)
{
    const auto fits = [](const U256& x, const U256& y) {
        const bool negative = is_negative(x);
        return negative != is_negative(y) || is_negative(x + y) == negative;
    };
    return fits(a.signed_min(), b.signed_min()) && fits(a.signed_max(), b.signed_max());
}

bool sub_fits_signed(const Range& a, const Range& b)
{
    const auto fits = [](const U256& x, const U256& y) {
        const bool negative = is_negative(x);
        return negative == is_negative(y) || is_negative(x - y) == negative;
    };
    return fits(a.signed_min(), b.signed_max()) && fits(a.signed_max(), b.signed_min());
}

bool mul_fits_unsigned(const Range& a, const Range& b)
{
    const U256 x = a.unsigned_max();
    const U256 y = b.unsigned_max();
    return is_zero(x) || y <= U256::max() / x;
}

bool mul_fits_signed(const Range& a, const Range& b)
{
    return bit_width(largest_magnitude(a)) + bit_width(largest_magnitude(b)) <= 255;
}

std::optional<U256> fold(std::uint16_t opcode, const U256& a, const U256& b)
{
    const auto truth = [](bool value) { return U256{value ? 1U : 0U}; };
    switch (opcode)
    {
        case op_add:
            return a + b;
        case op_mul:
            return a * b;
        case op_sub:
            return a - b;
        case op_div:
            return a / b;
        case op_sdiv:
            return sdiv(a, b);
        case op_mod:
            return a % b;
        case op_smod:
            return smod(a, b);
        case op_exp:
            return pow(a, b);
        case op_signextend:
            return sign_extend(a, b);
        case op_lt:
            return truth(a < b);
        case op_gt:
            return truth(b < a);
        case op_slt:
            return truth(signed_less(a, b));
        case op_sgt:
            return truth(signed_less(b, a));
        case op_eq:
            return truth(a == b);
        case op_iszero:
            return truth(is_zero(a));
        default:
            return fold_bits(opcode, a, b);
    }
}

Range apply(std::uint16_t opcode, const Range& a, const Range& b)
{
    switch (opcode)
    {
        case op_add:
            return add(a, b);
        case op_sub:
            return add(a, negate(b));
        case op_mul:
            return mul(a, b);
        case op_div:
            return divide(a, b);
        case op_sdiv:
            return signed_divide(a, b);
        case op_mod:
            return modulo(a, b);
        case op_smod:
            return signed_modulo(a, b);
        case op_exp:
            return power(a, b);
        case op_signextend:
            return extend_sign(a, b);
        case op_lt:
            return less(a, b);
        case op_gt:
            return less(b, a);
        case op_slt:
            return less_signed(a, b);
        case op_sgt:
            return less_signed(b, a);
        case op_eq:
            return equal(a, b);
        case op_iszero:
            return is_zero_range(a);
        case op_and:
            return bit_and(a, b);
        case op_or:
            return bit_or(a, b);
        case op_xor:
            return Range::at_most(all_ones_like(std::max(a.unsigned_max(), b.unsigned_max())));
        case op_not:
            return Range::between(~a.hi, ~a.lo);
        case op_byte:
            return Range::at_most(U256{255});
        case op_shl:
            return shift_left(a, b);
        case op_shr:
            return shift_right(a, b);
        case op_sar:
            return arithmetic_shift(a, b);
        default:
            return {};
    }
}

}  // namespace sbst::evm::analysis
