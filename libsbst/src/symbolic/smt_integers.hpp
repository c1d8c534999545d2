// SPDX-License-Identifier: Apache-2.0
// Bit-vectors that come from strings, as integers: solvers are good at lengths that are integers,
// and bad at those that pass through bits.
#pragma once

#include "smt_builder.hpp"

#include <optional>
#include <vector>

namespace sbst::symbolic
{

/// An integer that is a bit-vector's value modulo 2^width. Its bounds are both those of a signed
/// number of the width, or both those of an unsigned one.
struct IntegerView
{
    SmtTermId term{};
    Int128 least = 0;
    Int128 greatest = 0;
};

/// The views of expressions; only widths to 64 have any.
class IntegerViews
{
public:
    /// @param words are the terms of expressions, by index; read as far as they are made.
    IntegerViews(
        const ExpressionGraph& graph, SmtTerms& terms, const std::vector<SmtTermId>& words);

    /// Gives an expression a view if its bounds allow it.
    void set(ExpressionId id, const IntegerView& view);
    /// The same by the views of its operands, where its operation allows it.
    void derive(ExpressionId id);

    [[nodiscard]] bool has(ExpressionId id) const { return m_views[id.index()].has_value(); }
    [[nodiscard]] const IntegerView& operator[](ExpressionId id) const
    {
        return *m_views[id.index()];
    }
    /// The value of any bit-vector as a natural number, or as a signed one.
    [[nodiscard]] SmtTermId natural(ExpressionId id) { return to_natural(any_view(id), id).term; }
    [[nodiscard]] SmtTermId signed_number(ExpressionId id)
    {
        return to_signed(any_view(id), id).term;
    }
    /// Op::equal, ult or slt as a comparison of integers, if one of the operands has a view.
    [[nodiscard]] std::optional<SmtTermId> comparison(Op op, ExpressionId a, ExpressionId b);

private:
    [[nodiscard]] bool is_viewable(ExpressionId id) const;
    [[nodiscard]] IntegerView any_view(ExpressionId id);
    [[nodiscard]] IntegerView to_natural(const IntegerView& view, ExpressionId id);
    [[nodiscard]] IntegerView to_signed(const IntegerView& view, ExpressionId id);
    [[nodiscard]] IntegerView moved(const IntegerView& view, Int128 by);
    [[nodiscard]] IntegerView moved_if(
        SmtTermId condition, const IntegerView& view, Int128 by, Int128 least, Int128 greatest);
    void derive_sum(ExpressionId id);
    void derive_choice(ExpressionId id);

    const ExpressionGraph& m_graph;
    SmtBuilder m_build;
    const std::vector<SmtTermId>& m_words;
    std::vector<std::optional<IntegerView>> m_views;
};

}  // namespace sbst::symbolic
