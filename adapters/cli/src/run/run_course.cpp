// SPDX-License-Identifier: Apache-2.0
#include "run_course.hpp"

#include "../console/print.hpp"
#include "../console/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

namespace sbst::cli
{

namespace
{

ProgressForm progress_form(const Settings& settings)
{
    if (settings.progress == When::never ||
        (settings.progress == When::automatic && settings.quiet))
    {
        return ProgressForm::none;
    }
    return is_live_terminal(stderr) ? ProgressForm::live : ProgressForm::lines;
}

}  // namespace

RunCourse::RunCourse(const Settings& settings)
  : m_printer(progress_form(settings), settings.run.budget.max_executions, print_progress,
        terminal_columns(stderr)),
    m_since(Clock::now())
{
    begin(RunPhase::starting);
    // In a log file the start of a run is not worth a line.
    if (progress_form(settings) == ProgressForm::live)
    {
        m_printer.tell(RunPhase::starting, {}, {});
    }
}

void RunCourse::begin(RunPhase phase)
{
    const Clock::time_point now = Clock::now();
    if (!m_times.empty())
    {
        m_times.back().seconds += std::chrono::duration<double>(now - m_since).count();
    }
    if (m_times.empty() || m_times.back().phase != phase)
    {
        m_times.push_back({phase, 0.0});
    }
    m_since = now;
}

void RunCourse::enter(RunPhase phase, std::string_view what)
{
    if (m_times.back().phase != phase)
    {
        begin(phase);
    }
    m_printer.tell(phase, what, ProgressPrinter::Duration(in_phase()));
}

void RunCourse::warn(std::string text)
{
    clear();
    print_note("sbst: warning: {}\n", text);
    m_warnings.push_back(std::move(text));
}

RunResult RunCourse::search(const Search& search)
{
    begin(RunPhase::searching);
    RunResult result = search([this](const RunProgress& progress) {
        if (m_times.back().phase != progress.phase)
        {
            begin(progress.phase);
        }
        m_printer.update(progress, ProgressPrinter::Duration(in_phase()));
    });
    m_printer.finish();
    return result;
}

std::vector<PhaseTime> RunCourse::times() const
{
    std::vector<PhaseTime> times = m_times;
    times.back().seconds += in_phase();
    return times;
}

double total_seconds(const std::vector<PhaseTime>& times)
{
    double total = 0.0;
    for (const PhaseTime& time : times)
    {
        total += time.seconds;
    }
    return total;
}

std::string times_text(const std::vector<PhaseTime>& times)
{
    constexpr double long_run = 10.0;
    const double total = total_seconds(times);
    const int digits = total < long_run ? 2 : 1;
    std::string text = fmt::format("{:.{}f} s", total, digits);
    for (const PhaseTime& time : times)
    {
        text += fmt::format("{} {:.{}f} {}", &time == &times.front() ? ":" : ",", time.seconds,
            digits, to_string(time.phase));
    }
    return text;
}

}  // namespace sbst::cli
