// SPDX-License-Identifier: Apache-2.0
// Mid-ranks, the basis of every rank test here. Next: rank_sum.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst::stats
{

/// Ranks from 1; equal values get the mean of their ranks.
struct MidRanks
{
    /// One rank per value, in the order of the values: a whole number or a half.
    std::vector<double> ranks{};
    /// Sum of t^3 - t over the groups of t equal values: the reduction of the variance by ties.
    double tie_term = 0.0;
};

/// Ranks the values, smallest first. O(n log n).
/// @throws std::invalid_argument when a value is NaN.
[[nodiscard]] MidRanks mid_ranks(std::span<const double> values);

/// Throws when the sample is empty or holds a NaN: the caller counts missing runs and leaves them
/// out.
/// @throws std::invalid_argument naming `sample` and what is wrong with it.
void require_sample(std::span<const double> values, const char* sample);

}  // namespace sbst::stats
