// SPDX-License-Identifier: Apache-2.0
// Mid-ranks: what every rank test here is made of. Next: rank_sum.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::stats
{

/// Ranks from 1; equal values share the mean of the ranks that they take.
struct MidRanks
{
    /// One rank a value, in the order of the values: a whole number or a half.
    std::vector<double> ranks{};
    /// Sum of t^3 - t over the groups of t equal values: what ties take from a variance.
    double tie_term = 0.0;
};

/// Ranks the values, smallest first. O(n log n).
/// @throws std::invalid_argument when a value is NaN.
[[nodiscard]] MidRanks mid_ranks(std::span<const double> values);

/// Throws when the sample is empty or holds a NaN: missing runs are the caller's to count and to
/// leave out.
/// @throws std::invalid_argument naming `sample` and what is wrong with it.
void require_sample(std::span<const double> values, const char* sample);

}  // namespace sbst::stats
