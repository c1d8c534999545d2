// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include "../../console/print.hpp"
#include "../../console/terminal.hpp"
#include "../../console/text_layout.hpp"
#include "../../options/format.hpp"
#include "../../run/reproduce.hpp"
#include "../../run/search_run.hpp"
#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace sbst::cli
{

namespace
{

constexpr std::size_t most_dropped = 5;
constexpr std::size_t most_link_failures = 5;

std::vector<OpenGoal> open_goals(const jvm::JavaReport& report)
{
    std::vector<OpenGoal> goals;
    for (const ReportedGoal& goal : report.goals)
    {
        if (goal.goal.is_shown && goal.answer.status == GoalStatus::open)
        {
            goals.push_back({goal.goal.label, goal.answer.reason});
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
    const std::string observed = fmt::format("{} executed; {}", counter_text(report.lines),
        counted(report.exceptions.size(), "exception"));
    std::string text = fmt::format("Lines:   {}{}\n",
        report.unobserved.empty() ? observed : "unknown: " + report.unobserved,
        report.object_laws.empty() ?
            std::string() :
            fmt::format(", {}", counted(report.object_laws.size(), "broken object law")));
    if (!report.referee.coverage.empty())
    {
        text += fmt::format(
            "JaCoCo:  {} branches, {} lines\n", counter_text(branches), counter_text(lines));
    }
    return text;
}

/// Empty when all that was found was proven or dropped.
std::string unproven_text(const jvm::UnprovenFile& file)
{
    return file.tests == 0 ? std::string() :
                             fmt::format("Unproven: {} in {}: {}\n", counted(file.tests, "test"),
                                 file.name, file.reason);
}

/// `4 runs on Java 17.0.15`, or `3 runs on Java 17.0.15 and 1 on Java 25`.
std::string runs_text(const jvm::RefereeReport& referee)
{
    constexpr std::string_view mark = " on Java ";
    // The other JDK is named by the runs that had it.
    std::size_t others = 0;
    std::string other;
    for (const jvm::RefereeRunReport& run : referee.runs)
    {
        if (const std::size_t found = run.name.find(mark); found != std::string::npos)
        {
            ++others;
            other = run.name.substr(found);
        }
    }
    const std::string text =
        fmt::format("{} on Java {}", counted(referee.runs.size() - others, "run"), referee.java);
    return others == 0 ? text : fmt::format("{} and {}{}", text, others, other);
}

std::string proof_text(const jvm::JavaReport& report)
{
    std::string kept = report.tests == 0 ? std::string("no test") :
                                           "compiled and passed in " + runs_text(report.referee);
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
             Event{workers.deaths, "worker died"},
             Event{workers.refused, "refused, or left changes"}})
    {
        if (event.count > 0)
        {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", event.count, event.name);
        }
    }
    return text.empty() ? text : fmt::format("Stopped: {}\n", text);
}

/// The classes that were not found, and other errors of linking; empty without them.
std::string link_text(const std::vector<jvm::LinkFailure>& failures)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(failures.size(), most_link_failures); ++i)
    {
        const jvm::LinkFailure& failure = failures[i];
        text += fmt::format("{}{} ({})\n", failure.missing.empty() ? "Unlinked: " : "Missing: ",
            failure.missing.empty() ? failure.error : failure.missing + " is not on the class path",
            counted(failure.tests, "test"));
    }
    if (failures.size() > most_link_failures)
    {
        text +=
            fmt::format("  and {} more, see report.json\n", failures.size() - most_link_failures);
    }
    return text;
}

}  // namespace

void print_summary(
    const Settings& settings, const jvm::JavaReport& report, const std::vector<std::string>& files)
{
    const Style style = style_for(stdout, settings.color);
    print_result(headline(style, report.subject.class_name, report.totals.shown));
    print_result(Text(totals_table(report.totals)) +
                 open_goals_text(open_goals(report), listing_file(formats_of(settings))));
    print_result(Text(coverage_text(report) + proof_text(report) + unproven_text(report.unproven) +
                      workers_text(report.workers) + link_text(report.link_failures)));
    print_result(mutants_text(report));
    print_result(run_text(report));
    for (const std::string& file : files)
    {
        print_result("{}{}\n", file == files.front() ? "Written: " : "         ", file);
    }
    print_result("Again:   {}\n", Text(again_command("jvm generate", settings, "")));
}

}  // namespace sbst::cli
