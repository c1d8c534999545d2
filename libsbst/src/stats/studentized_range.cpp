// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/friedman.hpp>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace sbst::stats
{

namespace
{

double density(double z)
{
    constexpr double root_of_two_pi = 2.5066282746310002;
    return std::exp(-z * z / 2.0) / root_of_two_pi;
}

double below(double z)
{
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

}  // namespace

double studentized_range_cdf(double q, std::size_t k)
{
    assert(k >= 2);
    if (q <= 0.0)
    {
        return 0.0;
    }
    // The smallest of the k variates is at z, the others are within q above it. Outside +-9 the
    // density is below 1e-18.
    const auto others = static_cast<double>(k - 1);
    const auto integrand = [&](double z) {
        return density(z) * std::pow(below(z + q) - below(z), others);
    };
    constexpr unsigned most_halvings = 12;
    constexpr double tolerance = 1e-13;
    const double integral = boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
        integrand, -9.0, 9.0, most_halvings, tolerance);
    return std::min(1.0, static_cast<double>(k) * integral);
}

double studentized_range_quantile(double p, std::size_t k)
{
    assert(p > 0.0 && p < 1.0);
    double high = 4.0;
    while (studentized_range_cdf(high, k) < p && high < 64.0)
    {
        high *= 2.0;
    }
    constexpr int bits = 44;
    std::uintmax_t most_steps = 200;
    const auto [low_end, high_end] =
        boost::math::tools::toms748_solve([&](double q) { return studentized_range_cdf(q, k) - p; },
            0.0, high, boost::math::tools::eps_tolerance<double>(bits), most_steps);
    return (low_end + high_end) / 2.0;
}

}  // namespace sbst::stats
