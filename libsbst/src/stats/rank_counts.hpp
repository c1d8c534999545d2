// SPDX-License-Identifier: Apache-2.0
// The common part of both rank tests: p-values from an exact distribution and from the normal one.
#pragma once

#include <sbst/stats/rank_sum.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst::stats
{

/// Ranks times two, as whole numbers: mid-ranks are multiples of a half.
[[nodiscard]] std::vector<std::size_t> doubled(std::span<const double> ranks);

/// Tells whether to count; throws when counting was requested and there are too many values.
[[nodiscard]] bool is_exact_wanted(const RankTestOptions& options, std::size_t values);

/// Fills both p-values from `counts[s]`, the number of equally likely outcomes with the doubled
/// statistic s. `observed` is the doubled statistic, `twice_mean` twice its doubled mean.
void set_exact_p(
    std::span<const double> counts, std::size_t observed, std::size_t twice_mean, RankTest& test);

/// Fills z and both p-values from the statistic, mean and variance in `test`.
void set_normal_p(bool is_continuity_corrected, RankTest& test);

}  // namespace sbst::stats
