// SPDX-License-Identifier: Apache-2.0
// Lays out plain text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sbst::cli
{

inline constexpr std::size_t page_width = 80;

/// Breaks a text into lines of at most `page_width` columns that begin with `indent` spaces; a
/// longer word has its own line. Ends with a newline.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t indent);

/// Writes `term` in a first column that ends before `column`, and the text beside it (or below,
/// when the term is too long).
[[nodiscard]] std::string definition(
    std::string_view term, std::string_view text, std::size_t column);

/// Puts `prefix` before each line of a text that ends with a newline.
[[nodiscard]] std::string prefix_lines(std::string_view text, std::string_view prefix);

/// A text up to its first line end.
[[nodiscard]] std::string first_line(std::string_view text);

}  // namespace sbst::cli
