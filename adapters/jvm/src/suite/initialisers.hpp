// SPDX-License-Identifier: Apache-2.0
// Answers for goals of static initialisers, which no test can seek: a class is initialised once.
#pragma once

#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/referee/report.hpp>
#include <sbst/run/run.hpp>

#include <vector>

namespace sbst::jvm::detail
{

/// Marks as covered what class initialisation covers; the other goals of initialisers get the
/// reason that no test can cover them. What a test itself covers is left as it is.
/// @param referee of the suite; null = each class counts as initialised. Its coverage tells which
/// classes the tests initialise.
/// @param has_tests without any nothing is initialised.
void answer_initialisers(const JavaProblem& problem, const RefereeReport* referee, bool has_tests,
    std::vector<GoalAnswer>& answers);

}  // namespace sbst::jvm::detail
