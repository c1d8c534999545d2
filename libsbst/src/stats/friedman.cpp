// SPDX-License-Identifier: Apache-2.0
#include <sbst/stats/friedman.hpp>
#include <sbst/stats/ranks.hpp>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace sbst::stats
{

namespace
{

void require_design(std::size_t treatments, std::size_t blocks)
{
    if (treatments < 2 || blocks < 1)
    {
        throw std::invalid_argument("a design of " + std::to_string(treatments) +
                                    " treatments over " + std::to_string(blocks) +
                                    " blocks: at least two treatments and one block are needed");
    }
}

/// The standard error of a difference of mean ranks, divided by the square root of two.
double rank_unit(std::size_t treatments, std::size_t blocks)
{
    const auto k = static_cast<double>(treatments);
    return std::sqrt(k * (k + 1.0) / (6.0 * static_cast<double>(blocks)));
}

void set_f(double n, double k, Friedman& result)
{
    if (n < 2.0)
    {
        result.f = std::numeric_limits<double>::quiet_NaN();
        result.p_f = result.f;
        return;
    }
    const double left = n * (k - 1.0) - result.chi_squared;
    // All blocks have the same ranks, up to rounding.
    if (left <= 1e-9 * n * k)
    {
        result.f = std::numeric_limits<double>::infinity();
        result.p_f = 0.0;
        return;
    }
    result.f = (n - 1.0) * result.chi_squared / left;
    const boost::math::fisher_f distribution(k - 1.0, (k - 1.0) * (n - 1.0));
    result.p_f = boost::math::cdf(boost::math::complement(distribution, result.f));
}

}  // namespace

Friedman friedman(std::span<const double> values, std::size_t treatments)
{
    if (treatments < 2 || values.empty() || values.size() % treatments != 0)
    {
        throw std::invalid_argument(
            std::to_string(values.size()) + " values for " + std::to_string(treatments) +
            " treatments: whole rows of at least two treatments are needed");
    }
    Friedman result;
    result.blocks = values.size() / treatments;
    result.mean_ranks.assign(treatments, 0.0);
    double tie_term = 0.0;
    for (std::size_t block = 0; block < result.blocks; ++block)
    {
        const MidRanks ranked = mid_ranks(values.subspan(block * treatments, treatments));
        tie_term += ranked.tie_term;
        for (std::size_t i = 0; i < treatments; ++i)
        {
            result.mean_ranks[i] += ranked.ranks[i];
        }
    }
    const auto n = static_cast<double>(result.blocks);
    const auto k = static_cast<double>(treatments);
    double squares = 0.0;
    for (double& rank : result.mean_ranks)
    {
        const double excess = rank - n * (k + 1.0) / 2.0;
        squares += excess * excess;
        rank /= n;
    }
    const double ties = 1.0 - tie_term / (n * k * (k * k - 1.0));
    if (tie_term == n * k * (k * k - 1.0))
    {
        // There are no differences.
        return result;
    }
    result.chi_squared = 12.0 * squares / (n * k * (k + 1.0)) / ties;
    result.p_chi_squared = boost::math::cdf(
        boost::math::complement(boost::math::chi_squared(k - 1.0), result.chi_squared));
    set_f(n, k, result);
    return result;
}

double critical_difference(std::size_t treatments, std::size_t blocks, double alpha)
{
    require_design(treatments, blocks);
    if (!(alpha > 0.0 && alpha < 1.0))
    {
        throw std::invalid_argument(
            "a level of " + std::to_string(alpha) + " was requested; it must be in (0, 1)");
    }
    return studentized_range_quantile(1.0 - alpha, treatments) / std::sqrt(2.0) *
           rank_unit(treatments, blocks);
}

double nemenyi_p(double difference, std::size_t treatments, std::size_t blocks)
{
    require_design(treatments, blocks);
    if (!(difference >= 0.0))
    {
        throw std::invalid_argument("a difference of mean ranks of " + std::to_string(difference) +
                                    " was given; it is at least 0");
    }
    const double q = difference / rank_unit(treatments, blocks) * std::sqrt(2.0);
    return std::max(0.0, 1.0 - studentized_range_cdf(q, treatments));
}

std::vector<RankGroup> indistinct_groups(
    std::span<const double> sorted_mean_ranks, double critical_difference)
{
    std::vector<RankGroup> groups;
    std::size_t reached = 0;
    for (std::size_t first = 0; first < sorted_mean_ranks.size(); ++first)
    {
        std::size_t last = first;
        while (last + 1 < sorted_mean_ranks.size() &&
               sorted_mean_ranks[last + 1] - sorted_mean_ranks[first] <= critical_difference)
        {
            ++last;
        }
        if (last > first && (groups.empty() || last > reached))
        {
            groups.push_back({first, last});
            reached = last;
        }
    }
    return groups;
}

}  // namespace sbst::stats
