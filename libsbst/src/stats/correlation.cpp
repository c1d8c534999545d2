// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/correlation.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/ranks.hpp>

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace sbst::stats
{

namespace
{

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

void require_pairs(std::span<const double> x, std::span<const double> y)
{
    require_sample(x, "x");
    require_sample(y, "y");
    if (x.size() != y.size() || x.size() < 2)
    {
        throw std::invalid_argument("pairs of " + std::to_string(x.size()) + " and " +
                                    std::to_string(y.size()) +
                                    " values: at least two pairs are needed");
    }
}

int sign(double value)
{
    return (value > 0.0 ? 1 : 0) - (value < 0.0 ? 1 : 0);
}

/// The sums over groups of t equal values in Kendall's variance.
struct TieSums
{
    /// t (t - 1), t (t - 1) (2 t + 5), t (t - 1) (t - 2).
    double pairs = 0.0;
    double weighted = 0.0;
    double triples = 0.0;
};

TieSums tie_sums(std::span<const double> values)
{
    std::vector<double> ascending(values.begin(), values.end());
    std::sort(ascending.begin(), ascending.end());
    TieSums sums;
    for (auto first = ascending.begin(); first != ascending.end();)
    {
        const auto end = std::upper_bound(first, ascending.end(), *first);
        const auto t = static_cast<double>(end - first);
        sums.pairs += t * (t - 1.0);
        sums.weighted += t * (t - 1.0) * (2.0 * t + 5.0);
        sums.triples += t * (t - 1.0) * (t - 2.0);
        first = end;
    }
    return sums;
}

}  // namespace

Correlation pearson(std::span<const double> x, std::span<const double> y)
{
    require_pairs(x, y);
    const double spread = std::sqrt(variance(x)) * std::sqrt(variance(y));
    if (!(spread > 0.0))
    {
        return {unknown, unknown, unknown};
    }
    const double mean_x = mean(x);
    const double mean_y = mean(y);
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        sum += (x[i] - mean_x) * (y[i] - mean_y);
    }
    const double freedom = static_cast<double>(x.size()) - 2.0;
    Correlation result;
    result.coefficient = std::clamp(sum / (freedom + 1.0) / spread, -1.0, 1.0);
    const double r = result.coefficient;
    if (freedom < 1.0)
    {
        return {r, unknown, unknown};
    }
    result.statistic = r * std::sqrt(freedom / ((1.0 - r) * (1.0 + r)));
    result.p_two_sided =
        std::isinf(result.statistic) ?
            0.0 :
            2.0 * boost::math::cdf(boost::math::complement(
                      boost::math::students_t(freedom), std::abs(result.statistic)));
    return result;
}

Correlation kendall(std::span<const double> x, std::span<const double> y)
{
    require_pairs(x, y);
    double difference = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        for (std::size_t j = 0; j < i; ++j)
        {
            difference += sign(x[i] - x[j]) * sign(y[i] - y[j]);
        }
    }
    const auto n = static_cast<double>(x.size());
    const double pairs = n * (n - 1.0);
    const TieSums tied_x = tie_sums(x);
    const TieSums tied_y = tie_sums(y);
    if (tied_x.pairs == pairs || tied_y.pairs == pairs)
    {
        return {unknown, unknown, unknown};
    }
    Correlation result;
    result.coefficient = std::clamp(
        2.0 * difference / std::sqrt((pairs - tied_x.pairs) * (pairs - tied_y.pairs)), -1.0, 1.0);
    double deviation = (pairs * (2.0 * n + 5.0) - tied_x.weighted - tied_y.weighted) / 18.0 +
                       tied_x.pairs * tied_y.pairs / (2.0 * pairs);
    if (n > 2.0)
    {
        deviation += tied_x.triples * tied_y.triples / (9.0 * pairs * (n - 2.0));
    }
    result.statistic = difference / std::sqrt(deviation);
    result.p_two_sided = std::erfc(std::abs(result.statistic) / std::sqrt(2.0));
    return result;
}

}  // namespace sbst::stats
