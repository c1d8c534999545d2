// SPDX-License-Identifier: Apache-2.0
// The common part of all adapters' `generate` commands: the run and its messages. Next:
// summary_json.hpp.
#pragma once

#include "../console/terminal.hpp"
#include "../options/settings.hpp"
#include "run_course.hpp"

#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/run/run.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Warns when the adapter broke and the run ends with the results found before, and when its time
/// was up before the suite was minimised.
void warn_of_result(const RunResult& result, const Budget& budget, RunCourse& course);

/// Warns when refinement was asked for and could not work: no solver, a language that tells no
/// conditions, a solver that failed at each question; and when a test refuted its proofs.
void warn_of_refinement(
    const RefinementSettings& settings, const RunResult& result, RunCourse& course);

/// Gives a budget without any limit the limits of `usual`.
void limit_budget(Budget& budget, const Budget& usual);

/// The settings that reproduce this result: a run ended by the clock or the user becomes one with
/// its number of executions.
[[nodiscard]] Settings settings_of_run(Settings settings, const RunResult& result);

/// The name of a file in the output directory.
[[nodiscard]] std::string path_in(const Settings& settings, std::string_view name);

/// `Token: 20 of 22 goals covered, 1 infeasible, 1 open`.
[[nodiscard]] Text headline(const Style& style, std::string_view subject, const GoalCounts& shown);

struct OpenGoal
{
    std::string text;
    std::string reason;
};

/// Lists the first ten with their reasons; `file` has them all.
[[nodiscard]] Text open_goals_text(const std::vector<OpenGoal>& goals, std::string_view file);

/// `Mutants: 96 of 112 killed (86 %), ...`, a line; empty where none were run.
[[nodiscard]] Text mutants_text(const RunSummary& run);

/// `3 tests with 9 calls; dynamosa, seed 1, 5050 executions, stopped by: executions`, and below it
/// the time of each phase.
[[nodiscard]] Text run_text(const RunSummary& run);

}  // namespace sbst::cli
