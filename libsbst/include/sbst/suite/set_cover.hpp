// SPDX-License-Identifier: Apache-2.0
// Set cover: chooses few tests that cover everything that all tests cover. Next: minimise.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// Chooses sets whose union is the union of all: as few as possible, then with the least total
/// cost.
///
/// `sets[i]` lists the elements of set i (any order, small numbers), `costs[i]` its cost. Returns
/// indices, ascending. Forced and dominated sets are settled first; if at most `exact_limit` sets
/// are left, the choice is exact (within a fixed number of search nodes, else the best found);
/// otherwise the choice is greedy, then redundant sets are removed. Ties go to the lower index.
/// Precondition: sets.size() == costs.size().
[[nodiscard]] std::vector<std::size_t> choose_cover(
    const std::vector<std::vector<std::size_t>>& sets, std::span<const std::size_t> costs,
    std::size_t exact_limit = 24);

}  // namespace sbst
