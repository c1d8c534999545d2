// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/friedman.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

TEST_CASE("friedman: the comparison of Demsar's table 6", "[core][stats][golden]")
{
    // JMLR 2006, section 3.2.2: mean ranks of four classifiers over 14 data sets.
    CHECK(critical_difference(4, 14, 0.05) == Approx(1.25).margin(0.005));
    CHECK(critical_difference(4, 14, 0.10) == Approx(1.12).margin(0.005));
}

TEST_CASE("studentized range: the tabled q over the root of two", "[core][stats][golden]")
{
    // Demsar's table 5a: critical values for 2 to 10 treatments.
    const Values at_5_percent{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
    const Values at_10_percent{1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
    for (std::size_t k = 2; k <= 10; ++k)
    {
        INFO("k = " << k);
        CHECK(studentized_range_quantile(0.95, k) / std::sqrt(2.0) ==
              Approx(at_5_percent[k - 2]).margin(0.0011));
        CHECK(studentized_range_quantile(0.90, k) / std::sqrt(2.0) ==
              Approx(at_10_percent[k - 2]).margin(0.0011));
    }
    // With two treatments it is the distribution of |Z| times the root of two.
    CHECK(studentized_range_cdf(2.0, 2) == Approx(std::erf(1.0)).epsilon(1e-12));
    CHECK(studentized_range_cdf(0.0, 3) == 0.0);
    CHECK(studentized_range_cdf(60.0, 100) == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("friedman: worked values, ties included", "[core][stats][golden]")
{
    // Ranks 1 2 3 | 1 3 2 | 1 2 3 | 1 2 3: sums 4, 9, 11.
    const Friedman plain = friedman(Values{1, 2, 3, 1, 3, 2, 4, 5, 6, 0, 1, 2}, 3);
    CHECK(plain.mean_ranks == Values{1.0, 2.25, 2.75});
    CHECK(plain.blocks == 4);
    CHECK(plain.chi_squared == Approx(6.5));
    CHECK(plain.p_chi_squared == Approx(std::exp(-3.25)));
    CHECK(plain.f == Approx(13.0));
    CHECK(plain.p_f == Approx(std::pow(1.0 + 2.0 * 13.0 / 6.0, -3.0)));
    // Ranks 1.5 1.5 3 | 1 2 3: sums 2.5, 3.5, 6; tie term 6 of 2 * 24.
    const Friedman tied = friedman(Values{1, 1, 3, 1, 2, 3}, 3);
    CHECK(tied.chi_squared == Approx((2.25 + 0.25 + 4.0) / 2.0 / (1.0 - 6.0 / 48.0)));
}

TEST_CASE("friedman: the ends", "[core][stats][unit]")
{
    const Friedman same = friedman(Values{1, 1, 2, 2}, 2);
    CHECK(same.chi_squared == 0.0);
    CHECK(same.p_chi_squared == 1.0);
    CHECK(same.p_f == 1.0);
    const Friedman alike = friedman(Values{1, 2, 3, 1, 2, 3}, 3);
    CHECK(std::isinf(alike.f));
    CHECK(alike.p_f == 0.0);
    CHECK(std::isnan(friedman(Values{1, 2, 3}, 3).p_f));
    CHECK_THROWS_AS(friedman(Values{1, 2, 3}, 2), std::invalid_argument);
    CHECK_THROWS_AS(friedman(Values{1, 2}, 1), std::invalid_argument);
    CHECK_THROWS_AS(friedman(Values{}, 2), std::invalid_argument);
    CHECK_THROWS_AS(critical_difference(1, 4), std::invalid_argument);
    CHECK_THROWS_AS(critical_difference(2, 4, 1.0), std::invalid_argument);
    CHECK_THROWS_AS(nemenyi_p(-1.0, 2, 4), std::invalid_argument);
}

TEST_CASE("nemenyi: the critical difference has the level as its p", "[core][stats][property]")
{
    const double alpha = GENERATE(0.01, 0.05, 0.1);
    const std::size_t treatments = GENERATE(2U, 3U, 6U, 40U);
    CHECK(nemenyi_p(critical_difference(treatments, 12, alpha), treatments, 12) ==
          Approx(alpha).epsilon(1e-7));
}

TEST_CASE("indistinct_groups: the bars of a diagram", "[core][stats][unit]")
{
    using Groups = std::vector<RankGroup>;
    CHECK(indistinct_groups(Values{1, 1.5, 2.2, 4}, 1.0) == Groups{{0, 1}, {1, 2}});
    CHECK(indistinct_groups(Values{1, 1.5, 2, 4}, 1.0) == Groups{{0, 2}});
    CHECK(indistinct_groups(Values{1, 3, 5}, 1.0).empty());
    CHECK(indistinct_groups(Values{}, 1.0).empty());
}

}  // namespace
