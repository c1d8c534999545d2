// SPDX-License-Identifier: Apache-2.0
// The sorts that operations take and give.
#pragma once

#include <sbst/symbolic/expression_graph.hpp>

#include <cstddef>
#include <span>

namespace sbst::symbolic
{

/// Words of one hash; no operation has more operands.
constexpr std::size_t max_hashed_words = 8;

/// The sort of an operation that follows from its operands. @throws AdapterError naming the
/// operation, the operand and what was expected.
[[nodiscard]] Sort sort_of(
    const ExpressionGraph& graph, Op op, std::span<const ExpressionId> operands);

// Each @throws AdapterError unless it is so.
void expect_kind(const ExpressionGraph& graph, Op op, ExpressionId operand, SortKind kind);
void expect_wider(const ExpressionGraph& graph, Op op, ExpressionId operand, unsigned width);
void expect_conversion(const ExpressionGraph& graph, Op op, ExpressionId operand, Sort to);

}  // namespace sbst::symbolic
