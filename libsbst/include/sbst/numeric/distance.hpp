// SPDX-License-Identifier: Apache-2.0
// Distance: how far one evaluation of a predicate was from the other outcome, kept exactly.
// Next: ../fitness/fitness.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <compare>
#include <cstdint>

namespace sbst
{

/// An exact, non-negative branch distance: a 256-bit whole part and a fraction in units of 2^-64.
///
/// A level above 0 means that the condition was not a comparison but a constant chosen by earlier
/// decisions (`return false`). Whole and fraction are then the distance of such a decision; the
/// latest decision has the lowest level, and every distance of a lower level is nearer.
///
/// Integers of any width need only the whole part; floating-point and string distances use both.
/// Saturates at `Distance::infinite()`, the largest value.
struct Distance
{
    std::uint32_t level = 0;
    U256 whole{};
    std::uint64_t fraction = 0;

    constexpr Distance() = default;
    constexpr explicit Distance(const U256& whole_part, std::uint64_t fraction_part = 0)
      : whole(whole_part), fraction(fraction_part)
    {}

    /// Converts a non-negative number. Rounds up to 2^-64 so that only 0 becomes 0; NaN and numbers
    /// of 2^256 or more become `infinite()`.
    [[nodiscard]] static Distance from_double(double number);

    [[nodiscard]] static constexpr Distance zero() { return Distance{}; }
    [[nodiscard]] static constexpr Distance infinite()
    {
        Distance distance{U256::max(), UINT64_MAX};
        distance.level = UINT32_MAX;
        return distance;
    }

    friend constexpr bool operator==(const Distance&, const Distance&) = default;
    friend constexpr auto operator<=>(const Distance&, const Distance&) = default;
};

[[nodiscard]] constexpr bool is_zero(const Distance& distance)
{
    return distance == Distance{};
}

/// Adds level to level and number to number; saturates at `Distance::infinite()`.
[[nodiscard]] Distance operator+(const Distance& left, const Distance& right);

/// The nearest double, for sums, reports and logs; never for comparisons. Levels above 0 are
/// beyond every number: infinity.
[[nodiscard]] double to_double(const Distance& distance);

}  // namespace sbst
