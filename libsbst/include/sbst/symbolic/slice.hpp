// SPDX-License-Identifier: Apache-2.0
// Which constraints matter to one: those that share a variable with it, directly or through others.
#pragma once

#include <sbst/symbolic/expression_graph.hpp>

#include <span>
#include <vector>

namespace sbst::symbolic
{

/// The variables that the expressions mention, ascending.
[[nodiscard]] std::vector<VariableId> variables_of(
    const ExpressionGraph& graph, std::span<const ExpressionId> expressions);

/// The constraints that share variables with `wanted`, transitively, in their order; `wanted`
/// itself is not among them unless it is a constraint.
[[nodiscard]] std::vector<ExpressionId> slice(
    const ExpressionGraph& graph, std::span<const ExpressionId> constraints, ExpressionId wanted);

}  // namespace sbst::symbolic
