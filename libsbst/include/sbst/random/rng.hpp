// SPDX-License-Identifier: Apache-2.0
// The one source of randomness: a seeded generator with its own distributions, so that the same
// seed gives the same bytes with every compiler and standard library.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sbst
{

/// Seeded pseudo-random generator (xoshiro256**, seeded by SplitMix64).
///
/// A regular value: a copy continues the same stream. It is always a parameter, never a global.
/// Source: Blackman and Vigna, ACM TOMS 2021; Steele et al., OOPSLA 2014 (seeding, forks); Lemire,
/// TOMACS 2019 (bounds); Marsaglia and Bray, SIAM Review 1964 (normal variates).
class Rng
{
public:
    /// Seeds the state with four outputs of SplitMix64.
    explicit Rng(std::uint64_t seed);
    /// Takes the engine's state as it is; precondition: not all zero.
    explicit Rng(const std::array<std::uint64_t, 4>& state) : m_state(state) {}

    /// The next 64 uniform bits; draws once.
    std::uint64_t next();
    /// Uniform in [0, bound); precondition: bound > 0. Unbiased (Lemire's method).
    std::uint64_t below(std::uint64_t bound);
    /// Uniform index in [0, size); precondition: size > 0.
    std::size_t index(std::size_t size);
    /// Uniform in [low, high], both included; precondition: low <= high.
    std::int64_t between(std::int64_t low, std::int64_t high);
    /// Uniform double in [0, 1) with 53 random bits; draws once.
    double real();
    /// True with that probability; draws once. A probability outside [0, 1] is clamped.
    bool chance(double probability);
    /// Normal variate; draws two numbers per try, 1.27 tries on average (Marsaglia's polar method
    /// without a cached second value: no hidden state).
    double gaussian(double mean = 0.0, double deviation = 1.0);
    /// Uniform in [0, bound); precondition: bound > 0.
    U256 below(const U256& bound);
    /// 256 uniform bits; draws four times.
    U256 word();
    /// Index drawn in proportion to non-negative weights, uniform when all are 0; precondition: not
    /// empty.
    std::size_t weighted(std::span<const double> weights);

    /// Shuffles in place (Fisher-Yates).
    template <class T>
    void shuffle(std::span<T> items)
    {
        for (std::size_t i = items.size(); i > 1; --i)
        {
            using std::swap;
            swap(items[i - 1], items[index(i)]);
        }
    }

    /// An independent stream for task `index`; draws nothing from this one. The same state and
    /// index give the same stream.
    [[nodiscard]] Rng fork(std::uint64_t index) const;

    friend bool operator==(const Rng&, const Rng&) = default;

private:
    std::array<std::uint64_t, 4> m_state{};
};

}  // namespace sbst
