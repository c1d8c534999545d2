// SPDX-License-Identifier: Apache-2.0
// Branch distances of string predicates. Next: korel.hpp for BranchDistance and its options.
#pragma once

#include <sbst/numeric/korel.hpp>

#include <cstddef>
#include <string_view>

namespace sbst
{

// Strings are sequences of code units: `char` (bytes, read as 0 to 255) or `char16_t`; both are
// compiled into the library. Distances are fractions exact to a few units of 2^-64.

template <class Unit>
using CodeUnits = std::basic_string_view<Unit>;

/// Difference of two strings, position by position: the difference of their lengths, plus x/(x+1)
/// for each pair of units that differ by x. 0 exactly for equal strings. Source: EvoSuite's and
/// Pynguin's character-aligned distance, not Levenshtein's.
template <class Unit>
[[nodiscard]] Distance aligned_distance(CodeUnits<Unit> s, CodeUnits<Unit> t);

/// Insertions, deletions and replacements, each of cost 1, that turn one string into the other.
/// O(|s| |t|) time, O(|t|) memory. Source: Levenshtein 1966; Wagner and Fischer, JACM 1974.
template <class Unit>
[[nodiscard]] std::size_t edit_distance(CodeUnits<Unit> s, CodeUnits<Unit> t);

/// Compares in lexicographic order of code units. Equality: the aligned distance. An ordering that
/// does not hold: the difference of the units at the first position where the strings differ (plus
/// K where the relation is strict), and K where one string is a prefix of the other. Source:
/// Pynguin; the options' EvoSuite variant adds K to weak orderings as well.
template <class Unit>
[[nodiscard]] BranchDistance compare_strings(
    Relation relation, CodeUnits<Unit> s, CodeUnits<Unit> t, const KorelOptions& options = {});

/// Equality after mapping the letters A to Z to a to z (no others).
template <class Unit>
[[nodiscard]] BranchDistance equals_ignoring_case_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> t, const KorelOptions& options = {});

/// Tells how far `s` is from having `prefix` at `offset`: the aligned distance between `prefix` and
/// the text at that place. Infinite when the offset is past the end.
template <class Unit>
[[nodiscard]] BranchDistance starts_with_distance(CodeUnits<Unit> s, CodeUnits<Unit> prefix,
    std::size_t offset = 0, const KorelOptions& options = {});

template <class Unit>
[[nodiscard]] BranchDistance ends_with_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> suffix, const KorelOptions& options = {});

/// Tells how far `s` is from containing `part`: the least aligned distance over all places. Where
/// `s` is too short for any place we take the aligned distance of the whole strings (EvoSuite: the
/// worst distance), so that a longer string is rewarded.
template <class Unit>
[[nodiscard]] BranchDistance contains_distance(
    CodeUnits<Unit> s, CodeUnits<Unit> part, const KorelOptions& options = {});

/// Emptiness: the distance to true is the number of units, the distance to false is K.
template <class Unit>
[[nodiscard]] BranchDistance is_empty_distance(CodeUnits<Unit> s, const KorelOptions& options = {});

}  // namespace sbst
