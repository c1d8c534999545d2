// SPDX-License-Identifier: Apache-2.0
#include <sbst/numeric/distance.hpp>

#include <cassert>
#include <cmath>
#include <limits>

namespace sbst
{

namespace
{

/// Converts a number below 2^256 without a fraction; exact.
U256 to_whole(double number)
{
    constexpr int mantissa_bits = 53;
    int exponent = 0;
    const double mantissa = std::frexp(number, &exponent);
    if (exponent <= mantissa_bits)
    {
        return static_cast<std::uint64_t>(number);
    }
    const auto digits = static_cast<std::uint64_t>(std::ldexp(mantissa, mantissa_bits));
    return U256{digits} << static_cast<std::uint64_t>(exponent - mantissa_bits);
}

}  // namespace

Distance Distance::from_double(double number)
{
    assert(!(number < 0.0));
    // Written so that NaN fails the comparison too.
    if (!(number < 0x1.0p256))
    {
        return infinite();
    }
    if (number <= 0.0)
    {
        return zero();
    }
    const double whole_part = std::floor(number);
    // A double's fraction has at most 53 binary digits: multiplied by 2^64 and rounded up it stays
    // below 2^64.
    const double units = std::ceil(std::ldexp(number - whole_part, 64));
    return Distance{to_whole(whole_part), static_cast<std::uint64_t>(units)};
}

Distance operator+(const Distance& left, const Distance& right)
{
    const std::uint64_t fraction = left.fraction + right.fraction;
    const U256 carry{fraction < left.fraction ? 1U : 0U};
    const U256 partial = left.whole + carry;
    const U256 whole = partial + right.whole;
    if (partial < left.whole || whole < partial)
    {
        return Distance::infinite();
    }
    Distance sum{whole, fraction};
    sum.level = left.level + right.level;
    return sum.level < left.level ? Distance::infinite() : sum;
}

double to_double(const Distance& distance)
{
    if (distance.level > 0)
    {
        return std::numeric_limits<double>::infinity();
    }
    // One rounding only: either all 320 bits fit in 256, or the fraction just breaks ties.
    if (bit_width(distance.whole) <= 192)
    {
        return std::ldexp(to_double((distance.whole << 64U) | U256{distance.fraction}), -64);
    }
    return to_double(distance.whole | U256{distance.fraction != 0 ? 1U : 0U});
}

}  // namespace sbst
