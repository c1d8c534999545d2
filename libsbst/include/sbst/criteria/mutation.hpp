// SPDX-License-Identifier: Apache-2.0
// The changes that mutants make to operators, and which of them subsume others. Adapters find the
// places; constants, variables and unary changes are theirs alone. Next: weak_mutant.hpp.
#pragma once

#include <sbst/numeric/distance.hpp>
#include <sbst/numeric/korel.hpp>

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace sbst
{

/// What a mutant changes. Source: the coverage goal selector, section 2.1, and its table I.
enum class MutationOperator : std::uint8_t
{
    /// AOR: an arithmetic operator for another.
    arithmetic,
    /// BOR: a bitwise operator or a shift for another.
    bitwise,
    /// ROR: a comparison for another.
    relation,
    /// RV: a variable for another of its type.
    variable,
    /// UOI: the value negated, or one more or less.
    unary,
    /// RC: a constant for another.
    constant
};

/// Operators on words and numbers. A shift without a sign fills with zeros.
enum class WordOperator : std::uint8_t
{
    add,
    subtract,
    multiply,
    divide,
    remainder,
    power,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    shift_right_unsigned
};

/// `+`, `>>>`.
[[nodiscard]] std::string_view symbol_of(WordOperator word_operator);
/// `<=`.
[[nodiscard]] std::string_view symbol_of(Relation relation);

/// The operators by which mutants replace that one, in the order of the enumeration: arithmetic,
/// bitwise operators and shifts stay among themselves, a power becomes a product.
[[nodiscard]] std::span<const WordOperator> replacements_of(WordOperator original);
/// The other five relations.
[[nodiscard]] std::span<const Relation> replacements_of(Relation original);

/// Tells whether smart selection seeks that mutant of integers: no test infects it without also
/// infecting all those that it subsumes, and nothing subsumes it.
///
/// Exact for two's complement of any width: a test enumerates it. The paper (section 3.4) and its
/// tool keep fewer arithmetic mutants (`+`: only `*`), which no width bears out: 1 + 0 infects `*`
/// and not `-`.
[[nodiscard]] bool is_subsuming(WordOperator original, WordOperator replacement);
[[nodiscard]] bool is_subsuming(Relation original, Relation replacement);

/// How far a comparison was from giving another result with the replaced relation; zero where it
/// did. One step less or more than equal counts as 1.
/// @param order of the compared values.
/// @param apart how far they are apart, without a sign; zero when they are equal.
/// Source: EvoSuite's replacement of comparison operators, over the difference of the operands.
[[nodiscard]] Distance infection_of(
    Relation original, Relation replacement, std::strong_ordering order, const Distance& apart);

/// Whether `order` is what the relation asks for.
[[nodiscard]] bool holds(Relation relation, std::strong_ordering order);

}  // namespace sbst
