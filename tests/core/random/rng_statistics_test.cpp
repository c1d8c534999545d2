// SPDX-License-Identifier: Apache-2.0
// Sanity of the distributions: chi-square statistics over fixed seeds, against the critical values
// of p = 0.001. A biased method (modulo, a swapped index) is far beyond these.
#include "support/catch.hpp"

#include <sbst/random/rng.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace
{

using sbst::Rng;
using sbst::U256;

double chi_square(const std::vector<std::size_t>& counts, const std::vector<double>& shares)
{
    double total = 0.0;
    for (const std::size_t count : counts)
    {
        total += static_cast<double>(count);
    }
    double result = 0.0;
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        const double expected = total * shares[i];
        const double difference = static_cast<double>(counts[i]) - expected;
        result += difference * difference / expected;
    }
    return result;
}

double uniform_chi_square(const std::vector<std::size_t>& counts)
{
    return chi_square(
        counts, std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size())));
}

// Critical values of p = 0.001 by degrees of freedom.
constexpr double critical_2 = 13.82;
constexpr double critical_7 = 24.32;
constexpr double critical_9 = 27.88;
constexpr double critical_23 = 49.73;
constexpr double critical_255 = 330.52;

TEST_CASE("Rng: integers below a bound are uniform", "[core][rng][property]")
{
    const std::uint64_t seed = GENERATE(1U, 2U, 3U);
    INFO("seed " << seed);
    Rng rng{seed};
    std::vector<std::size_t> counts(10);
    for (int i = 0; i < 100000; ++i)
    {
        ++counts[rng.index(10)];
    }
    CHECK(uniform_chi_square(counts) < critical_9);
}

TEST_CASE("Rng: a bound just above a power of two shows no bias", "[core][rng][property]")
{
    // Without rejection, thirds of [0, 3 * 2^62) would come up 1 : 1 : 2.
    const std::uint64_t seed = GENERATE(1U, 2U, 3U);
    INFO("seed " << seed);
    Rng rng{seed};
    const std::uint64_t third = std::uint64_t{1} << 62U;
    std::vector<std::size_t> counts(3);
    for (int i = 0; i < 30000; ++i)
    {
        ++counts[rng.below(3 * third) / third];
    }
    CHECK(uniform_chi_square(counts) < critical_2);

    const U256 wide_third = U256{1} << 254U;
    std::vector<std::size_t> wide_counts(3);
    for (int i = 0; i < 30000; ++i)
    {
        ++wide_counts[low64(rng.below(U256{3} << 254U) / wide_third)];
    }
    CHECK(uniform_chi_square(wide_counts) < critical_2);
}

TEST_CASE("Rng: results stay in range and reach both ends", "[core][rng][property]")
{
    Rng rng{5};
    std::set<std::int64_t> seen;
    for (int i = 0; i < 2000; ++i)
    {
        seen.insert(rng.between(-3, 4));
    }
    CHECK(seen == std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3, 4});
    const U256 bound = (U256{1} << 128U) + 1;
    for (int i = 0; i < 2000; ++i)
    {
        CHECK(rng.below(bound) < bound);
    }
    for (int i = 0; i < 2000; ++i)
    {
        const double number = rng.real();
        CHECK((number >= 0.0 && number < 1.0));
    }
}

TEST_CASE("Rng: every byte of a word is uniform", "[core][rng][property]")
{
    const unsigned shift = GENERATE(0U, 8U, 56U, 64U, 192U, 248U);
    INFO("shift " << shift);
    Rng rng{11};
    std::vector<std::size_t> counts(256);
    for (int i = 0; i < 25600; ++i)
    {
        ++counts[low64(rng.word() >> shift) & 0xffU];
    }
    CHECK(uniform_chi_square(counts) < critical_255);
}

