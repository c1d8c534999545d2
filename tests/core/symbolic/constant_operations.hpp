// SPDX-License-Identifier: Apache-2.0
// Values of operations on constants, built in a graph that simplifies nothing.
#pragma once

#include <sbst/symbolic/evaluation.hpp>

#include <string>
#include <vector>

namespace sbst::symbolic
{

/// Builds operations and evaluates them.
struct ConstantOperations
{
    ExpressionGraph graph{ExpressionGraph::Simplifying::off};

    [[nodiscard]] Datum value(ExpressionId id) const { return evaluate(graph, id, {}); }
    [[nodiscard]] U256 word(ExpressionId id) const { return std::get<U256>(value(id)); }
    [[nodiscard]] bool truth(ExpressionId id) const { return word(id) == U256{1}; }
    [[nodiscard]] double number(ExpressionId id) const { return std::get<double>(value(id)); }
    [[nodiscard]] std::u16string text(ExpressionId id) const
    {
        return std::get<std::u16string>(value(id));
    }
};

/// An operation of bit-vectors of one width.
[[nodiscard]] inline U256 word_of(Op op, unsigned width, const std::vector<U256>& operands)
{
    ConstantOperations x;
    std::vector<ExpressionId> ids;
    for (const U256& operand : operands)
    {
        ids.push_back(x.graph.bit_vector(operand, width));
    }
    return x.word(x.graph.make(op, ids));
}

}  // namespace sbst::symbolic
