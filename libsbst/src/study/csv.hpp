// SPDX-License-Identifier: Apache-2.0
// Reads CSV: quoted fields, a first line with the columns' names, rows of equal length.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::study
{

struct CsvFile
{
    std::string file;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    /// @throws ParseError naming the file and its columns when there is no column of that name.
    [[nodiscard]] std::size_t column(const std::string& name) const;
};

/// A text as one field of a line. A text that spreadsheets would take for a formula (it begins with
/// = + - @ or a tab and is not a number) gets a leading apostrophe; ASCII control characters except
/// line ends become spaces. Other invisible characters are escaped as in messages
/// (sbst/base/visible_text.hpp).
[[nodiscard]] std::string csv_field(const std::string& text);

/// @throws ParseError naming file and line: file not readable, unterminated quote, rows that are
///   too long or too short.
[[nodiscard]] CsvFile load_csv(const std::string& file);
[[nodiscard]] CsvFile parse_csv(const std::string& text, const std::string& file);

}  // namespace sbst::study
