// SPDX-License-Identifier: Apache-2.0
// Rank-sum and signed-rank tests: worked values, full enumeration as the second oracle, laws.
#include "support/catch.hpp"

#include <sbst/stats/rank_sum.hpp>
#include <sbst/stats/ranks.hpp>
#include <sbst/stats/signed_rank.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

constexpr RankTestOptions normal{.method = Method::normal, .is_continuity_corrected = false};
constexpr RankTestOptions corrected{.method = Method::normal};
constexpr RankTestOptions exact{.method = Method::exact};

/// Few distinct values, so that ties are many.
Values tied_sample(std::mt19937_64& engine, std::size_t size)
{
    Values values;
    for (std::size_t i = 0; i < size; ++i)
    {
        values.push_back(static_cast<double>(engine() % 7) / 4.0);
    }
    return values;
}

TEST_CASE("mid_ranks: equal values share the mean of their ranks", "[core][stats][unit]")
{
    const MidRanks ranked = mid_ranks(Values{3, 1, 3, 2, 3});
    CHECK(ranked.ranks == Values{4, 1, 4, 2, 4});
    CHECK(ranked.tie_term == 24.0);
    CHECK(mid_ranks(Values{}).ranks.empty());
    CHECK_THROWS_AS(mid_ranks(Values{1, std::nan("")}), std::invalid_argument);
}

TEST_CASE("rank_sum: worked values", "[core][stats][golden]")
{
    struct Case
    {
        Values x, y;
        double u, variance, z, p, z_corrected, p_corrected, p_exact, p_greater;
    };
    const auto [x, y, u, variance, z, p, z_corrected, p_corrected, p_exact, p_greater] =
        GENERATE(Case{{12, 15, 11, 18, 20, 22}, {9, 10, 13, 8, 7, 14}, 32, 39, 2.241794, 0.024975,
                     2.161730, 0.030639, 2.0 / 77, 1.0 / 77},
            Case{{.8, .9, .9, 1, 1}, {.7, .8, .8, .9, .6}, 22, 21.666667, 2.040927, 0.041258,
                1.933510, 0.053173, 5.0 / 63, 5.0 / 126},
            Case{{1, 4, 6, 9}, {2, 3, 5, 7, 8}, 10, 16.666667, 0, 1, 0, 1, 1, 23.0 / 42});
    const RankTest plain = rank_sum(x, y, normal);
    CHECK(plain.statistic == u);
    CHECK(plain.variance == Approx(variance).epsilon(1e-6));
    CHECK(plain.z == Approx(z).margin(1e-6));
    CHECK(plain.p_two_sided == Approx(p).margin(1e-6));
    const RankTest moved = rank_sum(x, y, corrected);
    CHECK(moved.z == Approx(z_corrected).margin(1e-6));
    CHECK(moved.p_two_sided == Approx(p_corrected).margin(1e-6));
    const RankTest counted = rank_sum(x, y);
    CHECK(counted.method == Method::exact);
    CHECK(counted.used == x.size() + y.size());
    CHECK(counted.p_two_sided == Approx(p_exact).epsilon(1e-12));
    CHECK(counted.p_greater == Approx(p_greater).epsilon(1e-12));
}

