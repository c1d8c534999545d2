// SPDX-License-Identifier: Apache-2.0
// Foreign text made fit for a terminal: names, source lines and messages of a subject can hold
// anything, and a terminal obeys what it is sent. What it would obey, or not show, is written as an
// escape instead: \xHH for bytes below U+0080 and bytes that are no UTF-8, \uHHHH and \UHHHHHHHH
// for others. All other text stays as it is. Next: json_text.hpp for JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sbst
{

/// Tells whether a terminal obeys the character or shows nothing for it: control characters but the
/// tab, overrides of the direction of writing, separators of lines, characters without width.
[[nodiscard]] bool is_unsafe(std::uint32_t code_point);

/// A foreign text as part of a line: also line ends are escaped. Two texts never look the same: the
/// backslashes in front of what reads like an escape, or is one, are doubled.
[[nodiscard]] std::string visible(std::string_view foreign);

/// A line whose foreign parts were quoted already: what is left is escaped, backslashes stay.
[[nodiscard]] std::string visible_line(std::string_view line);

/// A finished text of several lines, once more before it is shown: line ends and backslashes stay.
[[nodiscard]] std::string visible_page(std::string_view text);

}  // namespace sbst
