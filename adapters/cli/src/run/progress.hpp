// SPDX-License-Identifier: Apache-2.0
// Progress of a run on stderr: one changing line on a terminal, occasional lines elsewhere. Next:
// run_course.hpp.
#pragma once

#include <sbst/run/run.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sbst::cli
{

enum class ProgressForm
{
    none,
    /// One line, rewritten at most ten times a second.
    live,
    /// A line when a phase begins; in it one for each tenth of the budget of executions, when
    /// something else begins after 5 seconds, or every 30 seconds.
    lines
};

/// Turns progress reports into text. Time is a parameter, so that tests need no clock.
class ProgressPrinter
{
public:
    using Duration = std::chrono::duration<double>;
    using Sink = std::function<void(std::string_view)>;

    /// `max_executions` is the budget of the search; absent = only time counts. A live line is cut
    /// to `columns`; 0 = never.
    ProgressPrinter(ProgressForm form, std::optional<std::uint64_t> max_executions, Sink sink,
        std::size_t columns = 0);

    /// Reports how far search or minimisation is, `elapsed` after the phase began.
    void update(const RunProgress& progress, Duration elapsed);
    /// Reports the current work of a phase without counts, `elapsed` after it began; may be empty.
    void tell(RunPhase phase, std::string_view what, Duration elapsed);
    /// Clears a live line, so that the next output begins at the margin.
    void finish();

private:
    [[nodiscard]] std::uint64_t tenth(const RunProgress& progress) const;
    [[nodiscard]] std::string counts(const RunProgress& progress, Duration elapsed) const;
    /// True when a line is due now; `is_other` tells whether its text would be new.
    [[nodiscard]] bool is_due(RunPhase phase, bool is_other, Duration elapsed) const;
    void print(RunPhase phase, std::string_view what, Duration elapsed);

    ProgressForm m_form;
    std::optional<std::uint64_t> m_max_executions;
    Sink m_sink;
    std::size_t m_columns;
    /// Data of the last line.
    std::optional<RunPhase> m_phase;
    Duration m_last{};
    std::uint64_t m_last_tenth = 0;
    std::string m_last_what;
    bool m_is_line_open = false;
};

}  // namespace sbst::cli
