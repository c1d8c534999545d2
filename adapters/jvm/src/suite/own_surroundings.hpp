// SPDX-License-Identifier: Apache-2.0
// Tests whose answers depend on the default locale or time zone: what they must set for themselves
// to give the same answers elsewhere. Next: suite_draft.hpp.
#pragma once

#include <sbst/jvm/language/surroundings.hpp>
#include <sbst/jvm/problem/java_problem.hpp>

#include <span>
#include <vector>

namespace sbst::jvm::detail
{

/// Tests with what they do on two occasions; all have the same length.
struct OccasionRuns
{
    std::span<const TestCase> tests;
    std::span<const Trace> traces;
    std::span<const RunDetail> first;
    /// Filled.
    std::span<Trace> second_traces;
    std::span<RunDetail> second;
};

/// Fills the second runs: on the other occasion, and in other time zones and locales. A test that
/// answers otherwise there has the locale, the time zone or both of the usual occasion in its
/// second run: of the ways that set what its answers depend on, that which brings the two runs
/// nearest to each other, and of equal ones the one that sets less.
/// @returns what each test sets.
[[nodiscard]] std::vector<OwnSurroundings> run_in_other_surroundings(
    const JavaProblem& problem, const OccasionRuns& runs, const StopToken& stop);

}  // namespace sbst::jvm::detail
