// SPDX-License-Identifier: Apache-2.0
// What a run of `generate` comes to: its exit code and, where that is not 0, a sentence that says
// why and what to do. Next: summary_json.hpp.
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
    /// Empty where the code says all.
    std::string message{};
};

/// No test was written, and why.
[[nodiscard]] Verdict no_tests(std::string_view reason);
/// Somebody ended the run; `end` says what is where.
[[nodiscard]] Verdict interrupted_run(ExitCode code, std::string_view end);

/// A step of the run broke, which `what` names; `rest` ends the sentence. Whoever prints results
/// throws the failure again behind them.
[[nodiscard]] Verdict broken_run(
    const std::exception_ptr& failure, std::string_view what, std::string_view rest);

/// The message to stderr, if there is one; gives the code.
[[nodiscard]] ExitCode say(const Verdict& verdict);

/// Why a suite is empty although goals were sought: the budget, and the option that gives more.
[[nodiscard]] std::string budget_reason(const RunSummary& run, const GoalCounts& shown);

}  // namespace sbst::cli
