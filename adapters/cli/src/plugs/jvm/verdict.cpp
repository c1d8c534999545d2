// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include "../../console/text_layout.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace sbst::cli
{

namespace
{

/// Tests were found, and none is left.
std::string why_none_proven(std::size_t found, const std::string& rest, const std::string& advice,
    const jvm::JavaReport& report)
{
    if (!rest.empty())
    {
        return fmt::format(
            "time was up before any of {} was proven; {}{}", counted(found, "test"), advice, rest);
    }
    const std::string reason =
        report.dropped.empty() ? std::string() : report.dropped.front().reason;
    return fmt::format(
        "none of the {} that the search found could be proven: {}; report.json has "
        "the reason of each under dropped",
        counted(found, "test"), first_line(reason));
}

/// Executions that were cut short, which cover nothing.
std::uint64_t stopped_tests(const jvm::PoolCounters& workers)
{
    return workers.budget_stops + workers.watchdog_stops + workers.stack_overflows +
           workers.out_of_memory + workers.exits + workers.not_linked + workers.too_large +
           workers.deaths + workers.refused;
}

std::string why_none_found(const jvm::JavaProblem& problem, const jvm::JavaReport& report)
{
    const GoalCounts& shown = report.totals.shown;
    const auto& method = problem.options().method;
    if (count_sought(problem.goals()) == 0 && shown.infeasible < shown.goals)
    {
        return "there is nothing to cover but its static initialiser, which runs before every test";
    }
    if (shown.goals == 0)
    {
        return method ? fmt::format(
                            "there is nothing to cover in {}, which only the compiler wrote; "
                            "give another --method",
                            *method) :
                        std::string(
                            "there is nothing to cover: only the compiler wrote its code; "
                            "sbst jvm analyze --verbose shows it");
    }
    if (shown.infeasible == shown.goals)
    {
        return fmt::format("no test can cover any of {}; report.json has the proofs",
            counted(shown.goals, "goal"));
    }
    const bool is_stopped =
        stopped_tests(report.workers) >= report.executions && report.executions > 0;
    // Most common first.
    if (!report.link_failures.empty() && report.link_failures.front().tests > report.executions / 2)
    {
        const jvm::LinkFailure& failure = report.link_failures.front();
        return fmt::format("{} of {} ended by {}", failure.tests,
            counted(report.executions, "execution"),
            failure.missing.empty() ?
                failure.error :
                fmt::format("the lack of {}: --class-path needs its jar, too", failure.missing));
    }
    if (is_stopped)
    {
        return fmt::format(
            "each of {} was stopped, as 'Stopped' above and workers in report.json "
            "tell; --probe-budget, --test-limit and --heap give them more",
            counted(report.executions, "execution"));
    }
    if (method)
    {
        return fmt::format("{}, or nothing that tests can call leads to {}",
            budget_reason(report, shown), *method);
    }
    return budget_reason(report, shown);
}

}  // namespace

Verdict judge_run(const jvm::JavaProblem& problem, std::size_t found, const std::string& rest,
    const std::string& advice, const jvm::JavaReport& report)
{
    if (report.tests > 0)
    {
        return {};
    }
    return no_tests(
        found > 0 ? why_none_proven(found, rest, advice, report) : why_none_found(problem, report));
}

}  // namespace sbst::cli
