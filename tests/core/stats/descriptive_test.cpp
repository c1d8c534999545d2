// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/descriptive.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

TEST_CASE("descriptive: mean, variance and quantiles", "[core][stats][golden]")
{
    const Values values{4, 1, 3, 2};
    CHECK(mean(values) == 2.5);
    CHECK(variance(values) == Approx(5.0 / 3));
    CHECK(variance(Values(5, 0.1)) == 0.0);
    CHECK(median(values) == 2.5);
    CHECK(quantile(values, 0.0) == 1.0);
    CHECK(quantile(values, 1.0) == 4.0);
    CHECK(quantile(values, 0.25) == 1.75);
    CHECK(quantile(Values{7}, 0.3) == 7.0);
}

TEST_CASE("descriptive: infinities do not become NaN", "[core][stats][unit]")
{
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(quantile(Values{1, 2, infinity}, 0.5) == 2.0);
    CHECK(quantile(Values{1, infinity, infinity}, 0.75) == infinity);
    CHECK(quantile(Values{1, infinity}, 0.5) == infinity);
}

TEST_CASE("descriptive: undefined statistics are refused", "[core][stats][unit]")
{
    CHECK_THROWS_AS(mean(Values{}), std::invalid_argument);
    CHECK_THROWS_AS(variance(Values{1}), std::invalid_argument);
    CHECK_THROWS_AS(median(Values{std::nan("")}), std::invalid_argument);
    CHECK_THROWS_WITH(quantile(Values{1}, 1.5), Catch::Contains("[0, 1]"));
    CHECK_THROWS_AS(quantile(Values{1}, std::nan("")), std::invalid_argument);
}

}  // namespace
