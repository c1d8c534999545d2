// SPDX-License-Identifier: Apache-2.0
#include "modular_interval.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <cstddef>

namespace sbst::dse
{

namespace
{

/// Products of a word with a modulus of up to 2^256.
using Wide = boost::multiprecision::uint1024_t;

Wide widened(const U256& word)
{
    Wide wide = 0;
    for (std::size_t i = word.limbs.size(); i-- > 0;)
    {
        wide = (wide << 64U) | word.limbs[i];
    }
    return wide;
}

U256 narrowed(const Wide& wide)
{
    U256 word;
    for (std::size_t i = 0; i < word.limbs.size(); ++i)
    {
        word.limbs[i] =
            static_cast<std::uint64_t>((wide >> static_cast<unsigned>(64 * i)) & ~std::uint64_t{0});
    }
    return word;
}

/// Precondition: factor < modulus, first <= last < modulus.
std::optional<Wide> first_multiple(
    const Wide& factor, const Wide& modulus, const Wide& first, const Wide& last)
{
    if (first == 0)
    {
        return Wide(0);
    }
    if (factor == 0)
    {
        return std::nullopt;
    }
    // Backwards is shorter.
    if (2 * factor > modulus)
    {
        return first_multiple(modulus - factor, modulus, modulus - last, modulus - first);
    }
    const Wide steps = (first + factor - 1) / factor;
    if (steps * factor <= last)
    {
        return steps;
    }
    // No multiple before the first wrap: after which one does a multiple lie between?
    const Wide rest = modulus % factor;
    const auto wraps = first_multiple(
        rest == 0 ? Wide(0) : Wide(factor - rest), factor, first % factor, last % factor);
    if (!wraps)
    {
        return std::nullopt;
    }
    return Wide((first + modulus * *wraps + factor - 1) / factor);
}

}  // namespace

std::optional<U256> first_multiple_between(
    const U256& factor, unsigned width, const U256& first, const U256& last)
{
    if (last < first)
    {
        return U256{};  // it wraps around, so 0 is in it
    }
    const auto found =
        first_multiple(widened(factor), Wide(1) << width, widened(first), widened(last));
    return found ? std::optional(narrowed(*found)) : std::nullopt;
}

}  // namespace sbst::dse
