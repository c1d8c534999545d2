// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/visible_text.hpp>

#include <set>
#include <string>

using namespace sbst;

TEST_CASE("visible: control characters are escaped, other text stays", "[core][visible_text]")
{
    CHECK(visible("\033]0;title\a\033[31mred") == "\\x1b]0;title\\x07\\x1b[31mred");
    CHECK(visible("a\nb\r\x7f") == "a\\x0ab\\x0d\\x7f");
    CHECK(visible("if (a > 1)\t// na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80") ==
          "if (a > 1)\t// na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80");
    // U+009B begins a sequence too, U+202E turns the direction, U+2028 ends a line.
    CHECK(visible("\xc2\x9b\x33\x31m") == "\\u009b31m");
    CHECK(visible("\xe2\x80\xae\xe2\x80\xa8\xe2\x81\xa6\xef\xbb\xbf") ==
          "\\u202e\\u2028\\u2066\\ufeff");
    CHECK(visible("\xf3\xa0\x81\x81") == "\\U000e0041");
    CHECK(visible("\xff\xc3(\xe2\x82") == "\\xff\\xc3(\\xe2\\x82");
    CHECK(visible(std::string(1, '\0')) == "\\x00");
}

TEST_CASE("visible: no two texts look the same", "[core][visible_text][property]")
{
    std::set<std::string> seen;
    std::size_t count = 0;
    const std::string letters(
        "\\\x1b"
        "x1b");
    // Every text of up to six of these letters.
    for (std::size_t length = 0; length <= 6; ++length)
    {
        std::size_t texts = 1;
        for (std::size_t i = 0; i < length; ++i)
        {
            texts *= letters.size();
        }
        for (std::size_t number = 0; number < texts; ++number)
        {
            std::string text;
            for (std::size_t rest = number, i = 0; i < length; ++i, rest /= letters.size())
            {
                text += letters[rest % letters.size()];
            }
            seen.insert(visible(text));
            ++count;
        }
    }
    CHECK(seen.size() == count);
    CHECK(visible("C:\\dir \\d+ \\n") == "C:\\dir \\d+ \\n");
    CHECK(visible("\\x1b") == "\\\\x1b");
}

TEST_CASE("visible_page: lines stay lines, and escapes stay escapes", "[core][visible_text]")
{
    CHECK(visible_page("a\n\033[1mb\n") == "a\n\\x1b[1mb\n");
    CHECK(visible_page("\\x1b\n") == "\\x1b\n");
    CHECK(visible_line("\\x1b\n") == "\\x1b\\x0a");
}
