// SPDX-License-Identifier: Apache-2.0
// From what a constraint should be to what a variable would have to be: operations undone, one
// after the other, from the constraint down to its variables. Next: inversion_words.cpp.
#pragma once

#include "equalities.hpp"

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::dse
{

/// A variable and a value of its domain.
struct Proposal
{
    symbolic::VariableId variable;
    symbolic::Datum value;
};

/// Undoes operations for one operand while the others stay as they are.
///
/// Source: the down-propagation of local search for bit-vectors, Niemetz, Preiner, Biere, FMSD
/// 2017; other sorts, and that every proposal is made instead of a random one, are ours.
class Inversion
{
public:
    /// @param congruences of all constraints that shall hold.
    /// @param rng adds proposals by chance where an operation has many inverses; may be null.
    Inversion(const symbolic::ExpressionGraph& graph, const symbolic::Evaluator& evaluated,
        const Congruences& congruences, Rng* rng = nullptr)
      : m_graph(graph), m_evaluated(evaluated), m_congruences(congruences), m_rng(rng)
    {}

    /// Values of single variables that bring the truth value to that side, or part of the way, if
    /// other variables stay. At most 40, each once, in the order of the operands.
    [[nodiscard]] std::vector<Proposal> proposals(symbolic::ExpressionId truth, bool wanted);
    /// The same for a word and what it shall be.
    [[nodiscard]] std::vector<Proposal> proposals(symbolic::ExpressionId word, const U256& value);

private:
    using ExpressionId = symbolic::ExpressionId;
    using Datum = symbolic::Datum;
    static constexpr std::size_t most_proposals = 40;
    static constexpr unsigned max_work = 300;
    static constexpr unsigned max_depth = 100;

    // inversion.cpp

    void want_truth(ExpressionId truth, bool wanted);
    void want_both(ExpressionId truth, bool wanted);
    void want_equality(ExpressionId a, ExpressionId b, bool wanted);
    void want_choice(ExpressionId choice, const Datum& value);
    /// Any sort.
    void want(ExpressionId id, const Datum& value);
    /// The same for an operand, if the operation has that result then.
    void want_operand(
        ExpressionId operation, std::size_t index, const Datum& value, const Datum& result);
    void propose(symbolic::VariableId variable, const Datum& value);

    // inversion_words.cpp

    void want_order(symbolic::Op order, ExpressionId a, ExpressionId b, bool wanted);
    void want_word(ExpressionId id, const U256& value);
    void want_sum(ExpressionId id, const U256& value);
    void want_product(ExpressionId id, const U256& value);
    void want_quotient(ExpressionId id, const U256& value);
    void want_dividend(ExpressionId id, const U256& value);
    void want_power(ExpressionId id, const U256& value);
    void want_bits(ExpressionId id, const U256& value);
    void want_shift(ExpressionId id, const U256& value);
    void want_modular(ExpressionId id, const U256& value);
    void want_parts(ExpressionId id, const U256& value);
    void want_item(ExpressionId select, const U256& value);

    // inversion_others.cpp

    void want_number_order(symbolic::Op order, ExpressionId a, ExpressionId b, bool wanted);
    void want_number(ExpressionId id, double value);
    /// What a number is converted from: one of another precision, an integer, or bits.
    void want_number_source(ExpressionId id, double value);
    void want_string_test(ExpressionId truth, bool wanted);
    void want_language(ExpressionId truth, bool wanted);
    void want_string(ExpressionId id, const std::u16string& value);
    /// Words that strings or numbers result in.
    void want_length(ExpressionId id, const U256& value);
    void want_unit(ExpressionId id, const U256& value);
    void want_place(ExpressionId id, const U256& value);
    void want_converted(ExpressionId id, const U256& value);

    [[nodiscard]] symbolic::Op op(ExpressionId id) const { return m_graph[id].op; }
    [[nodiscard]] unsigned width(ExpressionId id) const { return m_graph[id].sort.width; }
    [[nodiscard]] const U256& word(ExpressionId id) const { return m_evaluated.word(id); }
    [[nodiscard]] double number(ExpressionId id) const
    {
        return *std::get_if<double>(&m_evaluated.value(id));
    }
    [[nodiscard]] const std::u16string& text(ExpressionId id) const
    {
        return *std::get_if<std::u16string>(&m_evaluated.value(id));
    }

    const symbolic::ExpressionGraph& m_graph;
    const symbolic::Evaluator& m_evaluated;
    const Congruences& m_congruences;
    Rng* m_rng;
    unsigned m_work = 0;
    unsigned m_depth = 0;
    std::vector<Proposal> m_proposals;
};

}  // namespace sbst::dse
