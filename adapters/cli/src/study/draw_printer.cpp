// SPDX-License-Identifier: Apache-2.0
#include "draw_printer.hpp"

#include "../console/print.hpp"
#include "../console/terminal.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace sbst::cli
{

DrawPrinter::DrawPrinter(const Settings& settings)
  : m_is_silent(settings.progress == When::never ||
                (settings.progress == When::automatic && settings.quiet)),
    m_is_live(is_live_terminal(stderr))
{}

void DrawPrinter::update(const study::DrawProgress& progress)
{
    constexpr std::chrono::seconds line_pause{30};
    const auto now = std::chrono::steady_clock::now();
    if (m_is_silent || (!m_is_live && m_last && now - *m_last < line_pause))
    {
        return;
    }
    m_last = now;
    const std::string trivial =
        progress.trivial > 0 ? fmt::format(", {} trivial", progress.trivial) : "";
    print_progress(fmt::format("{}drawing subjects: {} of {}{}, searching {}{}",
        m_is_live ? "\r" : "", progress.drawn, progress.wanted, trivial, progress.subject,
        m_is_live ? "\033[K" : "\n"));
}

void DrawPrinter::finish() const
{
    if (m_is_live && m_last)
    {
        print_progress("\r\033[K");
    }
}

}  // namespace sbst::cli
