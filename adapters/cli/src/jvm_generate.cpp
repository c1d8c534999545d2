// SPDX-License-Identifier: Apache-2.0
// sbst jvm generate: class in, proven tests out. Next: jvm_subject.hpp, search_run.hpp.
#include "files.hpp"
#include "interrupt.hpp"
#include "jvm_commands.hpp"
#include "jvm_subject.hpp"
#include "print.hpp"
#include "reproduce.hpp"
#include "search_run.hpp"
#include "terminal.hpp"

#include <sbst/error.hpp>
#include <sbst/jvm/generate.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/jvm/render/report.hpp>
#include <sbst/jvm/surface/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace sbst::cli
{

namespace
{

using Clock = StopToken::Clock;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t most_dropped = 5;
/// Of what is left when the search begins, the share that the proof gets under a deadline.
constexpr double proof_share = 0.35;
/// For what comes behind the proof (measuring lines, writing files), and for the last of its runs,
/// which may take that much longer.
constexpr Seconds end_reserve{8.0};
/// Whoever interrupts still gets tests that pass, if that is quick.
constexpr std::chrono::milliseconds interrupted_proof{15'000};

/// How a deadline for everything is shared out.
class Schedule
{
public:
    Schedule(const Settings& settings, Clock::time_point start)
    {
        if (settings.jvm.deadline)
        {
            m_end = start + std::chrono::duration_cast<Clock::duration>(
                                *settings.jvm.deadline - end_reserve);
        }
    }

    /// The search's settings from now on: it and minimisation, which gets a tenth of its time on
    /// top, end before the proof's share begins.
    [[nodiscard]] RunSpec search_spec(RunSpec spec) const
    {
        if (m_end)
        {
            constexpr double with_minimisation = 1.1;
            constexpr Seconds least{0.1};
            const Seconds most = std::max(
                least, Seconds(*m_end - Clock::now()) * (1.0 - proof_share) / with_minimisation);
            spec.budget.max_seconds = std::min(spec.budget.max_seconds.value_or(most), most);
        }
        return spec;
    }

    [[nodiscard]] std::chrono::milliseconds proof_limit(bool is_interrupted) const
    {
        std::chrono::milliseconds limit = jvm::ProofOptions{}.limit;
        if (m_end)
        {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(*m_end - Clock::now());
            limit = std::max(left, std::chrono::milliseconds(1));
        }
        return is_interrupted ? std::min(limit, interrupted_proof) : limit;
    }

private:
    std::optional<Clock::time_point> m_end;
};

jvm::ProofOptions proof_options(const Settings& settings, const JvmTools& tools,
    const std::filesystem::path& scratch, const Schedule& schedule)
{
    const bool is_interrupted = InterruptWatch::exit_code() != ExitCode::ok;
    const std::chrono::milliseconds limit = schedule.proof_limit(is_interrupted);
    return {.tools = {.java_home = tools.java_home,
                .program = tools.referee_jar,
                .jars = tools.jars,
                .scratch = scratch,
                .launcher = tools.launcher},
        .junit = settings.jvm.junit,
        .seed = settings.run.seed,
        .limit = limit,
        // After an interrupted search the limit is short; before, an interrupt ends the proof.
        .stop = is_interrupted ? StopToken{} : InterruptWatch::token()};
}

/// Writes the tests where their package says, and the report.
std::vector<std::string> write_results(
    const Settings& settings, const jvm::ProvenSuite& proven, const jvm::JavaReport& report)
{
    std::vector<std::string> files;
    for (const jvm::ProvenFile* file : {&proven.main, &proven.suspicious})
    {
        if (!file->suite.tests.empty())
        {
            const std::string name = path_in(settings, file->source.file_name);
            make_parent_directories(name);
            write_file(name, file->source.text);
            files.push_back(name);
        }
    }
    files.push_back(path_in(settings, "report.json"));
    write_file(files.back(), jvm::write_report(report));
    return files;
}

std::vector<OpenGoal> open_goals(const jvm::JavaReport& report)
{
    std::vector<OpenGoal> goals;
    for (const ReportedGoal& goal : report.goals)
    {
        if (goal.is_shown && goal.answer.status == GoalStatus::open)
        {
            goals.push_back({goal.label, goal.answer.reason});
        }
    }
    return goals;
}

/// `12 of 14`.
std::string counter_text(const jvm::CoverageCounter& counter)
{
    return fmt::format("{} of {}", counter.covered, counter.covered + counter.missed);
}

std::string coverage_text(const jvm::JavaReport& report)
{
    jvm::CoverageCounter branches;
    jvm::CoverageCounter lines;
    for (const jvm::ClassCoverage& coverage : report.referee.coverage)
    {
        branches.covered += coverage.branches.covered;
        branches.missed += coverage.branches.missed;
        lines.covered += coverage.lines.covered;
        lines.missed += coverage.lines.missed;
    }
    std::string text = fmt::format("Lines:   {} executed; {}{}\n", counter_text(report.lines),
        counted(report.exceptions.size(), "exception"),
        report.contracts.empty() ?
            std::string() :
            fmt::format(", {}", counted(report.contracts.size(), "broken contract")));
    if (!report.referee.coverage.empty())
    {
        text += fmt::format(
            "JaCoCo:  {} branches, {} lines\n", counter_text(branches), counter_text(lines));
    }
    return text;
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::string proof_text(const jvm::JavaReport& report)
{
    std::string kept = report.tests == 0 ?
                           std::string("no test") :
                           fmt::format("compiled and passed in {} on Java {}",
                               counted(report.referee.runs.size(), "run"), report.referee.java);
    if (report.tests > 0 && !report.referee.is_complete)
    {
        kept += " (time was up before the last)";
    }
    std::string text = fmt::format("Proven:  {}; {} dropped, {} left out\n", kept,
        counted(report.dropped.size(), "test"), counted(report.dropped_assertions, "assertion"));
    for (std::size_t i = 0; i < std::min(report.dropped.size(), most_dropped); ++i)
    {
        text += fmt::format("  dropped: {}\n", first_line(report.dropped[i].reason));
    }
    if (report.dropped.size() > most_dropped)
    {
        text +=
            fmt::format("  and {} more, see report.json\n", report.dropped.size() - most_dropped);
    }
    return text;
}

/// What happened to workers; empty when nothing did.
std::string workers_text(const jvm::PoolCounters& workers)
{
    struct Event
    {
        std::uint64_t count;
        std::string_view name;
    };
    std::string text;
    for (const Event& event : {Event{workers.budget_stops, "out of probe budget"},
             Event{workers.watchdog_stops, "out of time"},
             Event{workers.stack_overflows, "StackOverflowError"},
             Event{workers.out_of_memory, "OutOfMemoryError"}, Event{workers.exits, "exit"},
             Event{workers.not_linked, "not linked"}, Event{workers.too_large, "too large"},
             Event{workers.deaths, "worker died"}})
    {
        if (event.count > 0)
        {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", event.count, event.name);
        }
    }
    return text.empty() ? text : fmt::format("Stopped: {}\n", text);
}

void print_summary(
    const Settings& settings, const jvm::JavaReport& report, const std::vector<std::string>& files)
{
    const Style style = style_for(stdout, settings.color);
    print_result("{}", headline(style, report.subject.class_name, report.totals.shown));
    print_result(
        "{}{}", totals_table(report.totals), open_goals_text(open_goals(report), "report.json"));
    print_result("{}{}{}", coverage_text(report), proof_text(report), workers_text(report.workers));
    print_result("{}", run_text(report));
    for (const std::string& file : files)
    {
        print_result("{}{}\n", file == files.front() ? "Written: " : "         ", file);
    }
    print_result("Again:   {}\n", reproduce_command("jvm generate", settings, ""));
}

/// Says so when there is nothing that a test could begin with.
void check_callable(jvm::JavaProblem& problem)
{
    Rng rng(1);
    if (problem.generate(rng).length() == 0)
    {
        throw ParseError(problem.options().class_name, "",
            fmt::format("tests {} can call nothing of it: it is not accessible there, or nothing "
                        "makes the objects that it needs",
                problem.plan().package.empty() ?
                    std::string("in the unnamed package") :
                    "in package " + jvm::binary_name(problem.plan().package)));
    }
}

}  // namespace

ExitCode run_jvm_generate(const Settings& settings)
{
    const Clock::time_point start = Clock::now();
    const Schedule schedule(settings, start);
    const InterruptWatch watch;
    const InterruptShield shield;
    const ScratchFolder scratch;
    const JvmTools tools = find_jvm_tools(settings.jvm);
    const jvm::JavaProblemOptions options =
        java_problem_options(settings, tools, scratch.path() / "work");
    jvm::JavaProblem problem(options);
    check_callable(problem);
    make_output_directory(settings.out);
    if (!problem.workers().isolation_warning().empty())
    {
        print_note("sbst: warning: {}\n", problem.workers().isolation_warning());
    }

    const Clock::time_point ready_at = Clock::now();
    const RunSpec spec = schedule.search_spec(settings.run);
    RunResult result = run_with_progress(settings, [&](const ProgressFunction& on_progress) {
        return jvm::search_suite(problem, spec, InterruptWatch::token(), on_progress);
    });
    const Clock::time_point searched_at = Clock::now();
    jvm::ProvenSuite proven;
    if (!result.suite.empty())
    {
        if (InterruptWatch::exit_code() != ExitCode::ok)
        {
            print_note("sbst: interrupted; proving what was found, some {} s at most\n",
                std::chrono::duration_cast<Seconds>(interrupted_proof).count());
        }
        proven = jvm::prove_suite(
            problem, result, proof_options(settings, tools, scratch.path(), schedule));
    }
    const Clock::time_point proven_at = Clock::now();
    const jvm::JavaReport report = jvm::make_java_report(problem, spec, result, proven);
    const std::vector<std::string> files = write_results(settings, proven, report);
    if (!settings.quiet)
    {
        print_summary(settings_of_run(settings, result), report, files);
    }
    if (settings.verbose)
    {
        print_note("{:.1f} s to start, {:.1f} s to search, {:.1f} s to prove, {:.1f} s to report\n",
            Seconds(ready_at - start).count(), Seconds(searched_at - ready_at).count(),
            Seconds(proven_at - searched_at).count(), Seconds(Clock::now() - proven_at).count());
    }
    const ExitCode interrupted = InterruptWatch::exit_code();
    if (interrupted != ExitCode::ok)
    {
        print_note(
            "sbst: interrupted; what was found and could be proven is in {}\n", settings.out);
    }
    return interrupted;
}

}  // namespace sbst::cli
