// SPDX-License-Identifier: Apache-2.0
// What is known of a class before anything is executed, for `sbst jvm analyze`.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>

#include <string>

namespace sbst::jvm
{

/// Writes methods, goals by class with proofs, nested classes, and what tests can call.
[[nodiscard]] std::string analysis_to_text(const JavaProblem& problem);

/// The goals of a class, one per line: what the goal is, and why it is hidden or infeasible.
[[nodiscard]] std::string goals_to_text(const JavaProblem& problem);

/// All of it as one JSON object.
[[nodiscard]] std::string analysis_to_json(const JavaProblem& problem);

}  // namespace sbst::jvm
