// SPDX-License-Identifier: Apache-2.0
// What every report says about a run and its goals, in every language: the part of report.json that
// adapters share (libsbst/docs/report-json.md). Next: totals.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/report/mutation_score.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst
{

/// How long a run stayed in a phase.
struct PhaseTime
{
    RunPhase phase = RunPhase::searching;
    double seconds = 0.0;
};

/// A run without its goals.
struct RunSummary
{
    std::string algorithm;
    std::uint64_t seed = 0;
    std::uint64_t executions = 0;
    StopReason stopped_by = StopReason::all_covered;
    /// Size of the suite: tests, and the calls in them.
    std::size_t tests = 0;
    std::size_t calls = 0;
    std::vector<CoveragePoint> timeline;
    /// Where real mutants were run; the caller that runs them fills it in.
    std::optional<MutationScore> mutation{};
    /// Where tests were refined.
    std::optional<RefinementWork> refinement{};

    // These depend on the machine.
    double seconds = 0.0;
    std::size_t jobs = 1;
    /// In the order in which they began; the caller that runs the phases fills them in.
    std::vector<PhaseTime> phases{};
    std::vector<double> seconds_at;
};

[[nodiscard]] RunSummary summarise(const RunSpec& spec, const RunResult& result, std::size_t jobs);

/// One goal and its answer as reports write them.
struct ReportedGoal
{
    std::size_t id = 0;
    /// With class and group; without a label where the label would only repeat the other members.
    Goal goal{};
    GoalAnswer answer{};
};

/// Each goal with its answer; a goal without a class gets that of its criterion. Goals beyond the
/// answers are open.
[[nodiscard]] std::vector<ReportedGoal> reported_goals(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers);

}  // namespace sbst
