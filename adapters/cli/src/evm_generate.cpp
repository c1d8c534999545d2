// SPDX-License-Identifier: Apache-2.0
// sbst evm generate: artifact in, suite out. Next: evm_replay.cpp.
#include "evm_commands.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "reproduce.hpp"
#include "terminal.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/render/suite_json.hpp>
#include <sbst/evm/render/suite_text.hpp>
#include <sbst/evm/render/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace sbst::cli
{

namespace
{

constexpr std::size_t most_open_goals = 10;

ProgressForm progress_form(const Settings& settings)
{
    const bool is_live = is_live_terminal(stderr);
    if (settings.progress == When::never ||
        (settings.progress == When::automatic && settings.quiet))
    {
        return ProgressForm::none;
    }
    return is_live ? ProgressForm::live : ProgressForm::lines;
}

RunResult run_search(evm::ContractProblem& problem, const Settings& settings)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    ProgressPrinter printer(
        progress_form(settings), settings.run.budget.max_executions, [](std::string_view text) {
            print_note("{}", text);
            static_cast<void>(std::fflush(stderr));
        });
    RunResult result = evm::generate_suite(problem, settings.run, InterruptWatch::token(),
        [&printer, start](
            const RunProgress& progress) { printer.update(progress, Clock::now() - start); });
    printer.finish();
    return result;
}

std::string path_in(const Settings& settings, const char* name)
{
    return (std::filesystem::path(settings.out) / name).string();
}

/// The settings that give this result again: a run that the clock or somebody ended is one of so
/// many executions.
Settings settings_of_run(Settings settings, const RunResult& result)
{
    if (result.stopped_by == StopReason::interrupted || result.stopped_by == StopReason::seconds)
    {
        settings.run.budget.max_executions = result.executions;
        settings.run.budget.max_seconds.reset();
    }
    return settings;
}

/// The three files; their bytes depend on the subject and the options only (but for `machine`).
void write_results(const Settings& settings, const evm::ContractProblem& problem,
    const RunResult& result, const evm::Report& report)
{
    const std::string name = std::filesystem::path(settings.operands.front()).filename().string();
    const std::string command = reproduce_command(settings, name);
    const auto tests = evm::describe_suite(problem, result, report.goals);
    write_file(path_in(settings, "suite.txt"), evm::write_suite_text(report, tests, command));
    write_file(path_in(settings, "suite.json"),
        evm::write_suite(problem, result.suite, {report.algorithm, report.seed, command}));
    write_file(path_in(settings, "report.json"), evm::write_report(report));
}

std::string open_goals(const evm::Report& report)
{
    std::string text;
    std::size_t count = 0;
    for (const evm::GoalRow& row : report.goals)
    {
        if (!row.is_shown || row.status != GoalStatus::open)
        {
            continue;
        }
        if (++count <= most_open_goals)
        {
            text += fmt::format("  {} - {}\n", evm::goal_text(row), row.reason);
        }
    }
    if (count > most_open_goals)
    {
        text += fmt::format("  and {} more, see suite.txt\n", count - most_open_goals);
    }
    return text.empty() ? text : "Open goals\n" + text;
}

void print_summary(const Settings& settings, const evm::Report& report)
{
    const Style style = style_for(stdout, settings.color);
    const GoalTotals totals = evm::count_goals(report);
    const GoalCounts& shown = totals.shown;
    const std::string open = fmt::format("{} open", shown.open);
    print_result("{}: {} of {} goals covered, {} infeasible, {}\n",
        style.strong(report.subject.contract), shown.covered, shown.goals, shown.infeasible,
        shown.open == 0 ? style.good(open) : style.bad(open));
    print_result("{}{}", totals_table(totals), open_goals(report));
    print_result("Rules of {}: {}\n", evm::to_string(report.fork.fork), report.fork.reason);
    print_result("{} with {}; {}, seed {}, {} in {:.2f} s, stopped by: {}\n",
        counted(report.tests, "test"), counted(report.statements, "call"),
        report.algorithm, report.seed, counted(report.executions, "execution"), report.seconds,
        to_string(report.stopped_by));
    print_result("Written: {}, suite.json, report.json\n", path_in(settings, "suite.txt"));
    print_result("Again:   {}\n", reproduce_command(settings, settings.operands.front()));
}

/// Goals that nothing calls would silently stay open.
void warn_of_getters(const evm::ContractProblem& problem)
{
    bool are_shown = false;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const GoalId goal(i);
        const bool is_getter = problem.goal_detail(goal).code.goal_class == evm::GoalClass::getter;
        are_shown = are_shown || (is_getter && problem.goals()[goal].is_sought());
    }
    if (are_shown && !problem.options().call_getters)
    {
        print_note(
            "sbst: warning: goals in getters are shown, but tests call getters only with "
            "--call-getters\n");
    }
}

bool deploys(const evm::ContractProblem& problem, const TestCase& test)
{
    return problem.describe(test).front().kind == OutcomeKind::returned;
}

/// Nothing is covered when no constructor call ever succeeds. A suite without a deployment that
/// succeeds does not prove that: perhaps no shown goal needs one.
void check_deployment(const evm::ContractProblem& problem, const RunResult& result)
{
    const bool is_deployed = std::any_of(result.suite.begin(), result.suite.end(),
        [&problem](const TestCase& test) { return deploys(problem, test); });
    const auto failure = is_deployed ? std::nullopt : problem.deployment_failure();
    if (failure)
    {
        throw ParseError(problem.artifact().file, problem.artifact().contract_name,
            "no test could deploy the contract: " + *failure);
    }
}

}  // namespace

ExitCode run_evm_generate(const Settings& settings)
{
    evm::Artifact artifact = evm::load_artifact(settings.operands.front(), settings.contract);
    evm::ContractProblem problem(std::move(artifact), settings.problem, settings.operators);
    make_output_directory(settings.out);

    warn_of_getters(problem);

    const InterruptWatch watch;
    const RunResult result = run_search(problem, settings);
    const evm::Report report = evm::make_report(problem, settings.run, result);
    const Settings again = settings_of_run(settings, result);
    write_results(again, problem, result, report);
    if (!settings.quiet)
    {
        print_summary(again, report);
    }
    if (settings.verbose)
    {
        print_note("{} calls and {} instructions interpreted, {} executions repeated\n",
            problem.interpreted_calls(), problem.interpreted_steps(), result.reruns);
    }
    const ExitCode interrupted = InterruptWatch::exit_code();
    if (interrupted != ExitCode::ok)
    {
        print_note(
            "sbst: interrupted; what was found is in {}, perhaps with more calls than needed\n",
            settings.out);
        return interrupted;
    }
    check_deployment(problem, result);
    return ExitCode::ok;
}

}  // namespace sbst::cli
