// SPDX-License-Identifier: Apache-2.0
// When tests are refined by symbolic execution, and how much of a run goes into it. Next:
// refinement.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sbst::dse
{

struct RefinementOptions
{
    /// Most tests of refinement, as a share of all that were executed so far; in [0, 1]. 0 switches
    /// it off.
    double max_share = 0.5;
    /// Most goals before a round looks again which are active, and most conditions and tests for
    /// one goal until then; at least 1.
    std::size_t goals_per_round = 8;
    std::size_t conditions_per_goal = 12;
    std::size_t tests_per_goal = 8;
    /// Most parts of other tests, which write what the goal's test reads, that are put before it
    /// until then, 0 = none; and most calls of both.
    std::size_t joins_per_goal = 4;
    std::size_t max_calls = 40;
    /// A round that covers no goal doubles the number of generations until the next one, up to this
    /// number; one that does resets it to 1. At least 1.
    std::size_t longest_interval = 4;
    /// Longest path, in conditions; longer ones are cut.
    std::size_t max_path = 4096;
};

/// @throws ConfigError naming the member, the value found and what was expected.
void validate(const RefinementOptions& options);

}  // namespace sbst::dse
