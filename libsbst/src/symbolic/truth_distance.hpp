// SPDX-License-Identifier: Apache-2.0
// The distances of the truth values of one evaluation. Next: word_forms.cpp for the other values
// that a word could have.
#pragma once

#include <sbst/symbolic/distance.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sbst::symbolic
{

/// A value that a word has, or would have if conditions below it had their other outcome.
struct WordForm
{
    U256 value{};
    /// 0 for the value that it has.
    Distance way{};
    /// The expression that gives the value; not valid where it is an operation on another form.
    ExpressionId id{};
};

/// At most eight forms of one word; exactly one has no way.
class WordForms
{
public:
    void add(const WordForm& form)
    {
        if (m_size < m_forms.size())
        {
            m_forms[m_size++] = form;
        }
        else if (is_zero(form.way))
        {
            m_forms.back() = form;
        }
    }
    [[nodiscard]] std::span<const WordForm> all() const { return {m_forms.data(), m_size}; }

private:
    std::array<WordForm, 8> m_forms;
    std::size_t m_size = 0;
};

/// Measures with a memory of its own, so that shared operations are measured once, and up to a
/// limit of work, behind which truth values are flags.
class TruthDistance
{
public:
    TruthDistance(const ExpressionGraph& graph, const Evaluator& evaluated)
      : m_graph(graph), m_evaluated(evaluated)
    {}

    [[nodiscard]] BranchDistance of(ExpressionId truth);

private:
    static constexpr unsigned max_work = 2000;
    static constexpr unsigned max_depth = 64;
    static constexpr unsigned max_form_depth = 8;
    static constexpr unsigned max_form_work = 64;

    // distance.cpp

    [[nodiscard]] BranchDistance measured(ExpressionId truth);
    [[nodiscard]] BranchDistance equality(ExpressionId a, ExpressionId b);
    [[nodiscard]] BranchDistance choice(
        ExpressionId condition, const BranchDistance& then, const BranchDistance& otherwise);
    [[nodiscard]] BranchDistance of_numbers(Relation relation, ExpressionId a, ExpressionId b);
    [[nodiscard]] BranchDistance of_strings(ExpressionId a, ExpressionId b);
    [[nodiscard]] BranchDistance of_string_test(Op op, ExpressionId truth);
    /// A word of the value 0 or 1 as a truth value.
    [[nodiscard]] BranchDistance of_bit(ExpressionId word);
    [[nodiscard]] bool is_bit(ExpressionId word) const;
    [[nodiscard]] bool is_made_of_truths(ExpressionId word) const;
    [[nodiscard]] const std::u16string& text(ExpressionId id) const
    {
        return *std::get_if<std::u16string>(&m_evaluated.value(id));
    }
    [[nodiscard]] double number(ExpressionId id) const
    {
        return *std::get_if<double>(&m_evaluated.value(id));
    }

    // word_forms.cpp

    /// Op::equal, ult or slt of two words.
    [[nodiscard]] BranchDistance of_words(Op relation, ExpressionId a, ExpressionId b);
    [[nodiscard]] BranchDistance of_forms(
        Op relation, unsigned width, const WordForm& a, const WordForm& b);
    [[nodiscard]] BranchDistance of_hashes(ExpressionId a, ExpressionId b);
    [[nodiscard]] Distance obstacle(ExpressionId id) const;
    /// Tells whether a word may have more forms than one.
    [[nodiscard]] bool has_forms(ExpressionId word, unsigned depth);
    [[nodiscard]] WordForms forms_of(ExpressionId word);
    void add_forms(ExpressionId word, const Distance& way, WordForms& forms);
    void add_choice(ExpressionId word, const Distance& way, WordForms& forms);
    void add_items(ExpressionId select, const Distance& way, WordForms& forms);
    void add_results(ExpressionId operation, const Distance& way, WordForms& forms);

    const ExpressionGraph& m_graph;
    const Evaluator& m_evaluated;
    unsigned m_work = 0;
    unsigned m_depth = 0;
    unsigned m_form_depth = 0;
    unsigned m_form_work = 0;

    static constexpr std::size_t memory_size = 32;
    std::array<ExpressionId, memory_size> m_known{};
    std::array<BranchDistance, memory_size> m_distances;
};

}  // namespace sbst::symbolic
