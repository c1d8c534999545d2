// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace sbst::stats
{

namespace
{

bool are_equal(std::span<const double> values)
{
    return std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
}

}  // namespace

double mean(std::span<const double> values)
{
    require_sample(values, "the sample");
    // Equal values have exactly that mean and no variance; a rounded sum might not.
    if (are_equal(values))
    {
        return values[0];
    }
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const double> values)
{
    const double middle = mean(values);
    if (values.size() < 2)
    {
        throw std::invalid_argument("the variance of one value was requested; it needs two");
    }
    if (are_equal(values))
    {
        return 0.0;
    }
    double sum = 0.0;
    for (const double value : values)
    {
        sum += (value - middle) * (value - middle);
    }
    return sum / static_cast<double>(values.size() - 1);
}

double sorted_quantile(std::span<const double> ascending, double p)
{
    require_sample(ascending, "the sample");
    if (!(p >= 0.0 && p <= 1.0))
    {
        throw std::invalid_argument(
            "a quantile at " + std::to_string(p) + " was requested; it must be in [0, 1]");
    }
    const double place = static_cast<double>(ascending.size() - 1) * p;
    const auto below = static_cast<std::size_t>(place);
    const double share = place - static_cast<double>(below);
    // A step of weight 0 is not taken: the next value may be infinite.
    if (share == 0.0 || ascending[below] == ascending[below + 1])
    {
        return ascending[below];
    }
    return ascending[below] + share * (ascending[below + 1] - ascending[below]);
}

double quantile(std::span<const double> values, double p)
{
    require_sample(values, "the sample");
    std::vector<double> ascending(values.begin(), values.end());
    std::sort(ascending.begin(), ascending.end());
    return sorted_quantile(ascending, p);
}

double median(std::span<const double> values)
{
    return quantile(values, 0.5);
}

}  // namespace sbst::stats
