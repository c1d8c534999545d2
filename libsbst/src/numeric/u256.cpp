// SPDX-License-Identifier: Apache-2.0
#include <sbst/numeric/u256.hpp>

#include <cmath>

namespace sbst
{

namespace
{

using Limbs = std::span<std::uint64_t>;
using ConstLimbs = std::span<const std::uint64_t>;

/// Divides (high, low) by divisor, where high < divisor so that the quotient fits in one word.
std::uint64_t divide_word(
    std::uint64_t high, std::uint64_t low, std::uint64_t divisor, std::uint64_t& remainder) noexcept
{
#if defined(__x86_64__)
    // The compiler would call a general 128-by-128 division here, which is five times slower.
    std::uint64_t quotient = 0;
    __asm__("divq %4" : "=a"(quotient), "=d"(remainder) : "a"(low), "d"(high), "r"(divisor) : "cc");
    return quotient;
#else
    const Uint128 dividend = (Uint128{high} << 64U) | low;
    remainder = static_cast<std::uint64_t>(dividend % divisor);
    return static_cast<std::uint64_t>(dividend / divisor);
#endif
}

std::size_t significant_limbs(ConstLimbs x) noexcept
{
    std::size_t n = x.size();
    while (n > 0 && x[n - 1] == 0)
    {
        --n;
    }
    return n;
}

/// Divides `u` in place by one word; the quotient replaces u, the remainder is returned.
std::uint64_t divide_by_word(Limbs u, std::uint64_t divisor) noexcept
{
    std::uint64_t remainder = 0;
    for (std::size_t i = u.size(); i-- > 0;)
    {
        u[i] = divide_word(remainder, u[i], divisor, remainder);
    }
    return remainder;
}

/// Estimates one quotient digit from the three leading limbs of the dividend. Source: Knuth, The
/// Art of Computer Programming vol. 2, 4.3.1, Algorithm D, step D3.
std::uint64_t estimate_digit(ConstLimbs u, std::size_t top, ConstLimbs v) noexcept
{
    const std::size_t n = v.size();
    std::uint64_t digit = ~std::uint64_t{0};
    Uint128 rest = 0;
    if (u[top] >= v[n - 1])
    {
        rest = Uint128{u[top - 1]} + v[n - 1];
    }
    else
    {
        std::uint64_t remainder = 0;
        digit = divide_word(u[top], u[top - 1], v[n - 1], remainder);
        rest = remainder;
    }
    while ((rest >> 64U) == 0 && Uint128{digit} * v[n - 2] > ((rest << 64U) | u[top - 2]))
    {
        --digit;
        rest += v[n - 1];
    }
    return digit;
}

/// Subtracts digit * v from the window of u that begins at `low` and adds v back if the result is
/// negative (steps D4 to D6); returns the corrected digit.
std::uint64_t subtract_multiple(
    Limbs u, std::size_t low, ConstLimbs v, std::uint64_t digit) noexcept
{
    const std::size_t n = v.size();
    std::uint64_t carry = 0;
    unsigned char borrow = 0;
    for (std::size_t i = 0; i < n; ++i)
    {
        const Uint128 product = (Uint128{digit} * v[i]) + carry;
        carry = static_cast<std::uint64_t>(product >> 64U);
        u[low + i] = detail::sub_borrow(u[low + i], static_cast<std::uint64_t>(product), borrow);
    }
    u[low + n] = detail::sub_borrow(u[low + n], carry, borrow);
    if (borrow == 0)
    {
        return digit;
    }
    unsigned char add = 0;
    for (std::size_t i = 0; i < n; ++i)
    {
        u[low + i] = detail::add_carry(u[low + i], v[i], add);
    }
    u[low + n] += add;
    return digit - 1;
}

/// Divides the integer in `u` (its last limb is a spare 0) by v, which has at least two significant
/// limbs. The remainder replaces u, the quotient's low limbs go to `quotient`.
void divide_long(Limbs u, ConstLimbs v, Limbs quotient) noexcept
{
    // D1: normalise so that the divisor's top bit is set.
    const auto shift = static_cast<unsigned>(std::countl_zero(v.back()));
    std::array<std::uint64_t, 4> divisor{};
    const std::size_t n = v.size();
    for (std::size_t i = n; i-- > 0;)
    {
        divisor[i] =
            (v[i] << shift) | (shift != 0 && i > 0 ? v[i - 1] >> (64 - shift) : std::uint64_t{0});
    }
    for (std::size_t i = u.size(); i-- > 0;)
    {
        u[i] =
            (u[i] << shift) | (shift != 0 && i > 0 ? u[i - 1] >> (64 - shift) : std::uint64_t{0});
    }
    // D2 to D7: one digit per iteration.
    const ConstLimbs scaled{divisor.data(), n};
    for (std::size_t low = u.size() - n; low-- > 0;)
    {
        const std::uint64_t digit = estimate_digit(u, low + n, scaled);
        const std::uint64_t exact = subtract_multiple(u, low, scaled, digit);
        if (low < quotient.size())
        {
            quotient[low] = exact;
        }
    }
    // D8: undo the shift on the remainder.
    for (std::size_t i = 0; i < n; ++i)
    {
        u[i] = (u[i] >> shift) |
               (shift != 0 && i + 1 < u.size() ? u[i + 1] << (64 - shift) : std::uint64_t{0});
    }
}

/// Reduces an integer of at most eight limbs (plus one spare 0 at the end) modulo m > 0.
U256 reduce(Limbs wide, const U256& m) noexcept
{
    const std::size_t n = significant_limbs(m.limbs);
    if (n == 1)
    {
        return U256{divide_by_word(wide, m.limbs[0])};
    }
    std::array<std::uint64_t, 9> quotient{};
    divide_long(wide, ConstLimbs{m.limbs}.first(n), quotient);
    U256 r;
    std::copy_n(wide.begin(), n, r.limbs.begin());
    return r;
}

U256 absolute(const U256& x) noexcept
{
    return is_negative(x) ? -x : x;
}

}  // namespace

DivMod detail::divmod_wide(const U256& dividend, const U256& divisor) noexcept
{
    if (is_zero(divisor))
    {
        return {};
    }
    if (dividend < divisor)
    {
        return {U256{}, dividend};
    }
    const std::size_t n = significant_limbs(divisor.limbs);
    DivMod result;
    if (n == 1)
    {
        result.quotient = dividend;
        const std::size_t used = significant_limbs(dividend.limbs);
        result.remainder =
            U256{divide_by_word(Limbs{result.quotient.limbs}.first(used), divisor.limbs[0])};
        return result;
    }
    std::array<std::uint64_t, 5> u{};
    std::copy(dividend.limbs.begin(), dividend.limbs.end(), u.begin());
    divide_long(Limbs{u}.first(significant_limbs(dividend.limbs) + 1),
        ConstLimbs{divisor.limbs}.first(n), result.quotient.limbs);
    std::copy_n(u.begin(), n, result.remainder.limbs.begin());
    return result;
}

double to_double(const U256& x) noexcept
{
    const unsigned width = bit_width(x);
    if (width <= 64)
    {
        return static_cast<double>(x.limbs[0]);
    }
    // The leading 64 bits with a sticky last bit round like the whole number.
    const unsigned shift = width - 64;
    const U256 top = x >> shift;
    const bool sticky = (top << shift) != x;
    return std::ldexp(
        static_cast<double>(top.limbs[0] | (sticky ? 1U : 0U)), static_cast<int>(shift));
}

U256 sdiv(const U256& a, const U256& b) noexcept
{
    const U256 quotient = absolute(a) / absolute(b);
    return is_negative(a) != is_negative(b) ? -quotient : quotient;
}

U256 smod(const U256& a, const U256& b) noexcept
{
    const U256 remainder = absolute(a) % absolute(b);
    return is_negative(a) ? -remainder : remainder;
}

U256 addmod(const U256& a, const U256& b, const U256& m) noexcept
{
    if (is_zero(m))
    {
        return {};
    }
    std::array<std::uint64_t, 6> wide{};
    unsigned char carry = 0;
    for (std::size_t i = 0; i < 4; ++i)
    {
        wide[i] = detail::add_carry(a.limbs[i], b.limbs[i], carry);
    }
    wide[4] = carry;
    return reduce(wide, m);
}

U256 mulmod(const U256& a, const U256& b, const U256& m) noexcept
{
    if (is_zero(m))
    {
        return {};
    }
    std::array<std::uint64_t, 9> wide{};
    for (std::size_t i = 0; i < 4; ++i)
    {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < 4; ++j)
        {
            const Uint128 t = (Uint128{a.limbs[i]} * b.limbs[j]) + wide[i + j] + carry;
            wide[i + j] = static_cast<std::uint64_t>(t);
            carry = static_cast<std::uint64_t>(t >> 64U);
        }
        wide[i + 4] = carry;
    }
    return reduce(wide, m);
}

U256 pow(U256 base, const U256& exponent) noexcept
{
    U256 result{1};
    const unsigned bits = bit_width(exponent);
    for (unsigned i = 0; i < bits; ++i)
    {
        if (((exponent.limbs[i / 64] >> (i % 64)) & 1U) != 0)
        {
            result *= base;
        }
        base *= base;
    }
    return result;
}

U256 sign_extend(const U256& byte_index, const U256& x) noexcept
{
    if (!fits_u64(byte_index) || low64(byte_index) >= 31)
    {
        return x;
    }
    const std::uint64_t shift = 8 * (31 - low64(byte_index));
    return sar(x << shift, U256{shift});
}

}  // namespace sbst
