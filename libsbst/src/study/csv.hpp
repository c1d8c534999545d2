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

    /// @throws ParseError naming the file and its columns when there is none of that name.
    [[nodiscard]] std::size_t column(const std::string& name) const;
};

/// A text as one field of a line. One that spreadsheets would take for a formula (it begins with
/// = + - @ or a tab and is no number) gets an apostrophe in front; control characters of ASCII but
/// line ends become spaces. What else nobody could see is escaped as messages do it
/// (sbst/base/visible_text.hpp).
[[nodiscard]] std::string csv_field(const std::string& text);

/// @throws ParseError naming file and line: not readable, a quote that never ends, rows that are
///   too long or too short.
[[nodiscard]] CsvFile load_csv(const std::string& file);
[[nodiscard]] CsvFile parse_csv(const std::string& text, const std::string& file);

}  // namespace sbst::study
