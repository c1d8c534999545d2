// SPDX-License-Identifier: Apache-2.0
// What a suite does on every occasion: with another date, other surroundings and other numbers by
// chance. Next: suite_draft.hpp.
#pragma once

#include "own_surroundings.hpp"

#include <sbst/run/run.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// By test.
struct OccasionAnswers
{
    /// What it sets for itself.
    std::vector<OwnSurroundings> own;
    /// Goals that its first run covers, and some other run does not; ascending.
    std::vector<std::vector<GoalId>> unsure;
};

/// How often a test that uses a generator of numbers is run, each time with other numbers. What
/// happens once in a hundred runs stays unseen in one of thirteen such tests, what happens once in
/// twenty in one of half a million.
constexpr std::size_t number_sequences = 256;

/// Runs tests on the other occasion (see run_in_other_surroundings), and those that use a generator
/// of numbers with other numbers as well. Where the results of a test are not the same in all runs,
/// the second run has one that is not the first run's.
[[nodiscard]] OccasionAnswers run_on_other_occasions(
    const JavaProblem& problem, const OccasionRuns& runs, const StopToken& stop);

/// Takes goals from the tests that do not always cover them. A goal that no other test covers is
/// open again.
/// @param unsure by test of the suite; it may be shorter.
void withdraw_unsure(const std::vector<std::vector<GoalId>>& unsure, RunResult& result);

}  // namespace sbst::jvm::detail
