// SPDX-License-Identifier: Apache-2.0
// How two paired quantities move together. Next: friedman.hpp, for more than two.
#pragma once

#include <span>

namespace sbst::stats
{

/// A coefficient in [-1, 1] and its two-sided p-value. Both are NaN when a sample is constant.
struct Correlation
{
    double coefficient = 0.0;
    /// Student's t (Pearson) or a normal z (Kendall).
    double statistic = 0.0;
    double p_two_sided = 1.0;
};

/// Pearson's r, p by Student's t with n - 2 degrees of freedom (NaN when n is 2).
/// @throws std::invalid_argument when the samples differ in size, have fewer than two values or
///   hold a NaN.
[[nodiscard]] Correlation pearson(std::span<const double> x, std::span<const double> y);

/// Kendall's tau-b, p by the normal approximation with its correction for ties. O(n^2).
/// @throws std::invalid_argument as for pearson.
/// Source: Kendall, Rank Correlation Methods, 1970, chapters 3 and 5.
[[nodiscard]] Correlation kendall(std::span<const double> x, std::span<const double> y);

}  // namespace sbst::stats
