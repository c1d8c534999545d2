// SPDX-License-Identifier: Apache-2.0
// Fast non-dominated sort: sorts tests into fronts; no test dominates another of its front. Next:
// preference_sort.hpp, which puts the best test of each goal before these.
#pragma once

#include <sbst/search/order_matrix.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace sbst
{

/// Tests of one rank, ascending by index.
using Front = std::vector<std::size_t>;

/// Sorts rows of `matrix` into fronts, best first, until at least `enough` tests are ranked; the
/// rest is in no front. Without goals all tests are in one front. O(n^2 m).
/// Source: Deb et al., IEEE TEC 2002 (NSGA-II), section III.A.
[[nodiscard]] std::vector<Front> non_dominated_sort(
    const OrderMatrix& matrix, std::span<const std::size_t> tests, std::size_t enough);

}  // namespace sbst
