// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/study/table.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace
{

using namespace sbst::study;

Table example()
{
    Table table{.name = "t", .title = "A & B_c"};
    table.columns = {{"subject", false}, {"mean, 50 %"}};
    table.rows = {{text_cell("x|<y>\"z\""), number_cell(2.0 / 3, 2, true)},
        {text_cell("caf\xc3\xa9"), number_cell(std::nan(""), 2)}};
    table.notes = {"100 % of #1"};
    return table;
}

TEST_CASE("table: CSV quotes, keeps every digit and leaves the unknown empty", "[core][study]")
{
    CHECK(to_csv(example()) ==
          "subject,\"mean, 50 %\"\n\"x|<y>\"\"z\"\"\",0.6666666666666666\ncaf\xc3\xa9,\n");
}

TEST_CASE("table: Markdown escapes markup", "[core][study]")
{
    CHECK(to_markdown(example()) ==
          "**A \\& B\\_c**\n\n| subject | mean, 50 % |\n|---|---:|\n"
          "| x\\|\\<y\\>\"z\" | **0.67** |\n| caf\xc3\xa9 | - |\n\n100 % of #1\n");
}

TEST_CASE("table: LaTeX escapes commands", "[core][study]")
{
    const std::string text = to_latex(example(), "my study");
    CHECK_THAT(
        text, Catch::Contains("\\caption{A \\& B\\_\\allowbreak{}c}\n\\label{tab:my-study-t}"));
    CHECK_THAT(text, Catch::Contains("\\begin{tabular}{@{}lr@{}}"));
    CHECK_THAT(text, Catch::Contains("subject & (a) \\\\"));
    CHECK_THAT(text, Catch::Contains("(a) mean, 50 \\%."));
    CHECK_THAT(text, Catch::Contains("x$|$$<$y$>$''z'' & \\textbf{0.67} \\\\"));
    CHECK_THAT(text, Catch::Contains("caf\xc3\xa9 & -"));
    CHECK_THAT(text, Catch::Contains("100 \\% of \\#1"));
    Table hostile = example();
    hostile.rows = {{text_cell("\\input{/etc/passwd}\n\n%$^~"), number_cell(1, 0)},
        {text_cell("\xf0\x9f\x98\x80\xff"), number_cell(1, 0)},
        {text_cell("*[2em]"), text_cell("1")}};
    const std::string escaped = to_latex(hostile);
    CHECK_THAT(escaped, !Catch::Contains("\\input"));
    CHECK_THAT(escaped, !Catch::Contains("\n\n"));
    CHECK_THAT(escaped, Catch::Contains("U+1F600"));
    CHECK_THAT(escaped, Catch::Contains("{*}{[}2em]"));
    CHECK_THAT(escaped, Catch::Contains("\\label{tab:t}"));
}

TEST_CASE("table: LaTeX is as wide as one column of two", "[core][study]")
{
    Table table{.name = "wide", .title = "Wide"};
    table.columns = {{"subject", false}, {.title = "detail", .is_detail = true}};
    std::vector<TableCell> row{
        text_cell("org.example.VeryLongNameOfAClassIndeed"), number_cell(77, 0)};
    for (int i = 0; i < 12; ++i)
    {
        table.columns.push_back({"a heading of many words " + std::to_string(i)});
        row.push_back(number_cell(0.123 + i, 3));
    }
    table.rows = {row};
    const std::string text = to_latex(table);
    CHECK_THAT(text, Catch::Contains("p{0.400\\columnwidth}rrrr@{}}"));
    CHECK_THAT(text, !Catch::Contains("rrrrr"));
    CHECK_THAT(text, !Catch::Contains("77"));
    CHECK_THAT(text, Catch::Contains("org.\\allowbreak{}example"));
    CHECK_THAT(text, Catch::Contains("(l) a heading of many words 11"));
    CHECK_THAT(text, Catch::Contains("11.123"));
}

TEST_CASE("table: CSV gives spreadsheets no formula", "[core][study]")
{
    Table table{.name = "t", .title = "T"};
    table.columns = {{"subject", false}, {"mean"}};
    table.rows = {{text_cell("=cmd|' /C calc'!A0"), number_cell(-0.5, 2)},
        {text_cell("@a\tb\x1b[31m"), number_cell(1, 0)}};
    CHECK(to_csv(table) == "subject,mean\n'=cmd|' /C calc'!A0,-0.5\n'@a b [31m,1\n");
}

TEST_CASE("table: CSV and LaTeX show invisible characters", "[core][study]")
{
    for (const auto& [character, csv, latex] :
        std::vector<std::array<std::string, 3>>{{"\xe2\x80\xae", "\\u202e", "U+202E"},
            {"\xe2\x80\xaa", "\\u202a", "U+202A"}, {"\xe2\x81\xa6", "\\u2066", "U+2066"},
            {"\xe2\x81\xa9", "\\u2069", "U+2069"}, {"\xe2\x80\x8e", "\\u200e", "U+200E"},
            {"\xe2\x80\x8f", "\\u200f", "U+200F"}, {"\xc2\x80", "\\u0080", "U+0080"},
            {"\xc2\x9b", "\\u009b", "U+009B"}, {"\xc2\x9f", "\\u009f", "U+009F"},
            {"\xef\xbb\xbf", "\\ufeff", "U+FEFF"}, {"\xff", "\\xff", "?"}})
    {
        Table table{.name = "t", .title = "T" + character};
        table.columns = {{character + "subject", false}};
        table.rows = {{text_cell(character)}, {text_cell("\xc3\xa9" + character + "b")}};
        CHECK(to_csv(table) == csv + "subject\n" + csv + "\n\xc3\xa9" + csv + "b\n");
        const std::string page = to_latex(table);
        CHECK_THAT(page, !Catch::Contains(character));
        CHECK_THAT(page, Catch::Contains(latex));
    }
}

TEST_CASE("table: HTML escapes tags", "[core][study]")
{
    const std::string text = to_html(example());
    CHECK_THAT(text, Catch::Contains("x|&#60;y&#62;&#34;z&#34;"));
    CHECK_THAT(
        text, Catch::Contains("<td class=\"number\" data-title=\"mean, 50 %\"><b>0.67</b></td>"));
    CHECK_THAT(text, Catch::Contains("A &#38; B_c"));
}

TEST_CASE("escape_html: bytes that are not UTF-8 are replaced", "[core][study][unit]")
{
    CHECK(escape_html("a\xff") == "a\xef\xbf\xbd");
    CHECK(escape_html("\xc3\xa9\xf0\x9f\x98\x80") == "\xc3\xa9\xf0\x9f\x98\x80");
    CHECK(escape_html("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(escape_html("\xc0\x80") == "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(escape_html("\xe2\x82") == "\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(escape_html(std::string_view("a\nb\0c", 5)) == "a b c");
}

TEST_CASE("numbers: rounded for people, exact for programs", "[core][study][unit]")
{
    CHECK(rounded_number(-0.001, 2) == "0.00");
    CHECK(rounded_number(-0.5, 1) == "-0.5");
    CHECK(rounded_number(std::nan(""), 1) == "-");
    CHECK(rounded_number(std::numeric_limits<double>::infinity(), 1) == "inf");
    CHECK(exact_number(0.1) == "0.1");
    CHECK(exact_number(std::nan("")).empty());
    CHECK(p_cell(0.0004).text == "<0.001");
    CHECK(p_cell(0.0004).exact == "0.0004");
    CHECK(p_cell(0.03).text == "0.030");
    CHECK(p_cell(std::nan("")).text == "-");
}

}  // namespace
