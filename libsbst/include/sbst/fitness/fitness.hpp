// SPDX-License-Identifier: Apache-2.0
// Fitness: the exact order key of one test for one goal. Next: ../goal/goal_graph.hpp for where the
// approach level comes from, ../search/order_matrix.hpp for how keys become a matrix.
#pragma once

#include <sbst/numeric/distance.hpp>

#include <compare>
#include <cstdint>

namespace sbst
{

/// Fitness of a test for a goal; smaller is better.
///
/// Order: covered before anything else, then the approach level, then the exact distance. Only the
/// taken edge makes a goal covered: a distance of 0 never implies it.
struct Fitness
{
    bool is_open = true;
    /// Unsatisfied control dependencies between the trace and the goal.
    std::uint32_t approach_level = UINT32_MAX;
    Distance distance = Distance::infinite();

    [[nodiscard]] static constexpr Fitness covered() { return {false, 0, Distance::zero()}; }
    /// Worse than every measured fitness: not run, timed out, unsupported.
    [[nodiscard]] static constexpr Fitness worst() { return {}; }

    [[nodiscard]] constexpr bool is_covered() const { return !is_open; }

    friend constexpr bool operator==(const Fitness&, const Fitness&) = default;
    // NOLINTNEXTLINE(readability-implicit-bool-conversion): clang-tidy 14 reads the rewritten form
    friend constexpr auto operator<=>(const Fitness&, const Fitness&) = default;
};

}  // namespace sbst
