// SPDX-License-Identifier: Apache-2.0
// What every report says of a run and of its goals, whatever the language: the part of report.json
// that adapters share (libsbst/docs/report-json.md). Next: totals.hpp.
#pragma once

#include <sbst/report/totals.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
    std::size_t statements = 0;
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
    std::string kind{};
    std::string goal_class{};
    /// The class (see GoalTotals) that it counts for.
    std::string group{};
    bool is_shown = true;
    std::string function{};
    /// The whole goal in words; empty where the language has no more to say than the rest does.
    std::string label{};
    /// What the language counts code in, `pc` for example, and the goal's place so counted; without
    /// a name neither is written.
    std::string_view position_name{};
    std::uint32_t position = 0;
    /// Nothing where a goal is no branch.
    std::optional<bool> outcome{};
    /// Whether what the source asks there is true with this outcome; nothing where that is unknown.
    std::optional<bool> truth{};
    /// What `truth` is about (a condition, a check, nothing but the jump), and the text of the part
    /// of a condition when that is all that is asked; without a reading neither is written.
    std::string_view reading{};
    std::string part{};
    /// Line 0 = no place in a source is known.
    std::string file{};
    std::size_t line = 0;
    GoalAnswer answer{};
};

}  // namespace sbst
