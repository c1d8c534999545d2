// SPDX-License-Identifier: Apache-2.0
// sbst evm replay: executes a written suite; stored coverage is ignored.
#include "../../console/files.hpp"
#include "../../console/print.hpp"
#include "../../console/terminal.hpp"
#include "commands.hpp"
#include "settings.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/render/report.hpp>
#include <sbst/evm/render/suite_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace sbst::cli
{

namespace
{

/// Goals that are in one list of keys alone.
void print_missing(std::string_view heading, const std::vector<std::string>& from,
    const std::vector<std::string>& without, const std::vector<ReportedGoal>& rows)
{
    std::vector<std::string> difference;
    std::set_difference(
        from.begin(), from.end(), without.begin(), without.end(), std::back_inserter(difference));
    for (const std::string& key : difference)
    {
        const auto row = std::find_if(rows.begin(), rows.end(),
            [&key](const ReportedGoal& candidate) { return evm::goal_key(candidate) == key; });
        print_note("  {}: {}\n", heading, row == rows.end() ? key : evm::goal_text(row->goal));
    }
}

/// The totals as a suite alone tells them: what the run of a solver proved infeasible is open.
GoalTotals without_proofs(GoalTotals totals)
{
    const auto forget = [](GoalCounts& counts) {
        counts.open += counts.infeasible;
        counts.infeasible = 0;
    };
    forget(totals.shown);
    for (CoverageCounts& row : totals.by_criterion)
    {
        forget(row.counts);
    }
    for (ClassCounts& row : totals.by_class)
    {
        forget(row.counts);
    }
    return totals;
}

ExitCode compare(
    const Settings& settings, const evm::ExpectedCoverage& expected, const evm::Report& report)
{
    const std::string suite = shown_input(settings.operands.front());
    const std::string expect = shown_input(evm_of(settings).expect);
    const evm::ExpectedCoverage found = evm::expected_coverage(report);
    if (expected.creation_code_hash != found.creation_code_hash)
    {
        print_note(
            "{} is a report of other code than {} was run on: creation code {}, expected {}\n",
            expect, suite, expected.creation_code_hash, found.creation_code_hash);
        return ExitCode::mismatch;
    }
    if (expected.covered == found.covered &&
        without_proofs(expected.totals) == without_proofs(found.totals))
    {
        return ExitCode::ok;
    }
    print_note("{} covers {} goals of all classes, {} says {}\n", suite, found.covered.size(),
        expect, expected.covered.size());
    if (expected.covered == found.covered)
    {
        print_note("  the same ones, but not the same goals are shown: {} against {}\n",
            found.totals.shown.goals, expected.totals.shown.goals);
    }
    print_missing("no longer covered", expected.covered, found.covered, report.goals);
    print_missing("newly covered", found.covered, expected.covered, report.goals);
    return ExitCode::mismatch;
}

void print_coverage(const Settings& settings, const evm::Report& report)
{
    const Style style = style_for(stdout, settings.color);
    const GoalTotals totals = evm::count_goals(report);
    print_result("{}: {} with {} cover {} of {} goals, {} infeasible, {} open\n",
        style.strong(report.subject.contract), counted(report.tests, "test"),
        counted(report.calls, "call"), totals.shown.covered, totals.shown.goals,
        totals.shown.infeasible, totals.shown.open);
    print_result(Text(totals_table(totals)));
}

/// A configuration file may name the contract for other commands; on the command line it is a
/// mistake.
void check_options(const Settings& settings)
{
    const bool is_typed =
        std::find(settings.typed.begin(), settings.typed.end(), "contract") != settings.typed.end();
    if (is_typed && evm_of(settings).artifact.empty())
    {
        throw ConfigError("--contract needs --artifact: a suite holds one contract");
    }
}

}  // namespace

ExitCode run_evm_replay(const Settings& settings)
{
    check_options(settings);
    const std::string& file = settings.operands.front();
    evm::SuiteFile suite = evm::parse_suite(read_file(file), shown_input(file));
    std::optional<evm::ExpectedCoverage> expected;
    if (!evm_of(settings).expect.empty())
    {
        expected = evm::parse_report(
            read_file(evm_of(settings).expect), shown_input(evm_of(settings).expect));
    }
    evm::Artifact artifact = evm_of(settings).artifact.empty() ?
                                 suite.artifact :
                                 load_input(evm_of(settings).artifact, evm_of(settings).contract);
    suite.options.jobs = settings.jobs;
    evm::ContractProblem problem(std::move(artifact), suite.options);
    const RunResult result = evm::replay_suite(problem, evm::read_tests(suite, problem));
    const evm::Report report = evm::make_report(problem, settings.run, result);
    if (settings.json)
    {
        print_result(Text(evm::write_coverage(report)));
    }
    else if (!settings.quiet)
    {
        print_coverage(settings, report);
    }
    return expected ? compare(settings, *expected, report) : ExitCode::ok;
}

}  // namespace sbst::cli
