// SPDX-License-Identifier: Apache-2.0
// What expressions are made of.
#pragma once

#include <sbst/symbolic/expression_graph.hpp>

#include <span>
#include <vector>

namespace sbst::symbolic
{

/// Marks, by index up to the greatest of the expressions, what is below them, themselves included.
[[nodiscard]] std::vector<bool> marks_below(
    const ExpressionGraph& graph, std::span<const ExpressionId> expressions);

}  // namespace sbst::symbolic
