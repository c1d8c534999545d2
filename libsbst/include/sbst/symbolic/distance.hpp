// SPDX-License-Identifier: Apache-2.0
// How far truth values are from true and from false: the gradient of solvers that search. Next:
// ../numeric/korel.hpp for the distances of comparisons.
#pragma once

#include <sbst/numeric/korel.hpp>
#include <sbst/symbolic/evaluation.hpp>

namespace sbst::symbolic
{

/// The distances of a truth value below the evaluator's roots, under its last assignment: exactly
/// one of the two is 0, that of the side which the value is on.
///
/// Comparisons by korel.hpp and string_distance.hpp; not, and, or, ite of truth values by logic.
/// A comparison with an operand that is an ite is at the nearer of its two forms, each plus the way
/// to its condition, up to a fixed depth, as are select over store and bit operations on truth
/// values. A variable is a flag. Source: algorithms A.1 to A.5; the rest is ours.
[[nodiscard]] BranchDistance distance_of(
    const ExpressionGraph& graph, const Evaluator& evaluated, ExpressionId truth);

}  // namespace sbst::symbolic
