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
inline constexpr int summary_schema = 1;

/// What the proof of a suite came to.
struct ProofSummary
{
    /// What the runs are called in which every test passed.
    std::vector<std::string> runs;
    std::size_t dropped = 0;
    std::size_t dropped_assertions = 0;
};

/// What the summary says beside the run itself.
struct SummaryFacts
{
    /// The path of the command, such as `NAME generate`.
    std::string_view command;
    /// What was tested.
    std::string subject;
    GoalTotals totals;
    /// Paths of what was written.
    std::vector<std::string> files;
    /// Of the whole command, phase by phase.
    std::vector<PhaseTime> times;
    std::vector<std::string> warnings;
    Verdict verdict;
    /// The command that does the same.
    std::string again;
    std::optional<ProofSummary> proof{};
};

[[nodiscard]] std::string summary_json(const RunSummary& run, const SummaryFacts& facts);

}  // namespace sbst::cli
