// SPDX-License-Identifier: Apache-2.0
// Runs tests on mutants until one test kills each. Next: mutation_scoring.hpp.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/problem/mutant_runs.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sbst::jvm::detail
{

/// A mutant with the tests that may kill it, in the order in which they run.
struct MutantTask
{
    MutantId mutant{};
    std::vector<std::size_t> tests{};
};

/// A run of a test on the mutant of a task; both by index.
struct TrialRun
{
    std::size_t task = 0;
    std::size_t test = 0;
    const Trace* trace = nullptr;
    const RunDetail* detail = nullptr;
};

/// Tells whether the test kills the mutant; called in the order of tasks, whatever the jobs.
using JudgeTrial = std::function<bool(const TrialRun&)>;

/// Runs each task's tests, in rounds of one test for each mutant that still lives.
/// @param on_progress gets the number of tasks that are done.
/// @returns by task: whether its mutant was killed or all its tests were run; false after a stop.
/// @throws AdapterError when no worker stays alive.
[[nodiscard]] std::vector<bool> run_trials(MutantRuns& mutants, std::span<const TestCase> suite,
    std::span<const MutantTask> tasks, const JudgeTrial& is_killed, const StopToken& stop,
    const std::function<void(std::size_t done)>& on_progress);

}  // namespace sbst::jvm::detail
