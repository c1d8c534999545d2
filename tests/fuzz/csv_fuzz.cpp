// SPDX-License-Identifier: Apache-2.0
// Tables that somebody published: a text is refused with its line, or is columns and rows of one
// length that are written and read again unchanged.
#include "fuzz.hpp"

#include <sbst/error.hpp>
#include <sbst/study/table.hpp>

#include <csv.hpp>
#include <string>

using namespace sbst;
using fuzz::require;

namespace
{
void check(const study::CsvFile& csv)
{
    study::Table table{.name = "fuzz", .title = "fuzz"};
    for (const std::string& column : csv.columns)
    {
        require(csv.columns[csv.column(column)] == column, "a column is found by its name");
        table.columns.push_back({column});
    }
    for (const auto& row : csv.rows)
    {
        require(row.size() == csv.columns.size(), "rows are as long as the first line");
        auto& cells = table.rows.emplace_back();
        for (const std::string& field : row)
            cells.push_back({.text = field, .exact = field});
    }
    const study::CsvFile again = study::parse_csv(study::to_csv(table), "again.csv");
    require(again.columns == csv.columns, "columns are written as they were read");
    require(again.rows == csv.rows, "rows are written as they were read");
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
