// SPDX-License-Identifier: Apache-2.0
// Equalities of words that constraints ask for together, and what several of them say about one
// expression. Next: linear_system.hpp.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <span>
#include <vector>

namespace sbst::dse
{

/// The equalities of bit-vectors that a truth value is, or is a conjunction of; at most 64.
[[nodiscard]] std::vector<symbolic::ExpressionId> equalities_of_words(
    const symbolic::ExpressionGraph& graph, symbolic::ExpressionId truth);

/// Remainders that the constraints ask for, by what is divided. Low bits are the remainder of a
/// power of two.
class Congruences
{
public:
    Congruences(const symbolic::ExpressionGraph& graph,
        std::span<const symbolic::ExpressionId> constraints);

    /// Dividends with that remainder which have all other wanted remainders too, as the other sides
    /// of their equalities are now: by the Chinese remainder theorem. The nearest ones around the
    /// dividend as it is, and the least one. Empty if nothing else is asked of the dividend.
    [[nodiscard]] std::vector<U256> dividends(symbolic::ExpressionId remainder, const U256& wanted,
        const symbolic::Evaluator& evaluated) const;

private:
    struct Congruence
    {
        symbolic::ExpressionId dividend;
        symbolic::ExpressionId remainder;
        symbolic::ExpressionId wanted;
    };

    const symbolic::ExpressionGraph* m_graph;
    std::vector<Congruence> m_congruences;
};

}  // namespace sbst::dse
