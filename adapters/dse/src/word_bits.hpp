// SPDX-License-Identifier: Apache-2.0
// Words of a width below 256 bits, as the solvers that search move them.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstdint>

namespace sbst::dse
{

/// All bits of a width from 1 to 256; 0 for no bits.
[[nodiscard]] inline U256 low_ones(unsigned width)
{
    return width >= 256 ? U256::max() : U256::power_of_two(width) - U256{1};
}

[[nodiscard]] inline bool bit_of(const U256& word, unsigned bit)
{
    return (low64(word >> std::uint64_t{bit}) & 1U) != 0;
}

/// A word of a width as one of 256 bits, by its sign.
[[nodiscard]] inline U256 sign_extended(const U256& word, unsigned width)
{
    return bit_of(word, width - 1) ? word | ~low_ones(width) : word;
}

/// The number of bits below the lowest one that is 1; 256 for 0.
[[nodiscard]] inline unsigned trailing_zeros(const U256& word)
{
    return is_zero(word) ? 256 : bit_width(word & (U256{} - word)) - 1;
}

/// The number that an odd word must be multiplied with to give 1, modulo 2^256.
[[nodiscard]] inline U256 inverse_of(const U256& odd)
{
    // Newton's iteration doubles the number of right bits, beginning with three.
    U256 inverse = odd;
    for (unsigned right = 3; right < 256; right *= 2)
    {
        inverse = inverse * (U256{2} - odd * inverse);
    }
    return inverse;
}

}  // namespace sbst::dse
