// SPDX-License-Identifier: Apache-2.0
// One table in the four forms that people paste: CSV with every digit, Markdown, LaTeX, HTML.
// Next: figure.hpp.
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
    /// For programs: every digit; the text where it is empty.
    std::string exact;
    /// Set in bold: a significant winner.
    bool is_strong = false;
};

struct TableColumn
{
    std::string title;
    /// Numbers stand at the right.
    bool is_number = true;
    /// Heading where there is little room; the title where it is empty.
    std::string brief{};
    /// Left out where there is little room.
    bool is_detail = false;
};

struct Table
{
    /// Stem of its files.
    std::string name;
    std::string title;
    std::vector<TableColumn> columns{};
    std::vector<std::vector<TableCell>> rows{};
    /// Set below the table, one paragraph each.
    std::vector<std::string> notes{};
};

/// A number with so many digits behind the point; `-` for NaN, `inf` for infinity.
[[nodiscard]] TableCell number_cell(double value, int digits, bool is_strong = false);
[[nodiscard]] TableCell text_cell(std::string text);
/// A p-value: `0.03`, `<0.001`.
[[nodiscard]] TableCell p_cell(double p, bool is_strong = false);

/// RFC 4180; a first line with the titles.
[[nodiscard]] std::string to_csv(const Table& table);
[[nodiscard]] std::string to_markdown(const Table& table);
/// A `table` with the label `tab:STUDY-NAME` that needs no package (`booktabs` makes it finer), no
/// wider than one column of a paper with two: without details, long names wrapped, long headings as
/// letters that a legend explains, what does not fit beside each other one below the other.
[[nodiscard]] std::string to_latex(const Table& table, const std::string& study = "");
/// A `<figure>`.
[[nodiscard]] std::string to_html(const Table& table);

/// Text as HTML and SVG content and attribute; bytes that are no UTF-8 become U+FFFD, and control
/// characters spaces.
[[nodiscard]] std::string escape_html(std::string_view text);
/// Shortest digits that read back; empty for NaN.
[[nodiscard]] std::string exact_number(double value);
/// Fixed digits by the rules of no locale; `-` for NaN.
[[nodiscard]] std::string rounded_number(double value, int digits);

}  // namespace sbst::study
