// SPDX-License-Identifier: Apache-2.0
// Rules that make an operation simpler before it joins the graph. Next: simplify_bits.cpp and its
// siblings, one file for each kind of operation.
#pragma once

#include "words.hpp"

#include <sbst/symbolic/expression_graph.hpp>

#include <array>
#include <optional>
#include <span>

namespace sbst::symbolic
{

/// Simplifies one operation of which the operands are simple. A rule that builds others does so
/// through the simplifier, up to a limit of work, behind which operations stay as they are: graphs
/// share, and some rules copy.
class Simplifier
{
public:
    explicit Simplifier(ExpressionGraph& graph) : m_graph(graph) {}

    [[nodiscard]] ExpressionId build(Op op, Sort sort, std::span<const ExpressionId> operands,
        std::uint32_t a = 0, std::uint32_t b = 0);

private:
    using Found = std::optional<ExpressionId>;
    using Operands = std::span<const ExpressionId>;

    static constexpr unsigned max_work = 300;
    static constexpr unsigned max_depth = 60;

    // Rules by kind; nothing where none applies.
    Found folded(const Node& node, Operands operands);
    Found simplified(const Node& node, Operands x);
    Found simplified_truth(Op wanted, Operands x);
    Found simplified_ite(const Sort& sort, Operands x);
    Found simplified_equal(ExpressionId a, ExpressionId b);
    Found equal_to_constant(ExpressionId x, ExpressionId constant);
    Found operation_equal_to_constant(ExpressionId x, const U256& c);
    Found shifted_equal_to_constant(ExpressionId x, const U256& c);
    Found choice_equal_to_constant(ExpressionId x, ExpressionId constant);
    Found equal_words(ExpressionId a, ExpressionId b);
    Found simplified_less(Op wanted, ExpressionId a, ExpressionId b);
    Found less_than_constant(ExpressionId a, const U256& c);
    Found constant_less_than(const U256& c, ExpressionId b);
    /// a below b, where one is the other with something added or taken away.
    Found overflow_of_sum(ExpressionId a, ExpressionId b);
    /// (a * b) / a = b
    Found product_fits(ExpressionId quotient, ExpressionId b);
    /// The quotient of unsigned words, or the high bits of one, is below c, which is not above all
    /// that it can be.
    Found quotient_below(ExpressionId quotient, const U256& c);
    /// a and b, or else a or b, where one says a part of the other.
    Found absorbed(bool is_and, ExpressionId a, ExpressionId b);
    Found simplified_sum(Op wanted, ExpressionId a, ExpressionId b);
    Found simplified_difference(ExpressionId a, ExpressionId b);
    Found simplified_product(Op wanted, ExpressionId a, ExpressionId b);
    Found simplified_division(Op wanted, ExpressionId a, ExpressionId b);
    Found simplified_bits(Op wanted, ExpressionId a, ExpressionId b);
    Found masked(ExpressionId x, const U256& mask);
    Found simplified_shift(Op wanted, ExpressionId a, ExpressionId b);
    Found simplified_extract(ExpressionId x, unsigned high, unsigned low);
    Found extract_of_parts(ExpressionId x, unsigned high, unsigned low);
    Found extract_of_operation(ExpressionId x, unsigned high, unsigned low);
    Found simplified_extension(Op wanted, ExpressionId x, unsigned size);
    Found simplified_concat(ExpressionId high, ExpressionId low);
    Found simplified_string(Op wanted, Operands x);
    Found simplified_float(const Node& node, Operands x);
    Found simplified_array(Op wanted, Operands x);

    // What rules are written in. An argument that adds to the graph is a statement of its own where
    // another one does too: compilers choose the order of arguments.
    [[nodiscard]] Op op(ExpressionId id) const { return m_graph[id].op; }
    [[nodiscard]] unsigned width(ExpressionId id) const { return m_graph[id].sort.width; }
    [[nodiscard]] bool is_constant(ExpressionId id) const { return m_graph.is_constant(id); }
    [[nodiscard]] const U256& value(ExpressionId constant) const
    {
        return m_graph.word_of(constant);
    }
    [[nodiscard]] ExpressionId operand(ExpressionId id, std::size_t index) const
    {
        return m_graph.operand(id, index);
    }
    /// The greatest word that the possible bits allow.
    [[nodiscard]] const U256& most(ExpressionId id) const { return m_graph.possible_bits(id); }
    [[nodiscard]] ExpressionId word(const U256& number, unsigned bits)
    {
        return m_graph.bit_vector(number, bits);
    }
    [[nodiscard]] ExpressionId truth(bool is_true) { return m_graph.boolean(is_true); }
    [[nodiscard]] ExpressionId negated(ExpressionId x);
    [[nodiscard]] ExpressionId both(ExpressionId a, ExpressionId b);
    [[nodiscard]] ExpressionId either(ExpressionId a, ExpressionId b);
    [[nodiscard]] ExpressionId same(ExpressionId a, ExpressionId b);
    [[nodiscard]] ExpressionId same_word(ExpressionId a, const U256& c);
    [[nodiscard]] ExpressionId less(ExpressionId a, ExpressionId b);
    /// 0 < x <= limit
    [[nodiscard]] ExpressionId is_positive_up_to(ExpressionId x, const U256& limit);
    [[nodiscard]] ExpressionId choice(ExpressionId condition, ExpressionId a, ExpressionId b);
    /// An operation of two bit-vectors of one width that gives such a one.
    [[nodiscard]] ExpressionId bits(Op op, ExpressionId a, ExpressionId b);
    [[nodiscard]] ExpressionId inverted(ExpressionId a);
    [[nodiscard]] ExpressionId part(ExpressionId x, unsigned high, unsigned low);
    [[nodiscard]] ExpressionId extended(Op op, ExpressionId x, unsigned bits);
    [[nodiscard]] ExpressionId joined(ExpressionId high, ExpressionId low);

    ExpressionGraph& m_graph;
    unsigned m_work = 0;
    unsigned m_depth = 0;
};

}  // namespace sbst::symbolic
