// SPDX-License-Identifier: Apache-2.0
// The abilities of the terminal: colour and progress. Next: ../run/progress.hpp.
#pragma once

#include "text.hpp"

#include <cstddef>
#include <cstdio>
#include <string_view>

namespace sbst::cli
{

/// When to use a feature that only suits terminals.
enum class When
{
    automatic,
    always,
    never
};

/// Colours a foreign text, or leaves it uncoloured. The only source of escape sequences.
class Style
{
public:
    explicit Style(bool is_on) : m_is_on(is_on) {}

    [[nodiscard]] Text good(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] Text bad(std::string_view text) const { return paint("1;31", text); }
    [[nodiscard]] Text strong(std::string_view text) const { return paint("1", text); }

private:
    [[nodiscard]] Text paint(std::string_view code, std::string_view text) const;

    bool m_is_on;
};

/// The style of output to `stream`: coloured as requested, else NO_COLOR, CLICOLOR_FORCE and
/// TERM=dumb decide in this order, else coloured on terminals.
[[nodiscard]] Style style_for(std::FILE* stream, When color);
/// The style of errors before the options are known.
[[nodiscard]] Style error_style();
/// Columns of the terminal of `stream`; 0 = no terminal, or unknown.
[[nodiscard]] std::size_t terminal_columns(std::FILE* stream);
/// Tells whether `stream` is a terminal that understands escape sequences.
[[nodiscard]] bool is_live_terminal(std::FILE* stream);

}  // namespace sbst::cli
