// SPDX-License-Identifier: Apache-2.0
// One table in four forms for pasting: CSV with every digit, Markdown, LaTeX, HTML. Next:
// figure.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sbst::study
{

struct TableCell
{
    /// For people, rounded.
    std::string text;
    /// For programs, with all digits; empty = the text.
    std::string exact;
    /// Set in bold: a significant winner.
    bool is_strong = false;
};

struct TableColumn
{
    std::string title;
    /// Numbers are aligned to the right.
    bool is_number = true;
    /// A short heading for narrow tables; empty = the title.
    std::string brief{};
    /// Left out of narrow tables.
    bool is_detail = false;
};

struct Table
{
    /// Stem of its files.
    std::string name;
    std::string title;
    std::vector<TableColumn> columns{};
    std::vector<std::vector<TableCell>> rows{};
    /// Printed below the table, one paragraph each.
    std::vector<std::string> notes{};
};

/// A number with that many digits after the point; `-` for NaN, `inf` for infinity.
[[nodiscard]] TableCell number_cell(double value, int digits, bool is_strong = false);
[[nodiscard]] TableCell text_cell(std::string text);
/// A p-value: `0.03`, `<0.001`.
[[nodiscard]] TableCell p_cell(double p, bool is_strong = false);

/// CSV by RFC 4180; the first line has the titles.
[[nodiscard]] std::string to_csv(const Table& table);
[[nodiscard]] std::string to_markdown(const Table& table);
/// A `table` with the label `tab:STUDY-NAME` that needs no package (`booktabs` improves it), as
/// wide as one column of a two-column paper: without details, long names wrapped, long headings as
/// letters with a legend; columns that do not fit go into a further table below.
[[nodiscard]] std::string to_latex(const Table& table, const std::string& study = "");
/// A `<figure>`.
[[nodiscard]] std::string to_html(const Table& table);

/// Text as HTML and SVG content and attribute; bytes that are not UTF-8 become U+FFFD, and control
/// characters become spaces.
[[nodiscard]] std::string escape_html(std::string_view text);
/// The shortest digits that read back as the same number; empty for NaN.
[[nodiscard]] std::string exact_number(double value);
/// Fixed digits, independent of the locale; `-` for NaN.
[[nodiscard]] std::string rounded_number(double value, int digits);

}  // namespace sbst::study
