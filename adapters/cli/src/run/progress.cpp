// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sbst::cli
{

namespace
{

constexpr ProgressPrinter::Duration live_pause{0.1};
constexpr ProgressPrinter::Duration line_pause{30.0};
constexpr ProgressPrinter::Duration other_pause{5.0};

}  // namespace

ProgressPrinter::ProgressPrinter(
    ProgressForm form, std::optional<std::uint64_t> max_executions, Sink sink, std::size_t columns)
  : m_form(form), m_max_executions(max_executions), m_sink(std::move(sink)), m_columns(columns)
{}

std::uint64_t ProgressPrinter::tenth(const RunProgress& progress) const
{
    const std::uint64_t total = m_max_executions.value_or(0);
    return total == 0 || progress.phase != RunPhase::searching ?
               0 :
               std::min<std::uint64_t>(
                   progress.executions / std::max<std::uint64_t>(1, total / 10), 10);
}

bool ProgressPrinter::is_due(RunPhase phase, bool is_other, Duration elapsed) const
{
    if (m_phase != phase)
    {
        return true;
    }
    const Duration pause = elapsed - m_last;
    return m_form == ProgressForm::live ? pause >= live_pause :
                                          pause >= line_pause || (is_other && pause >= other_pause);
}

std::string ProgressPrinter::counts(const RunProgress& progress, Duration elapsed) const
{
    if (progress.phase == RunPhase::minimising)
    {
        return fmt::format("{} tests, {} executions", progress.tests, progress.executions);
    }
    const double seconds = elapsed.count();
    const double rate = seconds > 0.0 ? static_cast<double>(progress.executions) / seconds : 0.0;
    std::string text = m_max_executions ?
                           fmt::format("{}/{} executions", progress.executions, *m_max_executions) :
                           fmt::format("{} executions", progress.executions);
    text += fmt::format(", {}/{} goals, {:.0f}/s", progress.covered, progress.sought, rate);
    if (m_max_executions && rate > 0.0 && progress.executions < *m_max_executions)
    {
        text += fmt::format(", at most {:.0f} s more",
            static_cast<double>(*m_max_executions - progress.executions) / rate);
    }
    return text;
}

void ProgressPrinter::print(RunPhase phase, std::string_view what, Duration elapsed)
{
    std::string text = fmt::format("{}{}{}", to_string(phase), what.empty() ? "" : ": ", what);
    if (elapsed.count() >= 0.5)
    {
        text += fmt::format(", {:.0f} s", elapsed.count());
    }
    m_phase = phase;
    m_last = elapsed;
    m_last_what = what;
    if (m_form == ProgressForm::live)
    {
        // The last column stays free: some terminals wrap as soon as it is written.
        text.resize(std::min(text.size(), m_columns > 1 ? m_columns - 1 : text.size()));
        m_sink("\r" + text + "\033[K");
        m_is_line_open = true;
        return;
    }
    m_sink(text + "\n");
}

void ProgressPrinter::update(const RunProgress& progress, Duration elapsed)
{
    const bool has_new_tenth = m_form == ProgressForm::lines && m_phase == progress.phase &&
                               tenth(progress) > m_last_tenth;
    const bool is_wanted = has_new_tenth || is_due(progress.phase, false, elapsed);
    if (m_form == ProgressForm::none || !is_wanted)
    {
        return;
    }
    m_last_tenth = tenth(progress);
    print(progress.phase, counts(progress, elapsed), elapsed);
}

void ProgressPrinter::tell(RunPhase phase, std::string_view what, Duration elapsed)
{
    if (m_form != ProgressForm::none && is_due(phase, what != m_last_what, elapsed))
    {
        print(phase, what, elapsed);
    }
}

void ProgressPrinter::finish()
{
    if (m_is_line_open)
    {
        m_is_line_open = false;
        m_sink("\r\033[K");
    }
}

}  // namespace sbst::cli
