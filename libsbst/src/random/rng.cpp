// SPDX-License-Identifier: Apache-2.0
#include <sbst/random/rng.hpp>

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace sbst
{

namespace
{

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15ULL;

/// The output function of SplitMix64: a bijection of 64-bit words that mixes well.
constexpr std::uint64_t mix(std::uint64_t word)
{
    word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27U)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31U);
}

}  // namespace

Rng::Rng(std::uint64_t seed)
{
    // Consecutive outputs of a bijection differ, so the state is never all zero.
    for (auto& word : m_state)
    {
        seed += golden_gamma;
        word = mix(seed);
    }
}

std::uint64_t Rng::next()
{
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t shifted = m_state[1] << 17U;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

std::uint64_t Rng::below(std::uint64_t bound)
{
    assert(bound > 0);
    // Lemire, "Fast random integer generation in an interval" (ACM TOMACS 2019), algorithm 5: the
    // high half of the product is the number; low halves below 2^64 mod bound are redrawn.
    Uint128 product = Uint128{next()} * bound;
    if (static_cast<std::uint64_t>(product) < bound)
    {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < threshold)
        {
            product = Uint128{next()} * bound;
        }
    }
    return static_cast<std::uint64_t>(product >> 64U);
}

std::size_t Rng::index(std::size_t size)
{
    return static_cast<std::size_t>(below(std::uint64_t{size}));
}

std::int64_t Rng::between(std::int64_t low, std::int64_t high)
{
    assert(low <= high);
    const auto first = static_cast<std::uint64_t>(low);
    const std::uint64_t span = static_cast<std::uint64_t>(high) - first;
    const bool is_everything = span == std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::int64_t>(first + (is_everything ? next() : below(span + 1)));
}

double Rng::real()
{
    return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

bool Rng::chance(double probability)
{
    return real() < probability;
}

double Rng::gaussian(double mean, double deviation)
{
    // Marsaglia's polar method. Logarithm and root are the only calls into the mathematical
    // library; the root is exact by IEEE 754.
    double u = 0.0;
    double square = 0.0;
    do
    {
        u = (2.0 * real()) - 1.0;
        const double v = (2.0 * real()) - 1.0;
        square = (u * u) + (v * v);
    } while (square >= 1.0 || square == 0.0);
    return mean + (deviation * (u * std::sqrt(-2.0 * std::log(square) / square)));
}

U256 Rng::below(const U256& bound)
{
    assert(!is_zero(bound));
    if (fits_u64(bound))
    {
        return below(low64(bound));
    }
    // Rejection from the next power of two: fewer than two tries on average.
    const unsigned bits = bit_width(bound - 1);
    const unsigned limb_count = (bits + 63) / 64;
    const unsigned unused_bits = (64 * limb_count) - bits;
    U256 candidate;
    do
    {
        for (unsigned i = 0; i < limb_count; ++i)
        {
            candidate.limbs[i] = next();
        }
        candidate.limbs[limb_count - 1] >>= unused_bits;
    } while (candidate >= bound);
    return candidate;
}

U256 Rng::word()
{
    U256 result;
    for (auto& limb : result.limbs)
    {
        limb = next();
    }
    return result;
}

std::size_t Rng::weighted(std::span<const double> weights)
{
    assert(!weights.empty());
    double total = 0.0;
    for (const double weight : weights)
    {
        assert(weight >= 0.0);
        total += weight;
    }
    if (!(total > 0.0))
    {
        return index(weights.size());
    }
    const double place = real() * total;
    double sum = 0.0;
    std::size_t last_possible = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
    {
        if (!(weights[i] > 0.0))
        {
            continue;
        }
        sum += weights[i];
        if (place < sum)
        {
            return i;
        }
        last_possible = i;
    }
    // Rounding can leave `place` at the total: the last index that may be drawn takes it.
    return last_possible;
}

Rng Rng::fork(std::uint64_t index) const
{
    // The digest of state and index seeds SplitMix64; a parent's state advances with each draw, so
    // later forks of one index differ.
    std::uint64_t digest = mix(index + golden_gamma);
    for (const std::uint64_t word : m_state)
    {
        digest = mix((digest ^ word) + golden_gamma);
    }
    return Rng{digest};
}

}  // namespace sbst