TEST_CASE("Rng: normal variates fall into octiles evenly", "[core][rng][property]")
{
    // Octiles of N(0, 1): 1.1503, 0.6745 and 0.3186 either side of 0.
    const std::uint64_t seed = GENERATE(1U, 2U, 3U);
    INFO("seed " << seed);
    const std::array<double, 7> edges{
        -1.150349, -0.674490, -0.318639, 0.0, 0.318639, 0.674490, 1.150349};
    Rng rng{seed};
    std::vector<std::size_t> counts(8);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int draws = 80000;
    for (int i = 0; i < draws; ++i)
    {
        const double x = (rng.gaussian(10.0, 2.0) - 10.0) / 2.0;
        sum += x;
        squares += x * x;
        const auto* edge = std::upper_bound(edges.begin(), edges.end(), x);
        ++counts[static_cast<std::size_t>(edge - edges.begin())];
    }
    CHECK(uniform_chi_square(counts) < critical_7);
    CHECK(std::abs(sum / draws) < 4.0 / std::sqrt(double{draws}));
    CHECK(std::abs((squares / draws) - 1.0) < 4.0 * std::sqrt(2.0 / draws));
}

TEST_CASE("Rng: weighted choices follow their weights", "[core][rng][property]")
{
    Rng rng{3};
    const std::array<double, 4> weights{1.0, 0.0, 2.0, 5.0};
    std::vector<std::size_t> counts(4);
    for (int i = 0; i < 40000; ++i)
    {
        ++counts[rng.weighted(weights)];
    }
    CHECK(counts[1] == 0);
    CHECK(chi_square({counts[0], counts[2], counts[3]}, {0.125, 0.25, 0.625}) < critical_2);
}

TEST_CASE("Rng: weights that are all zero choose uniformly", "[core][rng][property]")
{
    Rng rng{3};
    const std::array<double, 3> weights{0.0, 0.0, 0.0};
    std::vector<std::size_t> counts(3);
    for (int i = 0; i < 30000; ++i)
    {
        ++counts[rng.weighted(weights)];
    }
    CHECK(uniform_chi_square(counts) < critical_2);
}

TEST_CASE("Rng: every permutation of four comes up equally often", "[core][rng][property]")
{
    Rng rng{9};
    std::vector<std::size_t> counts(24);
    for (int i = 0; i < 48000; ++i)
    {
        std::array<int, 4> items{0, 1, 2, 3};
        rng.shuffle(std::span<int>{items});
        // Rank among the permutations.
        std::size_t rank = 0;
        for (std::size_t p = 0; p < 4; ++p)
        {
            const auto smaller = std::count_if(items.begin() + static_cast<std::ptrdiff_t>(p),
                items.end(), [&items, p](int item) { return item < items[p]; });
            rank = (rank * (4 - p)) + static_cast<std::size_t>(smaller);
        }
        ++counts[rank];
    }
    CHECK(uniform_chi_square(counts) < critical_23);
}

TEST_CASE("Rng: forks are independent of the parent and of each other", "[core][rng][property]")
{
    Rng parent{1};
    // Neighbouring forks, and the parent's own stream: no word twice, bits agree half of the time.
    std::vector<Rng> streams{parent};
    for (std::uint64_t i = 0; i < 64; ++i)
    {
        streams.push_back(parent.fork(i));
    }
    std::set<std::uint64_t> words;
    std::size_t differing_bits = 0;
    constexpr std::size_t draws = 100;
    for (std::size_t draw = 0; draw < draws; ++draw)
    {
        std::uint64_t previous = 0;
        for (std::size_t s = 0; s < streams.size(); ++s)
        {
            const std::uint64_t word = streams[s].next();
            words.insert(word);
            if (s > 0)
            {
                differing_bits += static_cast<std::size_t>(std::popcount(word ^ previous));
            }
            previous = word;
        }
    }
    CHECK(words.size() == draws * streams.size());
    const double bits = static_cast<double>(draws * (streams.size() - 1)) * 64.0;
    const double share = static_cast<double>(differing_bits) / bits;
    CHECK(std::abs(share - 0.5) < 4.0 * 0.5 / std::sqrt(bits));
}

}  // namespace
