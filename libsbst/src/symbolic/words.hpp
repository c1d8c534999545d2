// SPDX-License-Identifier: Apache-2.0
// Small questions about words of a width below 256 bits.
#pragma once

#include <sbst/numeric/u256.hpp>

namespace sbst::symbolic
{

/// All bits of a width from 1 to 256.
[[nodiscard]] inline U256 ones(unsigned width)
{
    return width >= 256 ? U256::max() : U256::power_of_two(width) - U256{1};
}

[[nodiscard]] inline bool has_bit(const U256& word, unsigned bit)
{
    return (low64(word >> std::uint64_t{bit}) & 1U) != 0;
}

/// A word of a width as one of 256 bits, by its sign.
[[nodiscard]] inline U256 extend_sign(const U256& word, unsigned width)
{
    return has_bit(word, width - 1) ? word | ~ones(width) : word;
}

[[nodiscard]] inline bool is_power_of_two(const U256& word)
{
    return !is_zero(word) && is_zero(word & (word - U256{1}));
}

/// The exponent of a power of two.
[[nodiscard]] inline unsigned exponent_of(const U256& power)
{
    return bit_width(power) - 1;
}

/// Tells whether the bits that are 1 are the lowest ones.
[[nodiscard]] inline bool is_low_mask(const U256& word)
{
    return is_zero(word & (word + U256{1}));
}

}  // namespace sbst::symbolic
