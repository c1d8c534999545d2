// SPDX-License-Identifier: Apache-2.0
// Published tables: a text is refused with its line, or is columns and rows of one length. Plain
// fields are written and read again unchanged; what is made visible or harmless for a spreadsheet
// is so after once.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/study/table.hpp>

#include <algorithm>
#include <csv.hpp>
#include <string>
#include <vector>

using namespace sbst;
using fuzz::require;

namespace
{

/// What a table writes as it is: a formula and what is invisible are changed.
bool is_plain(const std::string& field)
{
    return std::all_of(field.begin(), field.end(), [](char c) { return c >= ' ' && c <= '~'; }) &&
           (field.empty() || std::string("=+-@").find(field.front()) == std::string::npos);
}

study::Table table_of(const study::CsvFile& csv)
{
    study::Table table{.name = "fuzz", .title = "fuzz"};
    for (const std::string& column : csv.columns)
    {
        table.columns.push_back({column});
    }
    for (const auto& row : csv.rows)
    {
        auto& cells = table.rows.emplace_back();
        for (const std::string& field : row)
        {
            cells.push_back({.text = field, .exact = field});
        }
    }
    return table;
}

void check_fields(const std::vector<std::string>& again, const std::vector<std::string>& before)
{
    require(again.size() == before.size(), "as many fields are written as were read");
    for (std::size_t i = 0; i < before.size(); ++i)
    {
        require(!is_plain(before[i]) || again[i] == before[i], "plain fields are written as read");
    }
}

void check(const study::CsvFile& csv)
{
    for (const std::string& column : csv.columns)
    {
        require(csv.columns[csv.column(column)] == column, "a column is found by its name");
    }
    for (const auto& row : csv.rows)
    {
        require(row.size() == csv.columns.size(), "rows are as long as the first line");
    }
    const study::Table table = table_of(csv);
    const std::string written = study::to_csv(table);
    const study::CsvFile again = study::parse_csv(written, "again.csv");
    check_fields(again.columns, csv.columns);
    require(again.rows.size() == csv.rows.size(), "as many rows are written as were read");
    for (std::size_t i = 0; i < csv.rows.size(); ++i)
    {
        check_fields(again.rows[i], csv.rows[i]);
    }
    require(
        study::to_csv(table_of(again)) == written, "what was written is written again unchanged");
    static_cast<void>(study::to_markdown(table) + study::to_latex(table) + study::to_html(table));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        check(study::parse_csv(std::string(data, data + size), "fuzz.csv"));
    }
    catch (const ParseError& error)
    {
        require(error.file == "fuzz.csv", "a ParseError names the file");
    }
    return 0;
}
