// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/effect_size.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

TEST_CASE("a12: worked values", "[core][stats][golden]")
{
    CHECK(a12(Values{12, 15, 11, 18, 20, 22}, Values{9, 10, 13, 8, 7, 14}) == 8.0 / 9);
    CHECK(a12(Values{.8, .9, .9, 1, 1}, Values{.7, .8, .8, .9, .6}) == 22.0 / 25);
    CHECK(a12(Values{1, 4, 6, 9}, Values{2, 3, 5, 7, 8}) == 0.5);
    CHECK(a12(Values{3}, Values{3}) == 0.5);
    CHECK(a12(Values{4}, Values{3}) == 1.0);
}

TEST_CASE("a12: agrees with counting pairs, and mirrors", "[core][stats][property]")
{
    std::mt19937_64 engine{1};
    for (int round = 0; round < 50; ++round)
    {
        INFO("round " << round);
        Values x(1 + engine() % 12);
        Values y(1 + engine() % 12);
        for (Values* const sample : {&x, &y})
        {
            for (double& value : *sample)
            {
                value = static_cast<double>(engine() % 6);
            }
        }
        double wins = 0.0;
        for (const double left : x)
        {
            for (const double right : y)
            {
                wins += left > right ? 1.0 : left == right ? 0.5 : 0.0;
            }
        }
        const auto pairs = static_cast<double>(x.size() * y.size());
        CHECK(a12(x, y) == wins / pairs);
        CHECK(a12(x, y) + a12(y, x) == Approx(1.0).epsilon(1e-15));
    }
}

TEST_CASE("magnitude: the two sets of cut-offs differ", "[core][stats][golden]")
{
    CHECK(magnitude(0.35) == Magnitude::small);
    CHECK(magnitude(0.35, CutOffs::vargha_delaney) == Magnitude::medium);
    CHECK(magnitude(8.0 / 9) == Magnitude::large);
    CHECK(magnitude(22.0 / 25) == Magnitude::large);
    CHECK(magnitude(0.5) == Magnitude::negligible);
    CHECK(to_string(Magnitude::medium) == "medium");
}

TEST_CASE("magnitude: a value on a cut-off has the larger word, on both sides", "[core][stats]")
{
    using Row = std::pair<double, Magnitude>;
    const auto [cut, word] = GENERATE(
        Row{0.56, Magnitude::small}, Row{0.64, Magnitude::medium}, Row{0.71, Magnitude::large});
    const auto before = static_cast<Magnitude>(static_cast<int>(word) - 1);
    CHECK(magnitude(cut, CutOffs::vargha_delaney) == word);
    CHECK(magnitude(1.0 - cut, CutOffs::vargha_delaney) == word);
    CHECK(magnitude(cut - 0.001, CutOffs::vargha_delaney) == before);
    CHECK(magnitude(1.0 - cut + 0.001, CutOffs::vargha_delaney) == before);
    CHECK(magnitude(0.5735) == Magnitude::small);
    CHECK(magnitude(0.665) == Magnitude::medium);
    CHECK(magnitude(0.263) == Magnitude::large);
}

TEST_CASE("cohens_d: worked values and the ends", "[core][stats][golden]")
{
    CHECK(cohens_d(Values{2, 4, 4, 5, 7}, Values{1, 2, 3, 3, 6}) == Approx(0.759257).epsilon(1e-6));
    CHECK(cohens_d(Values{10, 12, 11, 14}, Values{9, 9, 13, 8}) == Approx(1.010582).epsilon(1e-6));
    CHECK(cohens_d(Values{0.1, 0.1, 0.1}, Values{0.1, 0.1}) == 0.0);
    CHECK(cohens_d(Values{2, 2}, Values{1, 1}) == std::numeric_limits<double>::infinity());
    CHECK(cohens_d(Values{0, 0}, Values{1, 1}) == -std::numeric_limits<double>::infinity());
    CHECK_THROWS_AS(cohens_d(Values{1}, Values{1, 2}), std::invalid_argument);
    CHECK(cohens_magnitude(-0.33) == Magnitude::small);
    CHECK(cohens_magnitude(0.8) == Magnitude::large);
    CHECK(cohens_magnitude(0.5) == Magnitude::medium);
    CHECK(cohens_magnitude(0.19) == Magnitude::negligible);
}

}  // namespace
