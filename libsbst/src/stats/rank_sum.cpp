// SPDX-License-Identifier: Apache-2.0
#include "rank_counts.hpp"

#include <sbst/stats/rank_sum.hpp>
#include <sbst/stats/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace sbst::stats
{

namespace
{

/// A table of counts for more values than this takes seconds.
constexpr std::size_t most_counted = 200;

/// counts[s]: the number of choices of `size` ranks with the sum s.
std::vector<double> subset_counts(std::span<const std::size_t> ranks, std::size_t size)
{
    const std::size_t sums = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0}) + 1;
    // One row per size of subset; ranks are added one by one, so larger sizes are updated first.
    std::vector<double> counts((size + 1) * sums, 0.0);
    counts[0] = 1.0;
    std::size_t greatest = 0;
    for (std::size_t added = 0; added < ranks.size(); ++added)
    {
        const std::size_t rank = ranks[added];
        for (std::size_t k = std::min(added + 1, size); k > 0; --k)
        {
            double* const larger = counts.data() + k * sums;
            const double* const smaller = larger - sums;
            for (std::size_t s = 0; s <= greatest; ++s)
            {
                larger[s + rank] += smaller[s];
            }
        }
        greatest += rank;
    }
    return {counts.end() - static_cast<std::ptrdiff_t>(sums), counts.end()};
}

double upper_tail(double z)
{
    return 0.5 * std::erfc(z / std::sqrt(2.0));
}

}  // namespace

std::vector<std::size_t> doubled(std::span<const double> ranks)
{
    std::vector<std::size_t> result;
    result.reserve(ranks.size());
    for (const double rank : ranks)
    {
        result.push_back(static_cast<std::size_t>(std::lround(2.0 * rank)));
    }
    return result;
}

bool is_exact_wanted(const RankTestOptions& options, std::size_t values)
{
    if (options.method == Method::exact && values > most_counted)
    {
        throw std::invalid_argument("an exact rank test of " + std::to_string(values) +
                                    " values was requested; at most " +
                                    std::to_string(most_counted) + " are counted");
    }
    return options.method == Method::exact ||
           (options.method == Method::automatic &&
               values <= std::min(options.exact_limit, most_counted));
}

void set_exact_p(
    std::span<const double> counts, std::size_t observed, std::size_t twice_mean, RankTest& test)
{
    const auto distance = [&](std::size_t sum) {
        return 2 * sum > twice_mean ? 2 * sum - twice_mean : twice_mean - 2 * sum;
    };
    double all = 0.0;
    double as_far = 0.0;
    double as_great = 0.0;
    for (std::size_t sum = 0; sum < counts.size(); ++sum)
    {
        all += counts[sum];
        as_far += distance(sum) >= distance(observed) ? counts[sum] : 0.0;
        as_great += sum >= observed ? counts[sum] : 0.0;
    }
    test.method = Method::exact;
    test.p_two_sided = as_far / all;
    test.p_greater = as_great / all;
    test.z =
        test.variance > 0.0 ? std::abs(test.statistic - test.mean) / std::sqrt(test.variance) : 0.0;
}

void set_normal_p(bool is_continuity_corrected, RankTest& test)
{
    test.method = Method::normal;
    test.z = 0.0;
    test.p_two_sided = 1.0;
    test.p_greater = 1.0;
    if (test.variance <= 0.0)
    {
        return;
    }
    const double correction = is_continuity_corrected ? 0.5 : 0.0;
    const double deviation = std::sqrt(test.variance);
    const double difference = test.statistic - test.mean;
    test.z = std::max(0.0, std::abs(difference) - correction) / deviation;
    test.p_two_sided = std::min(1.0, 2.0 * upper_tail(test.z));
    test.p_greater = upper_tail((difference - correction) / deviation);
}

RankTest rank_sum(
    std::span<const double> x, std::span<const double> y, const RankTestOptions& options)
{
    require_sample(x, "x");
    require_sample(y, "y");
    std::vector<double> pooled(x.begin(), x.end());
    pooled.insert(pooled.end(), y.begin(), y.end());
    const MidRanks ranked = mid_ranks(pooled);

    const auto m = static_cast<double>(x.size());
    const auto n = static_cast<double>(y.size());
    const double all = m + n;
    const auto x_end = ranked.ranks.begin() + static_cast<std::ptrdiff_t>(x.size());
    const double rank_sum_x = std::accumulate(ranked.ranks.begin(), x_end, 0.0);

    RankTest test;
    test.used = pooled.size();
    test.statistic = rank_sum_x - m * (m + 1.0) / 2.0;
    test.mean = m * n / 2.0;
    test.variance = m * n / 12.0 * (all + 1.0 - ranked.tie_term / (all * (all - 1.0)));
    // Rounding may leave a small variance although all values are equal.
    if (ranked.tie_term == all * all * all - all)
    {
        test.variance = 0.0;
    }
    if (!is_exact_wanted(options, pooled.size()))
    {
        set_normal_p(options.is_continuity_corrected, test);
        return test;
    }
    const std::vector<std::size_t> ranks = doubled(ranked.ranks);
    const auto observed = static_cast<std::size_t>(std::lround(2.0 * rank_sum_x));
    set_exact_p(subset_counts(ranks, x.size()), observed, 2 * x.size() * (pooled.size() + 1), test);
    return test;
}

}  // namespace sbst::stats
