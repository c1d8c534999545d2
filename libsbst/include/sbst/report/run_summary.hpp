// SPDX-License-Identifier: Apache-2.0
// What every report says of a run and of its goals, whatever the language: the part of report.json
// that adapters share (libsbst/docs/report-json.md). Next: totals.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sbst
{

/// How long a run was in a phase.
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
    /// Of the suite: tests, and the calls that they make.
    std::size_t tests = 0;
    std::size_t calls = 0;
    std::vector<CoveragePoint> timeline;

    // What depends on the machine.
    double seconds = 0.0;
    std::size_t jobs = 1;
    /// In the order in which they began; whoever runs the phases fills them in.
    std::vector<PhaseTime> phases{};
    std::vector<double> seconds_at;
};

[[nodiscard]] RunSummary summarise(const RunSpec& spec, const RunResult& result, std::size_t jobs);

/// One goal and its answer as reports write them.
struct ReportedGoal
{
    std::size_t id = 0;
    /// With class and group; without a label where the language has no more to say than the rest.
    Goal goal{};
    GoalAnswer answer{};
};

/// Each goal with its answer, and with its criterion's class where the adapter gave it none; goals
/// beyond the answers are open.
[[nodiscard]] std::vector<ReportedGoal> reported_goals(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers);

}  // namespace sbst
