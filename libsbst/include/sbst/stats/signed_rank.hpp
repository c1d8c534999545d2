// SPDX-License-Identifier: Apache-2.0
// The signed-rank test for paired samples. Next: effect_size.hpp.
#pragma once

#include <sbst/stats/rank_sum.hpp>

#include <span>

namespace sbst::stats
{

/// How pairs without a difference are treated.
enum class ZeroPolicy
{
    /// They are left out before ranking (Wilcoxon; R's wilcox.test).
    drop,
    /// They are ranked, but their ranks are left out of the sums (Pratt).
    pratt,
};

/// Wilcoxon's signed-rank test of x[i] against y[i].
///
/// Exact two-sided p: the share of sign vectors whose sum of positive ranks is at least as far from
/// its mean. Without any difference p = 1. Exact in O(n^3).
/// @throws std::invalid_argument when the samples differ in size, are empty or hold a NaN or
///   infinities of one sign in a pair, or when `exact` is requested for more than 200 differences.
/// Source: Wilcoxon, Biometrics 1945; Pratt, JASA 1959.
[[nodiscard]] RankTest signed_rank(std::span<const double> x, std::span<const double> y,
    ZeroPolicy zeros = ZeroPolicy::drop, const RankTestOptions& options = {});

}  // namespace sbst::stats
