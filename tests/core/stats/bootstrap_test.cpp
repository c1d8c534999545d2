// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/stats/bootstrap.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/effect_size.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace
{

using namespace sbst::stats;
using Values = std::vector<double>;

double mean_of(std::span<const double> values)
{
    return mean(values);
}

TEST_CASE("bootstrap: small samples are enumerated", "[core][stats][golden]")
{
    const Interval three = bootstrap(Values{1, 2, 6}, mean_of);
    CHECK(three.is_enumerated);
    CHECK(three.resamples == 27);
    CHECK(three.low == Approx(1.216667).epsilon(1e-6));
    CHECK(three.high == Approx(5.133333).epsilon(1e-6));
    const Interval narrower = bootstrap(Values{1, 2, 6}, mean_of, {.level = 0.8});
    CHECK(narrower.low == Approx(4.0 / 3));
    CHECK(narrower.high == Approx(14.0 / 3));
    const Interval four = bootstrap(Values{3, 5, 8, 9}, mean_of);
    CHECK(four.resamples == 256);
    CHECK(four.standard_error == Approx(1.192424).epsilon(1e-6));
    CHECK(four.low == Approx(4.0));
    CHECK(four.high == Approx(8.5));
    const Interval ninety = bootstrap(Values{3, 5, 8, 9}, mean_of, {.level = 0.9});
    CHECK(ninety.low == Approx(4.25));
    CHECK(ninety.high == Approx(8.25));
    const Interval effect = a12_interval(Values{3, 5, 9}, Values{2, 5}, {.level = 0.9});
    CHECK(effect.resamples == 108);
    CHECK(effect.low == Approx(1.0 / 3));
    CHECK(effect.high == 1.0);
}

TEST_CASE("bootstrap: the same seed gives the same interval", "[core][stats][golden]")
{
    const Values values{0.31, 0.42, 0.43, 0.5, 0.61, 0.7, 0.72, 0.9};
    const BootstrapOptions options{.seed = 7};
    const Interval first = bootstrap(values, mean_of, options);
    CHECK_FALSE(first.is_enumerated);
    CHECK(first.resamples == 10'000);
    CHECK(first.low == bootstrap(values, mean_of, options).low);
    CHECK(first.low < mean(values));
    CHECK(first.high > mean(values));
    CHECK(first.low != bootstrap(values, mean_of, {.seed = 8}).low);
    // The deviation over the root of n, within the noise of 10,000 resamples.
    const double expected = std::sqrt(variance(values) * 7.0 / 8.0 / 8.0);
    CHECK(first.standard_error == Approx(expected).epsilon(0.03));
}

TEST_CASE("a12_interval: counting codes equals ranking each resample", "[core][stats][property]")
{
    const Values x{1, 2, 2, 5, 7, 7, 8};
    const Values y{2, 3, 5, 5, 6, 9};
    const BootstrapOptions options{.resamples = 500, .seed = 3};
    const Interval counted = a12_interval(x, y, options);
    const Interval ranked = bootstrap(
        x, y, [](std::span<const double> a, std::span<const double> b) { return a12(a, b); },
        options);
    CHECK(counted.low == Approx(ranked.low).epsilon(1e-12));
    CHECK(counted.high == Approx(ranked.high).epsilon(1e-12));
    CHECK(counted.standard_error == Approx(ranked.standard_error).epsilon(1e-9));
}

TEST_CASE("bootstrap: bad samples and options are refused", "[core][stats][unit]")
{
    CHECK_THROWS_AS(bootstrap(Values{}, mean_of), std::invalid_argument);
    CHECK_THROWS_AS(a12_interval(Values{1}, Values{std::nan("")}), std::invalid_argument);
    CHECK_THROWS_AS(bootstrap(Values{1}, mean_of, {.level = 1.0}), std::invalid_argument);
    CHECK_THROWS_AS(bootstrap(Values{1}, mean_of, {.resamples = 0}), std::invalid_argument);
}

}  // namespace
