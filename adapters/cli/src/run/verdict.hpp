// SPDX-License-Identifier: Apache-2.0
// The verdict of a run of `generate`: its exit code and, if that is not 0, a sentence with the
// reason and advice. Next: summary_json.hpp.
#pragma once

#include "../console/exit_code.hpp"
#include "../options/settings.hpp"

#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <exception>
#include <string>
#include <string_view>

namespace sbst::cli
{

struct Verdict
{
    ExitCode code = ExitCode::ok;
    /// Empty when the code says everything.
    std::string message{};
};

/// No test was written; gives the reason.
[[nodiscard]] Verdict no_tests(std::string_view reason);
/// The user ended the run; `end` tells where the results are.
[[nodiscard]] Verdict interrupted_run(ExitCode code, std::string_view end);

/// A test covers what refinement had proved infeasible; ok if that did not happen.
[[nodiscard]] Verdict refuted_run(const RunSummary& run);

/// A step of the run broke, which `what` names; `rest` ends the sentence. After printing results,
/// the caller rethrows the failure.
[[nodiscard]] Verdict broken_run(
    const std::exception_ptr& failure, std::string_view what, std::string_view rest);

/// Prints the message, if any, to stderr; returns the code.
[[nodiscard]] ExitCode say(const Verdict& verdict);

/// Why a suite is empty although goals were sought: the budget, and the option that gives more.
[[nodiscard]] std::string budget_reason(const RunSummary& run, const GoalCounts& shown);

}  // namespace sbst::cli
