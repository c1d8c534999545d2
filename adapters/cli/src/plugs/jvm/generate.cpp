// SPDX-License-Identifier: Apache-2.0
// sbst jvm generate: class in, proven tests out. Next: subject.hpp, files.hpp,
// summary.hpp, ../../run/search_run.hpp.
#include "../../console/files.hpp"
#include "../../console/interrupt.hpp"
#include "../../console/print.hpp"
#include "../../console/text_layout.hpp"
#include "../../options/solvers.hpp"
#include "../../run/reproduce.hpp"
#include "../../run/run_course.hpp"
#include "../../run/search_run.hpp"
#include "../../run/summary_json.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "schedule.hpp"
#include "settings.hpp"
#include "subject.hpp"
#include "summary.hpp"
#include "verdict.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/exec/temporary_folder.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/output/class_suite.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/report/report.hpp>
#include <sbst/jvm/suite/generate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sbst::cli
{

namespace
{

using Clock = StopToken::Clock;
using Seconds = std::chrono::duration<double>;

/// A user who interrupts still gets tests that pass, if that is quick.
constexpr std::chrono::milliseconds interrupted_proof{15'000};
/// A process that terminates this one, or hangs up, may kill it after some 10 s.
constexpr std::chrono::milliseconds terminated_proof{4'000};

std::chrono::milliseconds proof_after_interrupt()
{
    return InterruptWatch::exit_code() == ExitCode::interrupted ? interrupted_proof :
                                                                  terminated_proof;
}

/// What all parts of a run use.
struct Work
{
    const Settings& settings;
    JvmTools tools;
    std::filesystem::path scratch;
    Schedule& schedule;
    RunCourse& course;
};

jvm::ProofOptions proof_options(const Work& work)
{
    const JvmTools& tools = work.tools;
    const Schedule& schedule = work.schedule;
    const bool is_interrupted = InterruptWatch::exit_code() != ExitCode::ok;
    std::chrono::milliseconds limit = schedule.proof_limit();
    // Within a deadline, choosing assertions and scoring take a fifth of the time each.
    constexpr int parts = 5;
    const std::chrono::milliseconds for_mutants = limit / parts;
    const bool is_shared = work.settings.mutation_score && jvm_of(work.settings).deadline;
    limit -= is_shared ? 2 * for_mutants : std::chrono::milliseconds{};
    jvm::ProofOptions options{.tools = {.java_home = tools.java_home,
                                  .program = tools.referee_jar,
                                  .jars = tools.jars,
                                  .other_java = tools.newer_java,
                                  .scratch = work.scratch,
                                  .launcher = tools.launcher},
        .junit = jvm_of(work.settings).junit,
        .seed = work.settings.run.seed,
        .limit = is_interrupted ? std::min(limit, proof_after_interrupt()) : limit,
        // After an interrupted search the limit is short; before, an interrupt ends the proof.
        .stop = schedule.until_end(is_interrupted ? StopToken{} : InterruptWatch::token()),
        .was_interrupted = is_interrupted,
        .mutation_score = work.settings.mutation_score};
    if (is_shared || is_interrupted)
    {
        options.mutation_limit = is_interrupted ? std::chrono::milliseconds{} : for_mutants;
    }
    return options;
}

/// `run 2 of 4 (again), 9 tests`.
std::string proof_step(const jvm::ProofProgress& progress)
{
    const jvm::RefereeStep& step = progress.step;
    const std::string tests = counted(progress.tests, "test");
    const std::string round =
        progress.round > 1 ? fmt::format(", round {}", progress.round) : std::string();
    if (step.step <= 1)
    {
        return fmt::format("{} {}{}", step.step == 0 ? "writing" : "compiling", tests, round);
    }
    return fmt::format(
        "run {} of {} ({}), {}{}", step.step - 1, step.steps - 1, step.run, tests, round);
}

/// Says so when there is nothing that a test could begin with.
void check_callable(jvm::JavaProblem& problem)
{
    Rng rng(1);
    if (problem.generate(rng).length() == 0)
    {
        throw ParseError(problem.options().class_name, "",
            fmt::format("tests {} can call nothing of it: it is not accessible there, or nothing "
                        "makes the objects that it needs; {}",
                problem.plan().package.empty() ?
                    std::string("in the unnamed package") :
                    "in package " + jvm::binary_name(problem.plan().package),
                problem.options().package ?
                    "without --package they stand in its own, where more is accessible" :
                    "test a class that uses it"));
    }
}

/// `; not proven: 3 tests, in NAME`; empty without such tests.
std::string unproven_text(const Settings& settings, const jvm::ProvenSuite& proven)
{
    const std::size_t unproven = proven.unproven.suite.tests.size();
    return unproven == 0 ? std::string() :
                           fmt::format("; not proven: {}, in {}", counted(unproven, "test"),
                               path_in(settings, proven.unproven.source.file_name));
}

/// What a deadline cost is told, with what to change; without any test the verdict says it.
void warn_of_unproven(const Settings& settings, const jvm::ProvenSuite& proven,
    const std::string& advice, RunCourse& course)
{
    const std::size_t late = proven.unproven.suite.tests.size();
    const bool has_none = proven.main.suite.tests.empty() && proven.suspicious.suite.tests.empty();
    if (late > 0 && !has_none && proven.unproven.cause == jvm::UnprovenCause::deadline)
    {
        course.warn(fmt::format("time was up before {} {} proven; {} in {}; {}",
            counted(late, "test"), late == 1 ? "was" : "were", late == 1 ? "it is" : "they are",
            path_in(settings, proven.unproven.source.file_name), advice));
    }
}

/// What broke beside tests that are proven is told, and costs only what it was needed for; without
/// any test it is the run's end.
void warn_of_breaks(const Settings& settings, const jvm::ProvenSuite& proven,
    const jvm::JavaReport& report, RunCourse& course)
{
    if (report.tests > 0 && proven.failure)
    {
        course.warn(
            fmt::format("what was needed for the proof broke, so not all of it was done: {}{}",
                first_line(text_of(proven.failure)), unproven_text(settings, proven)));
    }
    if (!report.unobserved.empty())
    {
        course.warn(fmt::format("which lines the tests execute is unknown: {}", report.unobserved));
    }
}

Verdict judge(const Work& work, const jvm::JavaProblem& problem, std::size_t found,
    const jvm::ProvenSuite& proven, const jvm::JavaReport& report)
{
    const std::string rest = unproven_text(work.settings, proven);
    const ExitCode interrupted = InterruptWatch::exit_code();
    if (interrupted != ExitCode::ok)
    {
        return interrupted_run(interrupted,
            report.tests == 0 ? fmt::format("no test was proven{}", rest) :
                                fmt::format("what was found and could be proven is in {}{}",
                                    work.settings.out, rest));
    }
    if (proven.failure && report.tests == 0)
    {
        return broken_run(proven.failure, "the proof", rest);
    }
    return judge_run(problem, found, rest, work.schedule.advice(), report);
}

SummaryFacts summary_facts(const Settings& settings, const jvm::JavaReport& report,
    const std::vector<std::string>& files, const RunCourse& course, const Verdict& verdict)
{
    SummaryFacts facts{.command = "jvm generate",
        .subject = report.subject.class_name,
        .totals = report.totals,
        .files = files,
        .times = report.phases,
        .warnings = course.warnings(),
        .verdict = verdict,
        .again = again_command("jvm generate", settings, ""),
        .proof = ProofSummary{.runs = {},
            .dropped = report.dropped.size(),
            .dropped_assertions = report.dropped_assertions}};
    for (const jvm::RefereeRunReport& run : report.referee.runs)
    {
        facts.proof->runs.push_back(run.name);
    }
    return facts;
}

/// @returns nothing when a signal came before the workers were ready.
/// @throws ConfigError when they are not ready by the time that the deadline leaves them.
std::unique_ptr<jvm::JavaProblem> make_problem(const Work& work)
{
    jvm::JavaProblemOptions options =
        java_problem_options(work.settings, work.tools, work.scratch / "work");
    options.start_stop = work.schedule.start_stop(InterruptWatch::token());
    std::unique_ptr<jvm::JavaProblem> problem = start_problem(options);
    if (problem || options.start_stop.was_interrupted())
    {
        return problem;
    }
    throw ConfigError(
        fmt::format("--deadline {} is too short here: no worker was ready after three quarters of "
                    "it; this machine is busy, or an initialiser of the class is slow",
            jvm_of(work.settings).deadline->count()));
}

/// Makes the folder, refuses one where files of others stand, and tells what the run should know
/// before the search begins.
void prepare_output(const Work& work, const jvm::JavaProblem& problem)
{
    make_output_directory(work.settings.out, files_to_write(work.settings, problem));
    check_places(work.settings, problem);
    for (const std::string& warning :
        {problem.workers().isolation_warning(), work.schedule.warning()})
    {
        if (!warning.empty())
        {
            work.course.warn(warning);
        }
    }
}

/// Nothing where nothing was found.
jvm::ProvenSuite prove(const Work& work, jvm::JavaProblem& problem, RunResult& result)
{
    if (result.suite.empty())
    {
        return {};
    }
    if (InterruptWatch::exit_code() != ExitCode::ok)
    {
        print_note("sbst: interrupted; proving what was found, some {} s at most\n",
            Seconds(proof_after_interrupt()).count());
    }
    work.schedule.measure_again();
    jvm::ProofOptions options = proof_options(work);
    options.on_progress = [&work](const jvm::ProofProgress& progress) {
        work.course.enter(RunPhase::proving, proof_step(progress));
    };
    options.on_mutants = [&work](const jvm::MutationProgress& progress) {
        work.course.enter(RunPhase::proving,
            fmt::format("{} of {}", progress.done, counted(progress.mutants, "mutant")));
    };
    jvm::ProvenSuite proven = jvm::prove_suite(problem, result, options);
    work.course.clear();
    return proven;
}

/// The summary: the one for people, or the one for programs.
void print_outcome(const Settings& again, const jvm::JavaReport& report,
    const std::vector<std::string>& files, const RunCourse& course, const Verdict& verdict)
{
    if (again.json)
    {
        print_result(
            Text(summary_json(report, summary_facts(again, report, files, course, verdict))));
    }
    else if (!again.quiet)
    {
        print_summary(again, report, files);
    }
}

}  // namespace

ExitCode run_jvm_generate(const Settings& settings)
{
    const Clock::time_point start = process_start();
    Schedule schedule(jvm_of(settings).deadline, start);
    RunCourse course(settings);
    const InterruptWatch watch;
    const jvm::TemporaryFolder scratch({}, "sbst");
    const Work work{settings, find_jvm_tools(jvm_of(settings)), scratch.path(), schedule, course};
    const auto started = make_problem(work);
    if (!started || InterruptWatch::exit_code() != ExitCode::ok)
    {
        course.clear();
        return interrupted_too_early();
    }
    jvm::JavaProblem& problem = *started;
    schedule.measure(problem.workers().start_times());
    check_callable(problem);
    prepare_output(work, problem);

    const RunSpec spec = schedule.search_spec(spec_of_run(settings));
    RunResult result = course.search([&](const ProgressFunction& on_progress) {
        return jvm::search_suite(
            problem, spec, schedule.until_end(InterruptWatch::token()), on_progress);
    });
    if (InterruptWatch::exit_code() != ExitCode::ok && result.executions == 0)
    {
        course.clear();
        return interrupted_too_early();
    }
    warn_of_result(result, spec.budget, course);
    warn_of_refinement(settings.refinement, result, course);
    const std::size_t found = result.suite.size();
    const jvm::ProvenSuite proven = prove(work, problem, result);
    warn_of_unproven(settings, proven, schedule.advice(), course);
    course.enter(RunPhase::reporting);
    const jvm::ObservedRun observed =
        jvm::observe_suite(problem, result.suite, schedule.until_end(StopToken{}));
    jvm::JavaReport report = jvm::make_java_report(problem, spec, result, proven, observed);
    report.phases = course.times();
    const std::vector<std::string> files = write_results(settings, problem,
        jvm::make_class_suite({problem, result, proven, report, observed},
            reproduce_command("jvm generate", settings_of_run(settings, result), "")));
    course.clear();
    report.phases = course.times();
    warn_of_breaks(settings, proven, report, course);
    const Verdict verdict = judge(work, problem, found, proven, report);
    print_outcome(settings_of_run(settings, result), report, files, course, verdict);
    const bool is_end = verdict.code != ExitCode::ok && verdict.code != InterruptWatch::exit_code();
    if (is_end && proven.failure)
    {
        print_note("sbst: the proof broke{}\n", unproven_text(settings, proven));
        std::rethrow_exception(proven.failure);
    }
    return say(verdict);
}

}  // namespace sbst::cli
