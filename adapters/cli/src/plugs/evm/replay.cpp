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

std::vector<std::size_t> covered_goals(const std::vector<ReportedGoal>& rows)
{
    std::vector<std::size_t> ids;
    for (const ReportedGoal& row : rows)
    {
        if (row.answer.status == GoalStatus::covered)
        {
            ids.push_back(row.id);
        }
    }
    return ids;
}

void print_missing(std::string_view heading, const std::vector<std::size_t>& from,
    const std::vector<std::size_t>& without, const std::vector<ReportedGoal>& rows)
{
    std::vector<std::size_t> difference;
    std::set_difference(
        from.begin(), from.end(), without.begin(), without.end(), std::back_inserter(difference));
    for (const std::size_t id : difference)
    {
        print_note("  {}: {}\n", heading,
            id < rows.size() ? evm::goal_text(rows[id].goal) : fmt::format("goal {}", id));
    }
}

ExitCode compare(
    const Settings& settings, const evm::ExpectedCoverage& expected, const evm::Report& report)
{
    const std::string suite = shown_input(settings.operands.front());
    const std::string expect = shown_input(evm_of(settings).expect);
    if (expected.creation_code_hash != report.subject.creation_code_hash)
    {
        print_note(
            "{} is a report of other code than {} was run on: creation code {}, expected {}\n",
            expect, suite, expected.creation_code_hash, report.subject.creation_code_hash);
        return ExitCode::mismatch;
    }
    const std::vector<std::size_t> covered = covered_goals(report.goals);
    if (expected.covered == covered && expected.totals == evm::count_goals(report))
    {
        return ExitCode::ok;
    }
    print_note("{} covers {} goals of all classes, {} says {}\n", suite, covered.size(), expect,
        expected.covered.size());
    if (expected.covered == covered)
    {
        print_note("  the same ones, but not the same goals are shown: {} against {}\n",
            evm::count_goals(report).shown.goals, expected.totals.shown.goals);
    }
    print_missing("no longer covered", expected.covered, covered, report.goals);
    print_missing("newly covered", covered, expected.covered, report.goals);
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
