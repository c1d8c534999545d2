// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/effect_size.hpp>
#include <sbst/stats/ranks.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace sbst::stats
{

namespace
{

/// The word for a size; `begins` holds the lower ends of small, medium and large.
Magnitude word_for(double size, const std::array<double, 3>& begins)
{
    // A cut-off counts as reached despite rounding: 0.64 - 0.5 is below 0.14 in doubles.
    constexpr double rounding = 1e-12;
    int word = 0;
    for (const double begin : begins)
    {
        word += size >= begin - rounding ? 1 : 0;
    }
    return static_cast<Magnitude>(word);
}

}  // namespace

double a12(std::span<const double> x, std::span<const double> y)
{
    require_sample(x, "x");
    require_sample(y, "y");
    std::vector<double> pooled(x.begin(), x.end());
    pooled.insert(pooled.end(), y.begin(), y.end());
    const std::vector<double> ranks = mid_ranks(pooled).ranks;
    const auto m = static_cast<double>(x.size());
    const auto n = static_cast<double>(y.size());
    const double sum =
        std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(x.size()), 0.0);
    // All sums here are multiples of a half, so this form has one rounding only.
    return (sum - m * (m + 1.0) / 2.0) / (m * n);
}

Magnitude magnitude(double a12, CutOffs cut_offs)
{
    if (cut_offs == CutOffs::cliff)
    {
        return word_for(std::abs(2.0 * a12 - 1.0), {0.147, 0.33, 0.474});
    }
    return word_for(std::abs(a12 - 0.5), {0.06, 0.14, 0.21});
}

std::string_view to_string(Magnitude magnitude)
{
    constexpr std::array<std::string_view, 4> words{"negligible", "small", "medium", "large"};
    return words.at(static_cast<std::size_t>(magnitude));
}

double cohens_d(std::span<const double> x, std::span<const double> y)
{
    const double freedom_x = static_cast<double>(x.size()) - 1.0;
    const double freedom_y = static_cast<double>(y.size()) - 1.0;
    const double pooled =
        (freedom_x * variance(x) + freedom_y * variance(y)) / (freedom_x + freedom_y);
    const double difference = mean(x) - mean(y);
    if (pooled > 0.0)
    {
        return difference / std::sqrt(pooled);
    }
    return difference == 0.0 ? 0.0 :
                               std::copysign(std::numeric_limits<double>::infinity(), difference);
}

Magnitude cohens_magnitude(double d)
{
    return word_for(std::abs(d), {0.2, 0.5, 0.8});
}

}  // namespace sbst::stats