TEST_CASE("signed_rank: worked values", "[core][stats][golden]")
{
    struct Case
    {
        Values x, y;
        std::size_t used;
        double w, variance, z, p, z_corrected, p_corrected, p_exact;
    };
    const auto [x, y, used, w, variance, z, p, z_corrected, p_corrected, p_exact] =
        GENERATE(Case{{125, 115, 130, 140, 140, 115, 140, 125, 140, 135},
                     {110, 122, 125, 120, 140, 124, 123, 137, 135, 145}, 9, 27, 71.125, 0.533582,
                     0.593631, 0.474295, 0.635289, 81.0 / 128},
            Case{{10, 12, 9, 15, 11, 14}, {8, 9, 10, 9, 7, 13}, 6, 19.5, 22.625, 1.892118, 0.058475,
                1.787000, 0.073937, 3.0 / 32},
            Case{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 10, 55, 96.25,
                2.803060, 0.005062, 2.752096, 0.005922, 2.0 / 1024});
    const RankTest plain = signed_rank(x, y, ZeroPolicy::drop, normal);
    CHECK(plain.used == used);
    CHECK(plain.statistic == w);
    CHECK(plain.variance == Approx(variance).epsilon(1e-9));
    CHECK(plain.z == Approx(z).margin(1e-6));
    CHECK(plain.p_two_sided == Approx(p).margin(1e-6));
    const RankTest moved = signed_rank(x, y, ZeroPolicy::drop, corrected);
    CHECK(moved.z == Approx(z_corrected).margin(1e-6));
    CHECK(moved.p_two_sided == Approx(p_corrected).margin(1e-6));
    CHECK(signed_rank(x, y).p_two_sided == Approx(p_exact).epsilon(1e-12));
}

TEST_CASE("rank_sum: counting agrees with trying every relabelling", "[core][stats][property]")
{
    std::mt19937_64 engine{1};
    for (int round = 0; round < 60; ++round)
    {
        const Values x = tied_sample(engine, 1 + engine() % 6);
        const Values y = tied_sample(engine, 1 + engine() % 6);
        INFO("round " << round);
        Values pooled = x;
        pooled.insert(pooled.end(), y.begin(), y.end());
        const Values ranks = mid_ranks(pooled).ranks;
        const double middle =
            static_cast<double>(x.size()) * static_cast<double>(pooled.size() + 1) / 2.0;
        const auto sum_of = [&](std::uint32_t chosen) {
            double sum = 0.0;
            for (std::size_t i = 0; i < ranks.size(); ++i)
            {
                sum += (chosen >> i & 1U) != 0 ? ranks[i] : 0.0;
            }
            return sum;
        };
        const double observed = sum_of((1U << x.size()) - 1U);
        double all = 0.0;
        double as_far = 0.0;
        double as_great = 0.0;
        for (std::uint32_t chosen = 0; chosen < (1U << ranks.size()); ++chosen)
        {
            if (std::popcount(chosen) == static_cast<int>(x.size()))
            {
                const double sum = sum_of(chosen);
                all += 1.0;
                as_far += std::abs(sum - middle) >= std::abs(observed - middle) ? 1.0 : 0.0;
                as_great += sum >= observed ? 1.0 : 0.0;
            }
        }
        const RankTest test = rank_sum(x, y, exact);
        CHECK(test.p_two_sided == Approx(as_far / all).epsilon(1e-12));
        CHECK(test.p_greater == Approx(as_great / all).epsilon(1e-12));
    }
}

TEST_CASE("signed_rank: counting agrees with trying every sign", "[core][stats][property]")
{
    std::mt19937_64 engine{2};
    const ZeroPolicy zeros = GENERATE(ZeroPolicy::drop, ZeroPolicy::pratt);
    for (int round = 0; round < 60; ++round)
    {
        const std::size_t size = 1 + engine() % 10;
        const Values x = tied_sample(engine, size);
        const Values y = tied_sample(engine, size);
        INFO("round " << round);
        Values sizes;
        std::vector<bool> is_positive;
        for (std::size_t i = 0; i < size; ++i)
        {
            if (x[i] != y[i] || zeros == ZeroPolicy::pratt)
            {
                sizes.push_back(std::abs(x[i] - y[i]));
                is_positive.push_back(x[i] > y[i]);
            }
        }
        const Values ranks = mid_ranks(sizes).ranks;
        Values kept;
        double observed = 0.0;
        double middle = 0.0;
        for (std::size_t i = 0; i < ranks.size(); ++i)
        {
            if (sizes[i] > 0.0)
            {
                kept.push_back(ranks[i]);
                observed += is_positive[i] ? ranks[i] : 0.0;
                middle += ranks[i] / 2.0;
            }
        }
        double as_far = 0.0;
        const std::uint32_t all = 1U << kept.size();
        for (std::uint32_t signs = 0; signs < all; ++signs)
        {
            double sum = 0.0;
            for (std::size_t i = 0; i < kept.size(); ++i)
            {
                sum += (signs >> i & 1U) != 0 ? kept[i] : 0.0;
            }
            as_far += std::abs(sum - middle) >= std::abs(observed - middle) ? 1.0 : 0.0;
        }
        CHECK(signed_rank(x, y, zeros, exact).p_two_sided == Approx(as_far / all).epsilon(1e-12));
    }
}

