// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include "environment.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

namespace sbst::cli
{

namespace
{

bool has_variable(const char* name)
{
    return !process_environment(name).value_or("").empty();
}

}  // namespace

Text Style::paint(std::string_view code, std::string_view text) const
{
    const std::string shown = visible(text);
    return Text::trusted(m_is_on ? fmt::format("\033[{}m{}\033[0m", code, shown) : shown);
}

bool is_live_terminal(std::FILE* stream)
{
    return ::isatty(::fileno(stream)) == 1 &&
           process_environment("TERM").value_or("dumb") != "dumb";
}

std::size_t terminal_columns(std::FILE* stream)
{
    winsize size{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other way
    return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Style style_for(std::FILE* stream, When color)
{
    if (color != When::automatic)
    {
        return Style(color == When::always);
    }
    if (has_variable("NO_COLOR"))
    {
        return Style(false);
    }
    const bool is_forced = has_variable("CLICOLOR_FORCE") &&
                           process_environment("CLICOLOR_FORCE") != std::optional<std::string>("0");
    return Style(is_forced || is_live_terminal(stream));
}

Style error_style()
{
    return style_for(stderr, When::automatic);
}

}  // namespace sbst::cli
