// SPDX-License-Identifier: Apache-2.0
// Questions whose answers are known, operation by operation: solvers and our evaluation must mean
// the same. Next: agreement.cpp.
#pragma once

#include "../support/expression_recipe.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::test_support
{

/// An expression whose variables are fixed by constraints.
struct AgreementCase
{
    symbolic::Op op{};
    symbolic::ExpressionGraph graph{symbolic::ExpressionGraph::Simplifying::off};
    /// It has the value that our evaluation says: satisfiable.
    std::vector<symbolic::ExpressionId> same;
    /// It has another: unsatisfiable.
    std::vector<symbolic::ExpressionId> other;
    /// Values of the variables, and others.
    symbolic::Assignment model;
    symbolic::Assignment start;
};

/// A step of a recipe, that is no leaf, applied to variables that have the values of its operands.
[[nodiscard]] AgreementCase agreement_of_step(
    const ExpressionRecipe& recipe, const symbolic::Assignment& assignment, std::size_t step);

/// All that the last step of a recipe is made of.
[[nodiscard]] AgreementCase agreement_of_recipe(
    const ExpressionRecipe& recipe, const symbolic::Assignment& assignment);

/// The expressions and the values, for those who look for a reason.
[[nodiscard]] std::string to_text(const AgreementCase& agreement);

}  // namespace sbst::test_support
