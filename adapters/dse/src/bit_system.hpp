// SPDX-License-Identifier: Apache-2.0
// Systems of equations between single bits, where words are only shifted, cut, joined and mixed by
// exclusive or.
#pragma once

#include "linear_system.hpp"

#include <sbst/symbolic/evaluation.hpp>

#include <bitset>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace sbst::dse
{

/// Equations modulo 2 between the bits of atoms: words that are no mix of others.
class BitSystem
{
public:
    BitSystem(const symbolic::ExpressionGraph& graph, const symbolic::Evaluator& evaluated)
      : m_graph(graph), m_evaluated(evaluated)
    {}

    /// Adds an equality of words, bit by bit; ignored where it would be too large.
    void add(symbolic::ExpressionId equality);

    /// As the evaluator has them.
    [[nodiscard]] std::span<const Atom> atoms() const { return m_atoms; }

    /// Values of the atoms that make all equations true; bits that no equation decides stay.
    /// Nothing if there are none.
    [[nodiscard]] std::optional<std::vector<U256>> solved() const;

private:
    /// Bits of atoms, and bits of equations.
    static constexpr std::size_t max_columns = 1024;
    static constexpr std::size_t max_rows = 1024;
    static constexpr std::size_t max_words = 512;
    static constexpr unsigned max_depth = 100;

    /// Bits of atoms whose exclusive or is `sum`, or is one bit of a word with it.
    struct Row
    {
        std::bitset<max_columns> bits;
        bool sum = false;
    };
    /// From the lowest bit on.
    using Word = std::vector<Row>;

    [[nodiscard]] const Word* word_of(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> made(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> mixed(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> masked(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> shifted(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> joined(symbolic::ExpressionId id);
    [[nodiscard]] std::optional<Word> atom(symbolic::ExpressionId id);
    [[nodiscard]] Word constant(const U256& value, unsigned width) const;

    const symbolic::ExpressionGraph& m_graph;
    const symbolic::Evaluator& m_evaluated;
    std::map<symbolic::ExpressionId, Word> m_words;
    std::vector<Atom> m_atoms;
    /// The column of each atom's lowest bit.
    std::vector<std::size_t> m_first_columns;
    std::size_t m_columns = 0;
    std::vector<Row> m_rows;
    unsigned m_depth = 0;
};

}  // namespace sbst::dse
