// SPDX-License-Identifier: Apache-2.0
// Means, deviations and quantiles of a sample. Next: ranks.hpp.
#pragma once

#include <span>

namespace sbst::stats
{

/// The sum over the size. @throws std::invalid_argument when empty or a value is NaN.
[[nodiscard]] double mean(std::span<const double> values);

/// The sample variance, with divisor n - 1.
/// @throws std::invalid_argument when there are fewer than two values or one is NaN.
[[nodiscard]] double variance(std::span<const double> values);

/// The p-quantile, linear between order statistics: at h = (n - 1) p from the smallest.
/// @throws std::invalid_argument when empty, a value is NaN, or p is outside [0, 1].
/// Source: Hyndman and Fan, American Statistician 1996, definition 7 (R's default).
[[nodiscard]] double quantile(std::span<const double> values, double p);
/// The same for values in ascending order, without a copy.
[[nodiscard]] double sorted_quantile(std::span<const double> ascending, double p);

/// quantile(values, 0.5).
[[nodiscard]] double median(std::span<const double> values);

}  // namespace sbst::stats
