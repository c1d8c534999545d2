// SPDX-License-Identifier: Apache-2.0
// The whole report.json of one run, for any adapter: the fields of libsbst/docs/report-json.md
// under "All languages", in the form of this repository's adapters. Next: run_summary.hpp.
#pragma once

#include <sbst/problem/problem.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/run/run.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

/// The version of what write_report() writes; it rises with each change of a field.
inline constexpr std::size_t run_report_schema = 5;

/// What was tested, as name and text: {"class", "Calculator"}.
using SubjectFacts = std::vector<std::pair<std::string, std::string>>;

/// A run with its goals.
struct RunReport : RunSummary
{
    SubjectFacts subject;
    std::vector<ReportedGoal> goals;
};

// clang-format off
/// A problem that knows more about its goals than the core: their function, class, group and place
/// in the source. It changes the entries in place.
template <class P>
concept DescribesGoals = requires(const P& problem, GoalId goal, ReportedGoal& reported)
{
    problem.describe(goal, reported);
};
// clang-format on

/// Counts goals by group, groups in the order of their first goal.
[[nodiscard]] GoalTotals count_goals(const std::vector<ReportedGoal>& goals);

/// Collects what a run found; `result` is generate()'s, on the same problem.
template <SequenceProblem P>
[[nodiscard]] RunReport make_run_report(const P& problem, const RunSpec& spec,
    const RunResult& result, SubjectFacts subject = {}, std::size_t jobs = 1)
{
    RunReport report;
    static_cast<RunSummary&>(report) = summarise(spec, result, jobs);
    report.subject = std::move(subject);
    report.goals = reported_goals(problem.goals(), result.answers);
    if constexpr (DescribesGoals<P>)
    {
        for (ReportedGoal& goal : report.goals)
        {
            problem.describe(GoalId(goal.id), goal);
        }
    }
    return report;
}

/// The text of report.json, with a newline at its end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string write_report(const RunReport& report);

/// The text of report.json in one call.
template <SequenceProblem P>
[[nodiscard]] std::string write_report(const P& problem, const RunSpec& spec,
    const RunResult& result, SubjectFacts subject = {}, std::size_t jobs = 1)
{
    return write_report(make_run_report(problem, spec, result, std::move(subject), jobs));
}

}  // namespace sbst
