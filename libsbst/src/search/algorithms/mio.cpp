// SPDX-License-Identifier: Apache-2.0
#include <sbst/search/algorithms/mio.hpp>

#include <algorithm>
#include <cmath>

namespace sbst
{

namespace
{

/// From `first` to `last`, rounded up.
std::size_t between(std::size_t first, std::size_t last, double share)
{
    const auto from = static_cast<double>(first);
    return static_cast<std::size_t>(std::ceil(from + (static_cast<double>(last) - from) * share));
}

}  // namespace

MioFocus mio_focus(const SearchOptions& options, double spent_share)
{
    const double share = options.mio_focus_start > 0.0 ?
                             std::clamp(spent_share / options.mio_focus_start, 0.0, 1.0) :
                             1.0;
    return {.random_prob = options.mio_random_prob * (1.0 - share),
        .tests_per_goal = between(options.mio_tests_per_goal, 1, share),
        .mutations = between(1, options.mio_mutations, share)};
}

}  // namespace sbst
