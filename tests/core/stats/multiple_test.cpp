// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/multiple.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

TEST_CASE("holm: step-down adjustment in the order given", "[core][stats][golden]")
{
    const Values adjusted = holm(Values{0.01, 0.04, 0.03, 0.005});
    const Values expected{0.03, 0.06, 0.06, 0.02};
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        CHECK(adjusted[i] == Approx(expected[i]).epsilon(1e-12));
    }
    CHECK(holm(Values{0.6, 0.7}) == Values{1.0, 1.0});
    CHECK(holm(Values{}).empty());
}

TEST_CASE("holm: a test that could not be made is not counted", "[core][stats][unit]")
{
    const Values adjusted = holm(Values{0.02, std::nan(""), 0.04});
    CHECK(adjusted[0] == Approx(0.04));
    CHECK(std::isnan(adjusted[1]));
    CHECK(adjusted[2] == Approx(0.04));
    CHECK_THROWS_WITH(holm(Values{0.5, 1.5}), Catch::Contains("p-value 1"));
}

TEST_CASE("least_rank_sum_p: the least p-value of a design", "[core][stats][golden]")
{
    CHECK(least_rank_sum_p(5, 5) == Approx(2.0 / 252).epsilon(1e-12));
    CHECK(least_rank_sum_p(10, 10) == Approx(2.0 / 184'756).epsilon(1e-12));
    CHECK(least_rank_sum_p(1, 1) == 1.0);
}

}  // namespace
