// SPDX-License-Identifier: Apache-2.0
// Progress of a search on stderr: one line that changes on a terminal, a line now and then
// elsewhere.
#pragma once

#include <sbst/evm/generate.hpp>

#include <chrono>
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
    /// A line each tenth of the budget of executions, or each 30 seconds.
    lines
};

/// Turns progress reports into text. Time is a parameter, so that tests need no clock.
class ProgressPrinter
{
public:
    using Duration = std::chrono::duration<double>;
    using Sink = std::function<void(std::string_view)>;

    /// `max_executions` is the budget; absent = only time counts.
    ProgressPrinter(ProgressForm form, std::optional<std::uint64_t> max_executions, Sink sink);

    /// Reports how far the run is, `elapsed` after its start.
    void update(const RunProgress& progress, Duration elapsed);
    /// Clears a live line, so that the summary begins at the margin.
    void finish();

private:
    [[nodiscard]] bool is_due(const RunProgress& progress, Duration elapsed) const;
    [[nodiscard]] std::string line(const RunProgress& progress, Duration elapsed) const;
    [[nodiscard]] std::uint64_t tenth(const RunProgress& progress) const;

    ProgressForm m_form;
    std::optional<std::uint64_t> m_max_executions;
    Sink m_sink;
    std::optional<Duration> m_last;
    std::uint64_t m_last_tenth = 0;
};

}  // namespace sbst::cli
