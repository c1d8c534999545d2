// SPDX-License-Identifier: Apache-2.0
// sbst evm generate: artifact in, suite out. Next: replay.cpp.
#include "../../console/files.hpp"
#include "../../console/interrupt.hpp"
#include "../../console/print.hpp"
#include "../../console/terminal.hpp"
#include "../../run/reproduce.hpp"
#include "../../run/run_course.hpp"
#include "../../run/search_run.hpp"
#include "../../run/summary_json.hpp"
#include "commands.hpp"
#include "settings.hpp"
#include "verdict.hpp"

#include <sbst/evm/render/suite_json.hpp>
#include <sbst/evm/render/suite_text.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sbst::cli
{

namespace
{

/// The three files; their bytes depend on the subject and the options only (but for `machine`).
void write_results(const Settings& settings, const evm::ContractProblem& problem,
    const RunResult& result, const evm::Report& report)
{
    const std::string& operand = settings.operands.front();
    const std::string name =
        is_stream(operand) ? "-" : std::filesystem::path(operand).filename().string();
    const std::string command = reproduce_command("evm generate", settings, name);
    const auto tests = evm::describe_suite(problem, result, report.goals);
    write_files({{path_in(settings, "suite.txt"), evm::write_suite_text(report, tests, command)},
        {path_in(settings, "suite.json"),
            evm::write_suite(problem, result.suite, {report.algorithm, report.seed, command})},
        {path_in(settings, "report.json"), evm::write_report(report)}});
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

void print_summary(const Settings& settings, const evm::Report& report)
{
    const GoalTotals totals = evm::count_goals(report);
    const Style style = style_for(stdout, settings.color);
    print_result(headline(style, report.subject.contract, totals.shown));
    print_result(
        Text(totals_table(totals)) +
        (report.deployment_failure ? Text() : open_goals_text(open_goals(report), "suite.txt")));
    print_result("Rules of {}: {}\n", evm::to_string(report.fork.fork), report.fork.reason);
    print_result(run_text(report));
    print_result("Written: {}, suite.json, report.json\n", path_in(settings, "suite.txt"));
    print_result("Again:   {}\n", Text(again_text(settings)));
}

std::vector<std::string> written_files(const Settings& settings)
{
    return {path_in(settings, "suite.txt"), path_in(settings, "suite.json"),
        path_in(settings, "report.json")};
}

SummaryFacts summary_facts(const Settings& settings, const evm::Report& report,
    const RunCourse& course, const Verdict& verdict)
{
    return {.command = "evm generate",
        .subject = report.subject.contract,
        .totals = evm::count_goals(report),
        .files = written_files(settings),
        .times = report.phases,
        .warnings = course.warnings(),
        .verdict = verdict,
        .again = again_text(settings)};
}

}  // namespace

ExitCode run_evm_generate(const Settings& settings)
{
    RunCourse course(settings);
    // A pipe may give nothing for long, and until then a signal has nothing to save.
    evm::Artifact artifact = load_input(settings.operands.front(), evm_of(settings).contract);
    const InterruptWatch watch;
    evm::ContractProblem problem(
        std::move(artifact), problem_options_of(settings), settings.operators);
    make_output_directory(settings.out, {"suite.txt", "suite.json", "report.json"});

    for (std::string& warning : warnings_before(problem))
    {
        course.warn(std::move(warning));
    }

    const RunResult result = course.search([&](const ProgressFunction& on_progress) {
        return evm::generate_suite(problem, settings.run, InterruptWatch::token(), on_progress);
    });
    if (InterruptWatch::exit_code() != ExitCode::ok && result.executions == 0)
    {
        course.clear();
        return interrupted_too_early();
    }
    warn_of_failure(result, course);
    course.enter(RunPhase::reporting);
    evm::Report report = evm::make_report(problem, settings.run, result);
    report.phases = course.times();
    const Settings again = settings_of_run(settings, result);
    write_results(again, problem, result, report);
    for (std::string& warning : warnings_behind(problem, result, report))
    {
        course.warn(std::move(warning));
    }
    course.clear();
    report.phases = course.times();
    const ExitCode interrupted = InterruptWatch::exit_code();
    const Verdict verdict =
        interrupted == ExitCode::ok ?
            judge_run(problem, report) :
            interrupted_run(interrupted,
                fmt::format(
                    "what was found is in {}, perhaps with more calls than needed", settings.out));
    if (settings.json)
    {
        print_result(Text(summary_json(report, summary_facts(again, report, course, verdict))));
    }
    else if (!settings.quiet)
    {
        print_summary(again, report);
    }
    if (settings.verbose)
    {
        print_note("{} calls and {} instructions interpreted, {} executions repeated\n",
            problem.interpreted_calls(), problem.interpreted_steps(), result.reruns);
    }
    return say(verdict);
}

}  // namespace sbst::cli
