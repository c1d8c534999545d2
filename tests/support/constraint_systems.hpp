// SPDX-License-Identifier: Apache-2.0
// Systems of constraints with a known model, and systems that have none, over all sorts: what
// solvers are tested and measured with. Next: random_expressions.hpp.
#pragma once

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/evaluation.hpp>

#include <array>
#include <vector>

namespace sbst::test_support
{

/// What the variables of a system are.
enum class SystemSort
{
    narrow_words,  // 8, 16 or 32 bits
    wide_words,    // 64 to 256 bits
    signed_words,  // with bounds
    members,       // words out of a few, and others
    singles,
    doubles,
    strings,
    truths,
    arrays,  // words that are keys and items
    mixed
};
inline constexpr std::array all_system_sorts{SystemSort::narrow_words, SystemSort::wide_words,
    SystemSort::signed_words, SystemSort::members, SystemSort::singles, SystemSort::doubles,
    SystemSort::strings, SystemSort::truths, SystemSort::arrays, SystemSort::mixed};

[[nodiscard]] const char* name_of(SystemSort sort);

struct ConstraintSystem
{
    symbolic::ExpressionGraph graph;
    std::vector<symbolic::ExpressionId> constraints;
    /// Makes all constraints true; empty for a system without a model.
    symbolic::Assignment model;
    /// Another assignment in the domains, which violates a constraint.
    symbolic::Assignment start;
};

/// 1 to 8 constraints over 1 to 4 variables of the sort that their model makes true: equalities,
/// orderings, disequalities, tests of strings, conditions over others.
[[nodiscard]] ConstraintSystem solvable_system(SystemSort sort, Rng& rng);

/// Some constraints that contradict each other by construction, among others that do not.
[[nodiscard]] ConstraintSystem unsatisfiable_system(SystemSort sort, Rng& rng);

}  // namespace sbst::test_support
