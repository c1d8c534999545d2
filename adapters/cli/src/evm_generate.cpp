// SPDX-License-Identifier: Apache-2.0
// sbst evm generate: artifact in, suite out. Next: evm_replay.cpp.
#include "evm_commands.hpp"
#include "files.hpp"
#include "interrupt.hpp"
#include "print.hpp"
#include "reproduce.hpp"
#include "run_course.hpp"
#include "search_run.hpp"
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

/// The three files; their bytes depend on the subject and the options only (but for `machine`).
void write_results(const Settings& settings, const evm::ContractProblem& problem,
    const RunResult& result, const evm::Report& report)
{
    const std::string name = std::filesystem::path(settings.operands.front()).filename().string();
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
    for (const evm::GoalRow& row : report.goals)
    {
        if (row.is_shown && row.status == GoalStatus::open)
        {
            goals.push_back({evm::goal_text(row), row.reason});
        }
    }
    return goals;
}

void print_summary(const Settings& settings, const evm::Report& report)
{
    const GoalTotals totals = evm::count_goals(report);
    const Style style = style_for(stdout, settings.color);
    print_result(headline(style, report.subject.contract, totals.shown));
    print_result(Text(totals_table(totals)) + open_goals_text(open_goals(report), "suite.txt"));
    print_result("Rules of {}: {}\n", evm::to_string(report.fork.fork), report.fork.reason);
    print_result(run_text(report));
    print_result("Written: {}, suite.json, report.json\n", path_in(settings, "suite.txt"));
    print_result("Again:   {}\n",
        Text(reproduce_command("evm generate", settings, settings.operands.front())));
}

/// Tells whether goals are shown in getters, which tests do not call.
bool shows_idle_getters(const evm::ContractProblem& problem)
{
    bool are_shown = false;
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const GoalId goal(i);
        const bool is_getter = problem.goal_detail(goal).code.goal_class == evm::GoalClass::getter;
        are_shown = are_shown || (is_getter && problem.goals()[goal].is_sought());
    }
    return are_shown && !problem.options().call_getters;
}

/// Goals that nothing calls would silently stay open.
void warn_of_getters(const evm::ContractProblem& problem)
{
    if (shows_idle_getters(problem))
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
void check_deployment(
    const evm::ContractProblem& problem, const RunResult& result, const evm::Report& report)
{
    const bool is_deployed = std::any_of(result.suite.begin(), result.suite.end(),
        [&problem](const TestCase& test) { return deploys(problem, test); });
    const auto failure = is_deployed ? std::nullopt : problem.deployment_failure();
    if (failure)
    {
        throw ParseError(problem.artifact().file, problem.artifact().contract_name,
            "no test could deploy the contract: " + *failure);
    }
    // Goals in getters that no test calls need no deployment.
    const bool is_wanted = count_goals(report).shown.open > 0 && !shows_idle_getters(problem);
    if (!is_deployed && is_wanted)
    {
        print_note(
            "sbst: warning: no test of the suite deploys the contract, which can be done; a larger "
            "budget may find how\n");
    }
}

}  // namespace

ExitCode run_evm_generate(const Settings& settings)
{
    RunCourse course(settings);
    const InterruptWatch watch;
    evm::Artifact artifact = evm::load_artifact(settings.operands.front(), settings.contract);
    evm::ContractProblem problem(
        std::move(artifact), problem_options_of(settings), settings.operators);
    make_output_directory(settings.out, {"suite.txt", "suite.json", "report.json"});

    course.clear();
    warn_of_getters(problem);

    const RunResult result = course.search([&](const ProgressFunction& on_progress) {
        return evm::generate_suite(problem, settings.run, InterruptWatch::token(), on_progress);
    });
    if (InterruptWatch::exit_code() != ExitCode::ok && result.executions == 0)
    {
        return interrupted_too_early();
    }
    warn_of_failure(result);
    course.enter(RunPhase::reporting);
    evm::Report report = evm::make_report(problem, settings.run, result);
    report.phases = course.times();
    const Settings again = settings_of_run(settings, result);
    write_results(again, problem, result, report);
    course.clear();
    report.phases = course.times();
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
    check_deployment(problem, result, report);
    return ExitCode::ok;
}

}  // namespace sbst::cli
