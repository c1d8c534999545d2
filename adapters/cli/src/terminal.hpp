// SPDX-License-Identifier: Apache-2.0
// What the terminal can do: colour and progress. Next: progress.hpp.
#pragma once

#include "settings.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace sbst::cli
{

/// Colours a text, or leaves it alone.
class Style
{
public:
    explicit Style(bool is_on) : m_is_on(is_on) {}

    [[nodiscard]] std::string good(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return paint("1;31", text); }
    [[nodiscard]] std::string strong(std::string_view text) const { return paint("1", text); }

private:
    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const;

    bool m_is_on;
};

/// Whether to colour what is written to `stream`: as asked, else NO_COLOR, CLICOLOR_FORCE and
/// TERM=dumb decide in this order, else colour goes to terminals.
[[nodiscard]] Style style_for(std::FILE* stream, When color);
/// The style of errors that come before the options are known.
[[nodiscard]] Style error_style();
/// Tells whether `stream` is a terminal that understands escape sequences.
[[nodiscard]] bool is_live_terminal(std::FILE* stream);

}  // namespace sbst::cli
