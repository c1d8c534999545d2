// SPDX-License-Identifier: Apache-2.0
// The goals of a contract as Goals of the core, and their texts for people. Next:
// contract_problem.hpp, which makes them; ../analysis/contract_analysis.hpp for the analysis behind
// them.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/goal/goal.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// GoalPlace::program of goals of the creation code, whose pc counts there.
inline constexpr std::string_view creation_program = "creation";

/// Goal::group of those goals, unless they are sought.
inline constexpr std::string_view creation_group = "creation-code";

/// Goal::group of branches of shared code in calls of one function; they are never sought.
inline constexpr std::string_view context_group = "in-context";

[[nodiscard]] inline bool in_creation(const Goal& goal)
{
    return goal.place.program == creation_program;
}

[[nodiscard]] inline bool has_class(const Goal& goal, GoalClass goal_class)
{
    return goal.goal_class == to_string(goal_class);
}

/// For a branch: the question of its condition.
[[nodiscard]] Reading reading_of(const Goal& goal);

/// The meaning of a branch's outcome: `true`, `fails`, `not jumped`; in a sentence: `condition
/// true`.
[[nodiscard]] std::string_view outcome_word(const Goal& goal);
[[nodiscard]] std::string outcome_text(const Goal& goal);

/// Writes a goal for people: `withdraw, line 14: condition true`, `pc 80: jumped` when no condition
/// is known, `withdraw: entered`, `withdraw, line 14: executed`.
[[nodiscard]] std::string goal_text(const Goal& goal);

/// Names the place of each branch and line: `line 14`, or `pc 137` when no line is known;
/// `Lib.sol:14` when the shown goals span several files; `line 14, pc 137` when the function has
/// several jumps in that line (among the shown goals; among all for hidden ones).
void name_places(std::vector<Goal>& goals);

}  // namespace sbst::evm
