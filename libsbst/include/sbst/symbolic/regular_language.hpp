// SPDX-License-Identifier: Apache-2.0
// Regular languages over 16-bit code units: what Op::matches asks of a string. Next:
// expression_graph.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::symbolic
{

/// A tree of a regular expression, in the order "operands first"; the last node is the whole.
struct RegularLanguage
{
    enum class Kind : std::uint8_t
    {
        /// The empty string only.
        empty,
        /// One unit out of `ranges`; no ranges = no string at all.
        unit,
        concat,
        either,
        /// The operand, `least` to `most` times.
        repeat
    };
    static constexpr std::uint32_t unbounded = 0xffffffff;
    static constexpr std::size_t max_parts = 10'000;
    static constexpr std::size_t max_depth = 500;

    struct Part
    {
        Kind kind = Kind::empty;
        /// Inclusive, ascending, apart from each other.
        std::vector<std::pair<std::uint16_t, std::uint16_t>> ranges{};
        /// Indices of earlier parts: one for repeat, two or more for concat and either.
        std::vector<std::uint32_t> operands{};
        std::uint32_t least = 0;
        std::uint32_t most = unbounded;

        friend bool operator==(const Part&, const Part&) = default;
    };
    std::vector<Part> parts;

    friend bool operator==(const RegularLanguage&, const RegularLanguage&) = default;
};

/// Tells whether the tree is sound: operands before their users, each part but the last the operand
/// of one, counts as Part says, least <= most, at most `max_parts` parts, nested at most
/// `max_depth` deep. The other functions expect it.
[[nodiscard]] bool is_well_formed(const RegularLanguage& language);

/// Tells whether the whole text is in the language. Polynomial in the parts and the length of the
/// text, whatever the counts.
[[nodiscard]] bool matches(const RegularLanguage& language, std::u16string_view text);

/// The least cost to turn the text into one of the language: 1 for each unit left out or put in,
/// x/(x+1) for a unit that must move by x to a unit of the wanted ranges. 0 exactly when it
/// matches; infinite for a language without a string.
///
/// Repetitions are unrolled to as many copies as the text has units, which is exact. A language
/// that would have more than 100,000 states so is unrolled to fewer, with loops in place of the
/// others: then the distance is that of the larger language, at least 1/2 where the text does not
/// match. Source: the distance to a regular expression of Alshraideh and Bottaci, STVR 2006, with
/// the unit costs of sbst's string distances.
[[nodiscard]] double distance_to(const RegularLanguage& language, std::u16string_view text);

}  // namespace sbst::symbolic
