// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/correlation.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

TEST_CASE("pearson: worked values", "[core][stats][golden]")
{
    const Correlation plain = pearson(Values{1, 2, 3, 4, 5}, Values{2, 1, 4, 3, 5});
    CHECK(plain.coefficient == Approx(0.8).epsilon(1e-12));
    CHECK(plain.statistic == Approx(2.309401).epsilon(1e-6));
    CHECK(plain.p_two_sided == Approx(0.104088).margin(1e-6));
    const Correlation tied = pearson(Values{1, 2, 2, 3, 4}, Values{1, 3, 2, 2, 5});
    CHECK(tied.coefficient == Approx(0.838557).epsilon(1e-5));
    CHECK(tied.statistic == Approx(2.665904).epsilon(1e-6));
    CHECK(tied.p_two_sided == Approx(0.075955).margin(1e-6));
}

TEST_CASE("kendall: worked values of tau-b", "[core][stats][golden]")
{
    CHECK(kendall(Values{1, 2, 3, 4, 5}, Values{2, 1, 4, 3, 5}).coefficient ==
          Approx(0.6).epsilon(1e-12));
    CHECK(kendall(Values{1, 2, 2, 3, 4}, Values{1, 3, 2, 2, 5}).coefficient ==
          Approx(6.0 / 9).epsilon(1e-12));
}

TEST_CASE("correlations: perfect order, and undefined ones", "[core][stats][unit]")
{
    const Values up{1, 2, 3, 4};
    const Values down{8, 6, 4, 2};
    CHECK(pearson(up, down).coefficient == -1.0);
    CHECK(pearson(up, down).p_two_sided == 0.0);
    CHECK(kendall(up, down).coefficient == -1.0);
    CHECK(kendall(up, down).p_two_sided < 0.05);
    const Values constant(4, 0.1);
    CHECK(std::isnan(pearson(up, constant).coefficient));
    CHECK(std::isnan(pearson(constant, up).p_two_sided));
    CHECK(std::isnan(kendall(up, constant).coefficient));
    const Correlation two = pearson(Values{1, 2}, Values{5, 9});
    CHECK(two.coefficient == Approx(1.0));
    CHECK(std::isnan(two.p_two_sided));
    CHECK_THROWS_AS(pearson(up, Values{1, 2}), std::invalid_argument);
    CHECK_THROWS_AS(kendall(Values{1}, Values{1}), std::invalid_argument);
}

}  // namespace
