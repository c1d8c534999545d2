// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include "../console/complaint.hpp"
#include "../console/print.hpp"
#include "../console/terminal.hpp"

#include <fmt/format.h>

namespace sbst::cli
{

namespace
{

/// The option that moves the limit which ended the search.
std::string_view option_of(StopReason reason)
{
    switch (reason)
    {
        case StopReason::seconds:
            return "--budget-seconds";
        case StopReason::calls:
            return "--budget-calls";
        case StopReason::generations:
            return "--budget-generations";
        default:
            return "--budget-executions";
    }
}

}  // namespace

Verdict no_tests(std::string_view reason)
{
    return {ExitCode::no_tests, fmt::format("no test was written: {}", reason)};
}

Verdict interrupted_run(ExitCode code, std::string_view end)
{
    return {code, fmt::format("interrupted; {}", end)};
}

Verdict refuted_run(const RunSummary& run)
{
    if (!run.refinement || run.refinement->refuted.empty())
    {
        return {};
    }
    return {ExitCode::internal,
        "a proof of refinement was refuted, as the warning tells; everything was written"};
}

Verdict broken_run(const std::exception_ptr& failure, std::string_view what, std::string_view rest)
{
    const Complaint complaint = complaint_of(failure);
    std::string_view reason = complaint.message;
    // The output of another program ends with a line end.
    reason = reason.substr(0, reason.find_last_not_of("\r\n") + 1);
    return {complaint.code, fmt::format("{} broke: {}{}", what, reason, rest)};
}

ExitCode say(const Verdict& verdict)
{
    const bool is_error = verdict.code == ExitCode::no_tests || verdict.code == ExitCode::input ||
                          verdict.code == ExitCode::internal;
    if (is_error)
    {
        print_note("{} {}\n", error_style().bad("sbst: error:"), verdict.message);
    }
    else if (!verdict.message.empty())
    {
        print_note("sbst: {}\n", verdict.message);
    }
    return verdict.code;
}

std::string budget_reason(const RunSummary& run, const GoalCounts& shown)
{
    return fmt::format("{} covered none of {}; a larger {} may",
        counted(run.executions, "execution"), counted(shown.goals - shown.infeasible, "goal"),
        option_of(run.stopped_by));
}

}  // namespace sbst::cli
