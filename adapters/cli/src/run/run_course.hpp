// SPDX-License-Identifier: Apache-2.0
// The course of one `generate` command: its current phase, the time of each phase, and the progress
// on stderr. Next: search_run.hpp.
#pragma once

#include "../options/settings.hpp"
#include "progress.hpp"

#include <sbst/report/run_summary.hpp>
#include <sbst/run/run.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

using Search = std::function<RunResult(const ProgressFunction&)>;

/// Measures time from its construction on, which begins the phase `starting`.
class RunCourse
{
public:
    explicit RunCourse(const Settings& settings);
    ~RunCourse() { m_printer.finish(); }
    RunCourse(const RunCourse&) = delete;
    RunCourse& operator=(const RunCourse&) = delete;
    RunCourse(RunCourse&&) = delete;
    RunCourse& operator=(RunCourse&&) = delete;

    /// Begins a phase, unless it is the current one, and shows its current work, which may be
    /// empty.
    void enter(RunPhase phase, std::string_view what = {});
    /// Runs a search and its minimisation.
    [[nodiscard]] RunResult search(const Search& search);
    /// Prints a warning and keeps it.
    void warn(std::string text);
    [[nodiscard]] const std::vector<std::string>& warnings() const { return m_warnings; }
    /// Clears a live line, so that output to stderr between two phases begins at the margin.
    void clear() { m_printer.finish(); }

    /// Each phase until now, in the order in which they began.
    [[nodiscard]] std::vector<PhaseTime> times() const;

private:
    using Clock = std::chrono::steady_clock;

    void begin(RunPhase phase);
    [[nodiscard]] double in_phase() const
    {
        return std::chrono::duration<double>(Clock::now() - m_since).count();
    }

    ProgressPrinter m_printer;
    std::vector<std::string> m_warnings;
    /// The last one has been running since `m_since`.
    std::vector<PhaseTime> m_times;
    Clock::time_point m_since;
};

/// `19.7 s: 2.1 starting, 0.9 searching, 0.3 minimising, 16.2 proving, 0.2 reporting`.
[[nodiscard]] std::string times_text(const std::vector<PhaseTime>& times);

[[nodiscard]] double total_seconds(const std::vector<PhaseTime>& times);

}  // namespace sbst::cli
