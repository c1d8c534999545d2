// SPDX-License-Identifier: Apache-2.0
// Nothing foreign reaches a terminal as it is.
#include "console/text.hpp"

#include "console/json_page.hpp"
#include "console/terminal.hpp"
#include "support/catch.hpp"

#include <sbst/study/job_script.hpp>

#include <string>

using namespace sbst;
using namespace sbst::cli;

TEST_CASE("Text: strings in a format are escaped, colours of ours stay", "[cli][text]")
{
    const std::string hostile = "\033[31mred\nsbst: error: no\n";
    const Style style(true);
    CHECK(Text::of("{}: {} of {}\n", style.strong(hostile), 1, hostile).string() ==
          "\033[1m\\x1b[31mred\\x0asbst: error: no\\x0a\033[0m: 1 of "
          "\\x1b[31mred\\x0asbst: error: no\\x0a\n");
    CHECK(Text::of("{:<6}|", "\a").string() == "\\x07  |");
    CHECK(Text("a\n\033[31mb").string() == "a\n\\x1b[31mb");
    CHECK(Style(false).good("\033").string() == "\\x1b");
}

TEST_CASE("json_page: the same document, without control characters", "[cli][text]")
{
    const std::string name = "a\033b\x7f\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81 \xc3\xa9";
    const OrderedJson json{{"name", name}};
    const std::string page = json_page(json).string();
    CHECK(page == "{\n  \"name\": \"a\\u001bb\\u007f\\u009b\\u202e\\udb40\\udc41 \xc3\xa9\"\n}\n");
    CHECK(OrderedJson::parse(page).at("name") == name);
    CHECK(OrderedJson::parse(to_json_text(json)).at("name") == name);
    CHECK(json_page(OrderedJson("\xff"), -1).string() == "\"\xef\xbf\xbd\"\n");
}
