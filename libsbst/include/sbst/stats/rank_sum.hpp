// SPDX-License-Identifier: Apache-2.0
// The rank-sum test for two independent samples. Next: signed_rank.hpp, for paired ones.
#pragma once

#include <cstddef>
#include <span>

namespace sbst::stats
{

/// How a rank test finds its p-value.
enum class Method
{
    /// Exact up to RankTestOptions::exact_limit values, normal above.
    automatic,
    /// By counting relabellings (or signs) of the mid-ranks, ties included.
    exact,
    /// By the normal approximation with its correction for ties.
    normal,
};

struct RankTestOptions
{
    Method method = Method::automatic;
    /// The most values for which `automatic` counts; above 50 the counts would exceed the 53 bits
    /// of a double.
    std::size_t exact_limit = 50;
    /// Moves the statistic half a step towards its mean before the normal approximation, as R
    /// does.
    bool is_continuity_corrected = true;
};

/// What a rank test found. All probabilities are in [0, 1].
struct RankTest
{
    /// U of the first sample (rank sum), or the sum of the positive ranks (signed rank).
    double statistic = 0.0;
    double mean = 0.0;
    /// Variance of the normal approximation, with the correction for ties; 0 when all values are
    /// equal.
    double variance = 0.0;
    /// |statistic - mean| divided by the deviation, after the continuity correction, at least 0.
    double z = 0.0;
    double p_two_sided = 1.0;
    /// One-sided: the first sample is greater.
    double p_greater = 1.0;
    /// Method::exact or Method::normal.
    Method method = Method::exact;
    /// Number of values used: all of them (rank sum), or the ranked differences.
    std::size_t used = 0;
};

/// Mann-Whitney U (Wilcoxon rank sum) of two independent samples.
///
/// Exact two-sided p: the share of relabellings whose rank sum is at least as far from its mean;
/// this rule also handles ties, where the two tails differ. All values equal: p = 1. Exact in O(m
/// N^3) for N = m + n values, m the smaller sample.
/// @throws std::invalid_argument when a sample is empty or holds a NaN, or when `exact` is
///   requested for more than 200 values.
/// Source: Mann and Whitney, Ann. Math. Stat. 1947; Streitberg and Roehmel, Biometrie 1986 (exact
/// with ties).
[[nodiscard]] RankTest rank_sum(
    std::span<const double> x, std::span<const double> y, const RankTestOptions& options = {});

}  // namespace sbst::stats
