// SPDX-License-Identifier: Apache-2.0
// Operations on values, by what they result in. Next: apply.cpp, which chooses among them.
#pragma once

#include "words.hpp"

#include <sbst/symbolic/evaluation.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <variant>

namespace sbst::symbolic
{

/// The value of a constant.
[[nodiscard]] Datum datum_of_constant(const ExpressionGraph& graph, ExpressionId id);

/// One operation and the values of its operands, which are what their sorts make them.
struct Application
{
    const ExpressionGraph& graph;
    const Node& node;
    std::span<const ExpressionId> operands;
    std::span<const Datum* const> values;

    [[nodiscard]] const U256& word(std::size_t index) const
    {
        return *std::get_if<U256>(values[index]);
    }
    [[nodiscard]] double number(std::size_t index) const
    {
        return *std::get_if<double>(values[index]);
    }
    [[nodiscard]] const std::u16string& text(std::size_t index) const
    {
        return *std::get_if<std::u16string>(values[index]);
    }
    [[nodiscard]] const ArrayValue& array(std::size_t index) const
    {
        return *std::get_if<ArrayValue>(values[index]);
    }
    [[nodiscard]] const Sort& sort(std::size_t index) const { return graph[operands[index]].sort; }
    [[nodiscard]] unsigned width(std::size_t index) const { return sort(index).width; }
    /// A word as one of 256 bits, by its sign.
    [[nodiscard]] U256 signed_word(std::size_t index) const
    {
        return extend_sign(word(index), width(index));
    }
};

// Each precondition: an operation of the kind, other than ite.

/// A bit-vector or a truth value, of operands that are such.
[[nodiscard]] U256 word_of_words(const Application& x);
/// A bit-vector or a truth value, of floating-point numbers.
[[nodiscard]] U256 word_of_numbers(const Application& x);
/// A bit-vector or a truth value, of strings first.
[[nodiscard]] U256 word_of_texts(const Application& x);
/// A floating-point number.
[[nodiscard]] double number_of_operands(const Application& x);
/// A string.
[[nodiscard]] std::u16string text_of_operands(const Application& x);

/// A bit-vector or a truth value, of any operands.
[[nodiscard]] U256 word_of_operands(const Application& x);

}  // namespace sbst::symbolic
