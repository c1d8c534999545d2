// SPDX-License-Identifier: Apache-2.0
// Why goals of a class stay open: all reasons that this adapter adds to those of the core
// (explain_open_goal in sbst/run/run.hpp). Later steps take their reasons from here too.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/run/run.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// A label speaks of the condition in the source, the predicate of the jump around it: the words
/// fit both.
[[nodiscard]] OutcomeWords outcome_words();

/// A test that was stopped does not tell what it reached. Adds to the reason of an open goal that
/// calls of its method were stopped, and why; where no such call came to an end, that is the
/// reason. The same for calls that ended because a class was not found. The problem outlives the
/// rule.
[[nodiscard]] ReasonRule rule_of_stopped_calls(const JavaProblem& problem);

/// For goals that only tests covered that were not proven, with the classes that their calls did
/// not find. The rule refers to both.
/// @param before the answers of the search, by GoalId.
[[nodiscard]] ReasonRule rule_of_unproven(
    const JavaProblem& problem, const std::vector<GoalAnswer>& before);

/// For goals without a reason so far: no test ran to an end near them.
[[nodiscard]] ReasonRule rule_of_silence();

/// Goals of static initialisers, which no test seeks. Not covered: class initialisation took the
/// other way.
[[nodiscard]] std::string initialised_otherwise();
/// Class initialisation covers it, but no test initialises the class of that internal name.
[[nodiscard]] std::string never_initialised(std::string_view class_name);
/// Covered, but by no call.
[[nodiscard]] std::string covered_by_initialisation();

/// Keeps what the search found out about goals that stay open: how near its tests came, and why.
/// @param before the answers of the search.
void keep_answers(
    const JavaProblem& problem, const std::vector<GoalAnswer>& before, RunResult& result);

}  // namespace sbst::jvm::detail
