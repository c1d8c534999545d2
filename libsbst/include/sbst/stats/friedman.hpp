// SPDX-License-Identifier: Apache-2.0
// Tests for several treatments over the same blocks (algorithms over subjects). Next:
// bootstrap.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::stats
{

/// What Friedman's test found over n blocks and k treatments.
struct Friedman
{
    /// Per treatment, in [1, k]: 1 where it has the smallest value of each block.
    std::vector<double> mean_ranks{};
    std::size_t blocks = 0;
    /// Friedman's chi-squared with the correction for ties, k - 1 degrees of freedom, and its
    /// p-value.
    double chi_squared = 0.0;
    double p_chi_squared = 1.0;
    /// Iman and Davenport's less conservative F with k - 1 and (k - 1)(n - 1) degrees of freedom,
    /// and its p-value; infinite, with p = 0, when all blocks have the same ranks; NaN for one
    /// block.
    double f = 0.0;
    double p_f = 1.0;
};

/// Ranks the treatments in each block. `values`: n rows (blocks) of k columns, row by row.
/// @throws std::invalid_argument when k < 2, there is no row, the size is not a multiple of k, or a
///   value is NaN.
/// Source: Friedman, JASA 1937; Iman and Davenport, Comm. Stat. 1980.
[[nodiscard]] Friedman friedman(std::span<const double> values, std::size_t treatments);

/// Nemenyi's critical difference: mean ranks further apart than this differ at level `alpha`.
/// @throws std::invalid_argument unless treatments >= 2, blocks >= 1 and 0 < alpha < 1.
/// Source: Nemenyi 1963, as in Demsar, JMLR 2006, section 3.2.2.
[[nodiscard]] double critical_difference(
    std::size_t treatments, std::size_t blocks, double alpha = 0.05);

/// Nemenyi's p-value for two mean ranks that are `difference` apart.
/// @throws std::invalid_argument unless treatments >= 2, blocks >= 1 and difference >= 0.
[[nodiscard]] double nemenyi_p(double difference, std::size_t treatments, std::size_t blocks);

/// Distribution function of the studentized range of k normal variates with known deviation.
/// Preconditions: k >= 2, q not NaN. Absolute error below 1e-10.
[[nodiscard]] double studentized_range_cdf(double q, std::size_t k);
/// Its inverse; precondition: 0 < p < 1.
[[nodiscard]] double studentized_range_quantile(double p, std::size_t k);

/// Groups of treatments whose mean ranks differ by at most `critical_difference`, for the bars of a
/// critical-difference diagram: each is a range [first, last] of `sorted_mean_ranks` with at least
/// two treatments, and no group lies inside another.
struct RankGroup
{
    std::size_t first = 0;
    std::size_t last = 0;

    friend bool operator==(const RankGroup&, const RankGroup&) = default;
};
/// Precondition: ascending.
[[nodiscard]] std::vector<RankGroup> indistinct_groups(
    std::span<const double> sorted_mean_ranks, double critical_difference);

}  // namespace sbst::stats
