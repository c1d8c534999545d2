// SPDX-License-Identifier: Apache-2.0
// Corrections for many tests at once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::stats
{

/// Holm's adjusted p-values, in the order given: rejecting where one is at most alpha keeps the
/// chance of any false rejection at or below alpha. A NaN (a test that could not be made) stays NaN
/// and is not counted.
/// @throws std::invalid_argument when a p-value is outside [0, 1].
/// Source: Holm, Scand. J. Stat. 1979.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

/// The least two-sided p-value that the exact rank-sum test can give for samples of m and n
/// distinct values, 2 / C(m + n, m): a design whose least p exceeds alpha divided by the number of
/// tests can show nothing. Preconditions: m, n >= 1.
[[nodiscard]] double least_rank_sum_p(std::size_t m, std::size_t n);

}  // namespace sbst::stats
