// SPDX-License-Identifier: Apache-2.0
#include "rank_counts.hpp"

#include <sbst/stats/ranks.hpp>
#include <sbst/stats/signed_rank.hpp>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace sbst::stats
{

namespace
{

/// counts[s]: the number of sets of ranks with the sum s.
std::vector<double> sign_counts(std::span<const std::size_t> ranks)
{
    std::vector<double> counts(
        std::accumulate(ranks.begin(), ranks.end(), std::size_t{0}) + 1, 0.0);
    counts[0] = 1.0;
    std::size_t greatest = 0;
    for (const std::size_t rank : ranks)
    {
        greatest += rank;
        for (std::size_t s = greatest; s >= rank; --s)
        {
            counts[s] += counts[s - rank];
        }
    }
    return counts;
}

std::vector<double> differences(
    std::span<const double> x, std::span<const double> y, ZeroPolicy zeros)
{
    if (x.size() != y.size())
    {
        throw std::invalid_argument("pairs of " + std::to_string(x.size()) + " and " +
                                    std::to_string(y.size()) +
                                    " values: both samples must be of one size");
    }
    std::vector<double> result;
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        const double difference = x[i] == y[i] && !std::isinf(x[i]) ? 0.0 : x[i] - y[i];
        if (std::isnan(difference))
        {
            throw std::invalid_argument(
                "pair " + std::to_string(i) + " has no difference: infinite on both sides");
        }
        if (difference != 0.0 || zeros == ZeroPolicy::pratt)
        {
            result.push_back(difference);
        }
    }
    return result;
}

}  // namespace

RankTest signed_rank(std::span<const double> x, std::span<const double> y, ZeroPolicy zeros,
    const RankTestOptions& options)
{
    require_sample(x, "x");
    require_sample(y, "y");
    const std::vector<double> signed_values = differences(x, y, zeros);
    std::vector<double> sizes;
    sizes.reserve(signed_values.size());
    for (const double difference : signed_values)
    {
        sizes.push_back(std::abs(difference));
    }
    const std::vector<double> all_ranks = mid_ranks(sizes).ranks;

    RankTest test;
    std::vector<double> ranks;
    for (std::size_t i = 0; i < all_ranks.size(); ++i)
    {
        // Only Pratt's rule leaves zeros here: ranked, but in no sum.
        if (signed_values[i] == 0.0)
        {
            continue;
        }
        const double rank = all_ranks[i];
        ranks.push_back(rank);
        test.statistic += signed_values[i] > 0.0 ? rank : 0.0;
        test.mean += rank / 2.0;
        test.variance += rank * rank / 4.0;
    }
    test.used = ranks.size();
    if (!is_exact_wanted(options, ranks.size()))
    {
        set_normal_p(options.is_continuity_corrected, test);
        return test;
    }
    const std::vector<std::size_t> whole = doubled(ranks);
    set_exact_p(sign_counts(whole), static_cast<std::size_t>(std::lround(2.0 * test.statistic)),
        static_cast<std::size_t>(std::lround(4.0 * test.mean)), test);
    return test;
}

}  // namespace sbst::stats
