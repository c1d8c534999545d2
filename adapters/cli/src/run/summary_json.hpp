// SPDX-License-Identifier: Apache-2.0
// The summary of a run as one JSON object: what `generate --json` prints.
// adapters/cli/docs/json.md describes it.
#pragma once

#include "verdict.hpp"

#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Version of the format.
inline constexpr int summary_schema = 7;

/// The result of the proof of a suite.
struct ProofSummary
{
    /// The names of the runs in which every test passed.
    std::vector<std::string> runs;
    std::size_t dropped = 0;
    std::size_t dropped_assertions = 0;
};

/// The parts of the summary beside the run itself.
struct SummaryFacts
{
    /// The path of the command, such as `NAME generate`.
    std::string_view command;
    /// What was tested.
    std::string subject;
    GoalTotals totals;
    /// Paths of the written files.
    std::vector<std::string> files;
    /// Times of the whole command, phase by phase.
    std::vector<PhaseTime> times;
    std::vector<std::string> warnings;
    Verdict verdict;
    /// The command that repeats the run.
    std::string again;
    std::optional<ProofSummary> proof{};
};

[[nodiscard]] std::string summary_json(const RunSummary& run, const SummaryFacts& facts);

}  // namespace sbst::cli
