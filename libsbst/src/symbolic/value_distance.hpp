// SPDX-License-Identifier: Apache-2.0
// Distances of comparisons of single values that numeric/ does not have. Next: distance.cpp.
#pragma once

#include <sbst/numeric/korel.hpp>

#include <cstdint>
#include <string_view>

namespace sbst::symbolic
{

/// The difference of two numbers, exact to 2^-64 up to 2^200, unlike their difference as a number.
/// Below 2^-30, where such fractions become too coarse, it counts representable differences, above
/// 2^200 the representable numbers between the two. Infinite only where one is NaN.
[[nodiscard]] Distance difference_of_numbers(double a, double b);

/// `a RELATION b` as compare_numbers has it, with difference_of_numbers.
[[nodiscard]] BranchDistance number_distance(Relation relation, double a, double b);

/// How far a text is from `"-"? digits` that 64 bits hold. @param holds what Op::is_integer says.
[[nodiscard]] BranchDistance integer_text_distance(std::u16string_view text, bool holds);

/// An operation Op::index_of and its value.
struct IndexOf
{
    std::u16string_view text;
    std::u16string_view part;
    std::uint64_t first = 0;
    /// All ones: the part is not there.
    std::uint32_t place = 0;

    [[nodiscard]] bool is_absent() const { return place == 0xffffffffU; }
};

/// How far a text is from having the part at that place.
[[nodiscard]] Distance distance_to_place(const IndexOf& index, std::uint64_t place);

/// A comparison of Op::index_of with a word, `numbers` by the numbers alone: nearer to the other
/// side means that the part comes to be there, or there at that place.
[[nodiscard]] BranchDistance index_distance(
    const IndexOf& index, bool is_equality, std::uint64_t other, const BranchDistance& numbers);

}  // namespace sbst::symbolic
