// SPDX-License-Identifier: Apache-2.0
// sbst evm generate: artifact in, suite out. Next: replay.cpp.
#include "../../console/files.hpp"
#include "../../console/interrupt.hpp"
#include "../../console/print.hpp"
#include "../../console/terminal.hpp"
#include "../../options/solvers.hpp"
#include "../../run/reproduce.hpp"
#include "../../run/run_course.hpp"
#include "../../run/search_run.hpp"
#include "../../run/summary_json.hpp"
#include "commands.hpp"
#include "plug.hpp"
#include "settings.hpp"
#include "verdict.hpp"

#include <sbst/evm/output/writers.hpp>
#include <sbst/evm/render/executed_tests.hpp>
#include <sbst/evm/suite/mutation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

std::vector<std::string> formats_of(const Settings& settings)
{
    return chosen_formats(settings, evm::usual_formats);
}

/// The command for the files, which holds for any folder.
std::string reproduce_text(const Settings& settings)
{
    const std::string& operand = settings.operands.front();
    return reproduce_command("evm generate", settings,
        is_stream(operand) ? "-" : std::filesystem::path(operand).filename().string());
}

/// The files' bytes depend on the subject and the options only (but for `machine`).
/// @returns what was written, as named in the output folder.
std::vector<std::string> write_results(const Settings& settings, const evm::ContractSuite& suite)
{
    std::vector<std::string> names;
    std::vector<TextFile> files;
    for (OutputFile& file : write_formats(evm::contract_writers(), formats_of(settings), suite))
    {
        files.push_back({path_in(settings, file.name), std::move(file.text)});
        names.push_back(std::move(file.name));
    }
    write_files(files);
    return names;
}

/// What the chosen formats will write.
std::vector<std::string> files_to_write(const Settings& settings)
{
    std::vector<std::string> files;
    const std::vector<std::string> chosen = formats_of(settings);
    for (const FormatRow& row : evm_plug().formats())
    {
        if (is_chosen(chosen, row.name))
        {
            files.emplace_back(row.file);
        }
    }
    return files;
}

std::vector<OpenGoal> open_goals(const evm::Report& report)
{
    std::vector<OpenGoal> goals;
    for (const ReportedGoal& row : report.goals)
    {
        if (row.goal.is_shown && row.answer.status == GoalStatus::open)
        {
            goals.push_back({evm::goal_text(row.goal), row.answer.reason});
        }
    }
    return goals;
}

/// A pipe by the name that stands for any.
std::string again_text(const Settings& settings)
{
    const std::string& operand = settings.operands.front();
    return again_command("evm generate", settings, is_stream(operand) ? "-" : operand);
}

void print_summary(
    const Settings& settings, const evm::Report& report, const std::vector<std::string>& files)
{
    const GoalTotals totals = evm::count_goals(report);
    const Style style = style_for(stdout, settings.color);
    print_result(headline(style, report.subject.contract, totals.shown));
    print_result(Text(totals_table(totals)) +
                 (report.deployment_failure ?
                         Text() :
                         open_goals_text(open_goals(report), listing_file(formats_of(settings)))));
    print_result("Rules of {}: {}\n", evm::to_string(report.fork.fork), report.fork.reason);
    print_result(mutants_text(report));
    print_result(run_text(report));
    std::string written;
    for (const std::string& file : files)
    {
        written += written.empty() ? path_in(settings, file) : ", " + file;
    }
    print_result("Written: {}\n", written);
    print_result("Again:   {}\n", Text(again_text(settings)));
}

SummaryFacts summary_facts(const Settings& settings, const evm::Report& report,
    const std::vector<std::string>& files, const RunCourse& course, const Verdict& verdict)
{
    std::vector<std::string> paths;
    paths.reserve(files.size());
    for (const std::string& file : files)
    {
        paths.push_back(path_in(settings, file));
    }
    return {.command = "evm generate",
        .subject = report.subject.contract,
        .totals = evm::count_goals(report),
        .files = std::move(paths),
        .times = report.phases,
        .warnings = course.warnings(),
        .verdict = verdict,
        .again = again_text(settings)};
}

/// The suite may grow by calls that kill.
MutationScore score_mutants(evm::ContractProblem& problem, RunResult& result, RunCourse& course)
{
    const StopToken stop = InterruptWatch::token();
    course.enter(RunPhase::proving, "mutants");
    evm::ask_about_mutants(problem, result, stop);
    return evm::run_mutants(
        problem, result, stop, [&course](std::size_t mutant, std::size_t mutants) {
            course.enter(RunPhase::proving, fmt::format("mutant {} of {}", mutant + 1, mutants));
        });
}

Verdict verdict_on(
    const evm::ContractProblem& problem, const evm::Report& report, const Settings& settings)
{
    const ExitCode interrupted = InterruptWatch::exit_code();
    return interrupted == ExitCode::ok ?
               judge_run(problem, report, listing_file(formats_of(settings))) :
               interrupted_run(interrupted,
                   fmt::format("what was found is in {}, perhaps with more calls than needed",
                       settings.out));
}

}  // namespace

ExitCode run_evm_generate(const Settings& settings)
{
    RunCourse course(settings);
    // A pipe may give nothing for long, and until then a signal has nothing to save.
    evm::Artifact artifact = load_input(settings.operands.front(), evm_of(settings).contract);
    const InterruptWatch watch;
    const RunSpec spec = spec_of_run(settings);
    evm::ContractProblem problem(
        std::move(artifact), problem_options_of(settings), settings.operators);
    make_output_directory(settings.out, files_to_write(settings));

    for (std::string& warning : warnings_before(problem))
    {
        course.warn(std::move(warning));
    }

    RunResult result = course.search([&](const ProgressFunction& on_progress) {
        return evm::generate_suite(problem, spec, InterruptWatch::token(), on_progress);
    });
    if (InterruptWatch::exit_code() != ExitCode::ok && result.executions == 0)
    {
        course.clear();
        return interrupted_too_early();
    }
    warn_of_result(result, settings.run.budget, course);
    warn_of_refinement(settings.refinement, result, course);
    std::optional<MutationScore> mutation =
        settings.mutation_score ? std::optional(score_mutants(problem, result, course)) :
                                  std::nullopt;
    course.enter(RunPhase::reporting);
    std::vector<ExecutedTest> tests = evm::execute_tests(problem, result.suite);
    const bool deploys = std::any_of(tests.begin(), tests.end(), evm::has_deployed);
    evm::Report report = evm::make_report(problem, settings.run, result, tests);
    report.mutation = std::move(mutation);
    report.phases = course.times();
    const Settings again = settings_of_run(settings, result);
    const std::vector<std::string> files = write_results(again,
        evm::make_contract_suite(problem, result, report, std::move(tests), reproduce_text(again)));
    for (std::string& warning : warnings_behind(problem, deploys, report))
    {
        course.warn(std::move(warning));
    }
    course.clear();
    report.phases = course.times();
    const Verdict verdict = verdict_on(problem, report, settings);
    if (settings.json)
    {
        print_result(
            Text(summary_json(report, summary_facts(again, report, files, course, verdict))));
    }
    else if (!settings.quiet)
    {
        print_summary(again, report, files);
    }
    if (settings.verbose)
    {
        print_note("{} calls and {} instructions interpreted, {} executions repeated\n",
            problem.interpreted_calls(), problem.interpreted_steps(), result.reruns);
    }
    return say(verdict);
}

}  // namespace sbst::cli
