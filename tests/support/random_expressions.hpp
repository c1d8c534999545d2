// SPDX-License-Identifier: Apache-2.0
// Random variables with values, and random expressions over them. Next: constraint_systems.cpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace sbst::test_support
{

/// Uniform in its number of bits, or near 0 or the greatest word.
[[nodiscard]] U256 random_word(unsigned width, Rng& rng);
[[nodiscard]] double random_number(bool is_single, Rng& rng);

/// Grows a graph. Every operation of the graph comes up.
class RandomExpressions
{
public:
    RandomExpressions(symbolic::ExpressionGraph& graph, Rng& rng) : m_graph(graph), m_rng(rng) {}

    symbolic::ExpressionId add_word(unsigned width, symbolic::Domain domain = {});
    symbolic::ExpressionId add_number(bool is_single);
    symbolic::ExpressionId add_string();
    symbolic::ExpressionId add_truth();
    /// A random value of the variable's domain.
    [[nodiscard]] symbolic::Datum draw(const symbolic::Variable& variable);

    // Expressions with at most `depth` operations on a path, more or less. Variables of the wanted
    // sort are preferred; without any, others are converted, or there are constants only.

    [[nodiscard]] symbolic::ExpressionId word(unsigned width, unsigned depth);
    [[nodiscard]] symbolic::ExpressionId number(bool is_single, unsigned depth);
    [[nodiscard]] symbolic::ExpressionId string(unsigned depth);
    [[nodiscard]] symbolic::ExpressionId truth(unsigned depth);
    /// Stores over an array of 0.
    [[nodiscard]] symbolic::ExpressionId array(unsigned width, unsigned depth);
    /// An item of array().
    [[nodiscard]] symbolic::ExpressionId item(unsigned width, unsigned depth);
    /// A word that a string results in, of 16, 32 or 64 bits.
    [[nodiscard]] symbolic::ExpressionId word_of_string(unsigned depth);

    /// The widths of the words that there are; 32 without any.
    [[nodiscard]] unsigned some_width();

private:
    using ExpressionId = symbolic::ExpressionId;

    [[nodiscard]] ExpressionId word_leaf(unsigned width);
    [[nodiscard]] ExpressionId sum(unsigned width, unsigned depth);
    [[nodiscard]] ExpressionId bits(unsigned width, unsigned depth);
    [[nodiscard]] ExpressionId quotient(unsigned width, unsigned depth);
    [[nodiscard]] ExpressionId rare_word(unsigned width, unsigned depth);
    [[nodiscard]] ExpressionId parts(unsigned width, unsigned depth);
    [[nodiscard]] ExpressionId fitted_word(ExpressionId word, unsigned width);
    [[nodiscard]] ExpressionId some(const std::vector<ExpressionId>& variables)
    {
        return variables[m_rng.index(variables.size())];
    }

    symbolic::ExpressionGraph& m_graph;
    Rng& m_rng;
    std::vector<ExpressionId> m_words;
    std::vector<ExpressionId> m_singles;
    std::vector<ExpressionId> m_doubles;
    std::vector<ExpressionId> m_strings;
    std::vector<ExpressionId> m_truths;
    std::uint32_t m_count = 0;
};

}  // namespace sbst::test_support
