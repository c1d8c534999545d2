// SPDX-License-Identifier: Apache-2.0
// Makes foreign text safe for a terminal. Names, source lines and messages of a subject can hold
// anything, and a terminal obeys control sequences. Characters that it would obey or not show are
// written as escapes: \xHH for bytes below U+0080 and bytes that are not UTF-8, \uHHHH and
// \UHHHHHHHH for others. All other text is unchanged. Next: json_text.hpp for JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sbst
{

/// Tells whether a terminal obeys the character or shows nothing for it: control characters except
/// the tab, overrides of the writing direction, line separators, characters without width.
[[nodiscard]] bool is_unsafe(std::uint32_t code_point);

/// A foreign text as part of a line: line ends are escaped too. Different texts never look the
/// same: backslashes before something that is or looks like an escape are doubled.
[[nodiscard]] std::string visible(std::string_view foreign);

/// A line whose foreign parts are already quoted: the rest is escaped, backslashes stay.
[[nodiscard]] std::string visible_line(std::string_view line);

/// A finished text of several lines, escaped again before it is shown: line ends and backslashes
/// stay.
[[nodiscard]] std::string visible_page(std::string_view text);

}  // namespace sbst
