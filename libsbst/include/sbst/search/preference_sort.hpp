// SPDX-License-Identifier: Apache-2.0
// The preference sort: front 0 holds, for each goal, the test that is best for it. This makes a
// many-objective search care for every goal. Next: diversity.hpp, then survival.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/search/non_dominated_sort.hpp>
#include <sbst/search/order_matrix.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// Sorts all tests of `matrix` into fronts until at least `enough` tests are ranked.
///
/// Front 0: for each goal the test with the least fitness, among equals the shortest (`lengths`,
/// one per test), among those one drawn uniformly. When front 0 alone has `enough` tests, all
/// others are in front 1; otherwise the others are sorted by dominance. Without goals all tests are
/// in one front. Draws once for each goal with several equally good, equally short tests. Source:
/// Panichella et al., ICST 2015 (MOSA), the preference criterion; AGSolT, definition 2.
[[nodiscard]] std::vector<Front> preference_sort(
    const OrderMatrix& matrix, std::span<const std::size_t> lengths, std::size_t enough, Rng& rng);

}  // namespace sbst
