// SPDX-License-Identifier: Apache-2.0
// Random expressions over all sorts and operations, as recipes that several graphs can follow, and
// values for them; a fuzzer's bytes can make the choices. Next: recipe_values.hpp.
#pragma once

#include "recipe_values.hpp"

#include <sbst/symbolic/evaluation.hpp>
#include <sbst/symbolic/expression_graph.hpp>

#include <cstddef>
#include <vector>

namespace sbst::test_support
{

/// One operation of a recipe; its operands are earlier steps.
struct ExpressionStep
{
    symbolic::Op op = symbolic::Op::constant;
    symbolic::Sort sort;
    std::vector<std::size_t> operands{};
    /// The bits of an extract; `high` is also the place of a variable in the recipe.
    unsigned high = 0;
    unsigned low = 0;
    symbolic::Datum constant{};
    symbolic::RegularLanguage language{};
};

struct ExpressionRecipe
{
    std::vector<symbolic::Variable> variables;
    std::vector<ExpressionStep> steps;
};

/// Draws a recipe of about that number of operations, and of the leaves that they need.
[[nodiscard]] ExpressionRecipe draw_recipe(const Choose& choose, std::size_t operation_count);

/// Adds comparisons of some words with the values that they have, or nearly: where rules about
/// comparisons change their answer. @param values those of all steps.
void add_telling_comparisons(
    ExpressionRecipe& recipe, const std::vector<symbolic::Datum>& values, const Choose& choose);

/// Builds a recipe; the expression of each step.
[[nodiscard]] std::vector<symbolic::ExpressionId> build(
    const ExpressionRecipe& recipe, symbolic::ExpressionGraph& graph);

/// The values of all steps under an assignment.
[[nodiscard]] std::vector<symbolic::Datum> values_of(
    const ExpressionRecipe& recipe, const symbolic::Assignment& assignment);

/// Draws values in the domains of the variables, often ones that the recipe mentions.
[[nodiscard]] symbolic::Assignment draw_assignment(
    const ExpressionRecipe& recipe, const Choose& choose);

}  // namespace sbst::test_support
