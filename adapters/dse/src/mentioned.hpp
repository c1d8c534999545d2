// SPDX-License-Identifier: Apache-2.0
// The constants that constraints mention: what searches try first.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <span>
#include <string>
#include <vector>

namespace sbst::dse
{

/// Each constant once, in the order of the graph, at most 100 of a kind. Words and numbers of one
/// kind are made from the other too, as are numbers from decimal texts and texts from words.
struct Mentioned
{
    struct Word
    {
        U256 value;
        unsigned width = 0;

        friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> words;
    std::vector<double> numbers;
    std::vector<std::u16string> strings;
    /// The regular languages that are asked for.
    std::vector<std::uint32_t> languages;
};

[[nodiscard]] Mentioned mentioned_in(
    const symbolic::ExpressionGraph& graph, std::span<const symbolic::ExpressionId> constraints);

/// Values of the variable's sort that the constants suggest, in its domain: each constant, and
/// numbers one above and one below.
[[nodiscard]] std::vector<symbolic::Datum> suggestions(
    const symbolic::Variable& variable, const Mentioned& mentioned);

/// The decimal text of a signed word, as Op::print_integer writes it.
[[nodiscard]] std::u16string decimal_text(const U256& word, unsigned width);

}  // namespace sbst::dse
