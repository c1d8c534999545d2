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

}  // namespace

ProgressPrinter::ProgressPrinter(
    ProgressForm form, std::optional<std::uint64_t> max_executions, Sink sink)
  : m_form(form), m_max_executions(max_executions), m_sink(std::move(sink))
{}

std::uint64_t ProgressPrinter::tenth(const RunProgress& progress) const
{
    const std::uint64_t total = m_max_executions.value_or(0);
    return total == 0 ? 0 :
                        std::min<std::uint64_t>(
                            progress.executions / std::max<std::uint64_t>(1, total / 10), 10);
}

bool ProgressPrinter::is_due(const RunProgress& progress, Duration elapsed) const
{
    if (!m_last)
    {
        return true;
    }
    const Duration pause = elapsed - *m_last;
    return m_form == ProgressForm::live ? pause >= live_pause :
                                          tenth(progress) > m_last_tenth || pause >= line_pause;
}

std::string ProgressPrinter::line(const RunProgress& progress, Duration elapsed) const
{
    const double seconds = elapsed.count();
    const double rate = seconds > 0.0 ? static_cast<double>(progress.executions) / seconds : 0.0;
    std::string text = m_max_executions ?
                           fmt::format("{}/{} executions", progress.executions, *m_max_executions) :
                           fmt::format("{} executions", progress.executions);
    text += fmt::format(
        ", {}/{} goals, {:.0f}/s, {:.0f} s", progress.covered, progress.sought, rate, seconds);
    if (m_max_executions && rate > 0.0 && progress.executions < *m_max_executions)
    {
        text += fmt::format(" (at most {:.0f} s more)",
            static_cast<double>(*m_max_executions - progress.executions) / rate);
    }
    return text;
}

void ProgressPrinter::update(const RunProgress& progress, Duration elapsed)
{
    if (m_form == ProgressForm::none || !is_due(progress, elapsed))
    {
        return;
    }
    m_last = elapsed;
    m_last_tenth = tenth(progress);
    const std::string text = line(progress, elapsed);
    m_sink(m_form == ProgressForm::live ? "\r" + text + "\033[K" : text + "\n");
}

void ProgressPrinter::finish()
{
    if (m_form == ProgressForm::live && m_last)
    {
        m_sink("\r\033[K");
    }
}

}  // namespace sbst::cli