TEST_CASE("rank tests: exchanging the samples mirrors the result", "[core][stats][property]")
{
    std::mt19937_64 engine{3};
    const RankTestOptions options = GENERATE(RankTestOptions{}, normal, corrected);
    for (int round = 0; round < 40; ++round)
    {
        const Values x = tied_sample(engine, 9);
        const Values y = tied_sample(engine, 9);
        INFO("round " << round);
        const RankTest there = rank_sum(x, y, options);
        const RankTest back = rank_sum(y, x, options);
        CHECK(there.statistic + back.statistic == 81.0);
        CHECK(there.p_two_sided == Approx(back.p_two_sided).epsilon(1e-12));
        CHECK(there.z == Approx(back.z).margin(1e-12));
        CHECK(signed_rank(x, y, ZeroPolicy::drop, options).p_two_sided ==
              Approx(signed_rank(y, x, ZeroPolicy::drop, options).p_two_sided).epsilon(1e-12));
    }
}

TEST_CASE("rank tests: equal values give p = 1, by every method", "[core][stats][unit]")
{
    const RankTestOptions options = GENERATE(exact, normal, corrected);
    const Values ones{1, 1, 1};
    CHECK(rank_sum(ones, ones, options).p_two_sided == 1.0);
    CHECK(rank_sum(ones, ones, options).z == 0.0);
    CHECK(rank_sum(Values(7, 0.1), Values(4, 0.1), options).variance == 0.0);
    CHECK(signed_rank(ones, ones, ZeroPolicy::drop, options).p_two_sided == 1.0);
    CHECK(signed_rank(ones, ones, ZeroPolicy::pratt, options).p_two_sided == 1.0);
    CHECK(signed_rank(ones, ones, ZeroPolicy::drop, options).used == 0);
}

TEST_CASE("rank tests: large samples take the normal approximation", "[core][stats][unit]")
{
    Values x;
    Values y;
    for (int i = 0; i < 40; ++i)
    {
        x.push_back(i * 1.5);
        y.push_back(i * 1.25 + 0.1);
    }
    CHECK(rank_sum(x, y).method == Method::normal);
    CHECK(rank_sum(x, y, {.exact_limit = 80}).method == Method::exact);
    CHECK(rank_sum(x, y, exact).p_two_sided ==
          Approx(rank_sum(x, y, corrected).p_two_sided).epsilon(0.01));
    CHECK(signed_rank(x, y).method == Method::exact);
    x.resize(300, 4.0);
    CHECK_THROWS_AS(rank_sum(x, y, exact), std::invalid_argument);
    CHECK(rank_sum(x, y).method == Method::normal);
}

TEST_CASE("rank tests: values that cannot be ranked are refused", "[core][stats][unit]")
{
    const Values nan{1.0, std::nan("")};
    const Values two{1.0, 2.0};
    CHECK_THROWS_WITH(rank_sum(nan, two), Catch::Contains("x[1] is NaN"));
    CHECK_THROWS_WITH(rank_sum(two, Values{}), Catch::Contains("y is empty"));
    CHECK_THROWS_WITH(signed_rank(two, Values{1.0}), Catch::Contains("2 and 1"));
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK_THROWS_AS(signed_rank(Values{infinity}, Values{infinity}), std::invalid_argument);
    CHECK(rank_sum(Values{infinity, infinity}, two).p_two_sided == Approx(1.0 / 3));
}

}  // namespace
