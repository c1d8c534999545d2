// SPDX-License-Identifier: Apache-2.0
// Selection: chooses the parents in a ranked population. Next: breeding.hpp.
#pragma once

#include <sbst/random/rng.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst
{

/// Standing of one test in its population: a smaller rank is better, then a larger spread.
struct Standing
{
    std::uint32_t rank = 0;
    double spread = 0.0;
};

[[nodiscard]] constexpr bool is_better(const Standing& one, const Standing& other)
{
    return one.rank != other.rank ? one.rank < other.rank : one.spread > other.spread;
}

/// Draws `size` tests and returns the index of the best; a test that meets itself gives way to its
/// neighbour. Preconditions: population not empty, size > 0. Draws `size` numbers.
/// Source: EvoSuite's tournament on rank, then crowding.
[[nodiscard]] std::size_t select_by_tournament(
    std::span<const Standing> population, std::size_t size, Rng& rng);

/// The place in a population of `size`, sorted best first, that a uniform number in [0, 1) selects:
/// the best is `bias` times as likely as the median. Preconditions: size > 0, bias in (1, 2].
/// Source: Whitley, ICGA 1989 (GENITOR's linear ranking).
[[nodiscard]] std::size_t rank_position(std::size_t size, double bias, double uniform);

/// Indices of the population, best first, equal ones by index.
[[nodiscard]] std::vector<std::size_t> sort_by_standing(std::span<const Standing> population);

}  // namespace sbst
