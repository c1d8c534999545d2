// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>

#include <cmath>
#include <cstddef>
#include <string>

using namespace sbst;

namespace
{

/// Brackets in brackets.
std::string nested(std::size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

TEMPLATE_TEST_CASE("parse_json: text that is not JSON is reported with its place",
    "[core][json_field]", SortedJson, OrderedJson)
{
    CHECK_THROWS_WITH(parse_json<TestType>("{\n \"a\": }", "f.json"),
        Catch::StartsWith("f.json: line 2, column 7: no JSON: "));
    CHECK_THROWS_WITH(
        parse_json<TestType>("", "f.json"), Catch::StartsWith("f.json: line 1, column 1: no JSON"));
    const std::string long_text = "\"" + std::string(5000, 'x');
    try
    {
        static_cast<void>(parse_json<TestType>(long_text, "f.json"));
        FAIL("it is not closed");
    }
    catch (const ParseError& error)
    {
        CHECK(std::string(error.what()).size() < 400);
    }
}

TEMPLATE_TEST_CASE("parse_json: repeated keys and deep nesting are refused", "[core][json_field]",
    SortedJson, OrderedJson)
{
    CHECK_THROWS_WITH(parse_json<TestType>(R"({"a": {"b": 1, "c": 2, "b": 3}})", "f.json"),
        Catch::Equals("f.json: the key 'b' appears twice"));
    CHECK(parse_json<TestType>(R"({"a": {"b": 1}, "b": {"b": 2}})", "f.json").size() == 2);
    CHECK_NOTHROW(parse_json<TestType>(nested(2000), "f.json"));
    CHECK_THROWS_WITH(parse_json<TestType>(nested(2002), "f.json"),
        Catch::Equals("f.json: nested deeper than 2000"));
    CHECK_THROWS_AS(parse_json<TestType>(std::string(1'000'000, '['), "f.json"), ParseError);
}

TEMPLATE_TEST_CASE("JsonField: an error names file, path and the value found", "[core][json_field]",
    SortedJson, OrderedJson)
{
    const TestType json = parse_json<TestType>(
        R"({"list": [1, {"name": "x", "none": null}], "no": -1, "yes": true})", "f.json");
    const BasicJsonField<TestType> root(json, "f.json", "");
    const auto list = root.at("list");
    CHECK(list.at(0).count() == 1);
    CHECK(list.at(1).at("name").text() == "x");
    CHECK(root.at("yes").boolean());
    CHECK(list.at(1).path() == "list[1]");
    CHECK_THROWS_WITH(list.at(1).at("name").count(),
        Catch::Equals("f.json: list[1].name: a number from 0 expected, string found"));
    CHECK_THROWS_WITH(
        root.at("no").count(), Catch::Equals("f.json: no: a number from 0 expected, -1 found"));
    CHECK_THROWS_WITH(
        root.at("no").text(), Catch::Equals("f.json: no: a string expected, -1 found"));
    CHECK_THROWS_WITH(root.at("no").boolean(), Catch::Contains("true or false expected"));
    CHECK_THROWS_WITH(root.at("no").items(), Catch::Contains("no: an array expected"));
    CHECK_THROWS_WITH(list.members(), Catch::Contains("list: an object expected, array found"));
    CHECK_THROWS_WITH(list.at("name"), Catch::Contains("list: an object expected, array found"));
    CHECK_THROWS_WITH(root.at("gone"), Catch::Equals("f.json: gone: the field is missing"));
    CHECK_THROWS_WITH(
        list.at(1).at("none"), Catch::Equals("f.json: list[1].none: the field is missing"));
    CHECK_THROWS_WITH(root.at("no").fail("too small"), Catch::Equals("f.json: no: too small"));
}

TEMPLATE_TEST_CASE("JsonField: null counts as absent, or as NaN where a number or null is expected",
    "[core][json_field]", SortedJson, OrderedJson)
{
    const TestType json =
        parse_json<TestType>(R"({"none": null, "half": 0.5, "text": "t"})", "f.json");
    const BasicJsonField<TestType> root(json, "f.json", "");
    CHECK_FALSE(root.find("none"));
    CHECK_FALSE(root.find("gone"));
    REQUIRE(root.find("text"));
    CHECK(root.text_or_empty("text") == "t");
    CHECK(root.text_or_empty("half").empty());
    CHECK(root.text_or_empty("gone").empty());
    CHECK(std::isnan(root.number_or_null("none")));
    CHECK(root.number_or_null("half") == 0.5);
    CHECK(root.at("half").number_or_null() == 0.5);
    CHECK_THROWS_WITH(
        root.number_or_null("gone"), Catch::Equals("f.json: gone: the field is missing"));
    CHECK_THROWS_WITH(root.number_or_null("text"),
        Catch::Equals("f.json: text: a number or null expected, string found"));
}

TEST_CASE(
    "JsonField: members are in the order of the document, or of their names", "[core][json_field]")
{
    const std::string text = R"({"b": null, "a": [7, 8]})";
    const auto names = [](const auto& members) {
        std::string all;
        for (const auto& [name, value] : members)
        {
            all += name + "=" + value.path() + " ";
        }
        return all;
    };
    const auto ordered = parse_json<OrderedJson>(text, "f");
    const auto sorted = parse_json<SortedJson>(text, "f");
    CHECK(names(OrderedJsonField(ordered, "f", "").members()) == "b=b a=a ");
    CHECK(names(JsonField(sorted, "f", "x").members()) == "a=x.a b=x.b ");
    const auto items = OrderedJsonField(ordered, "f", "").at("a").items();
    REQUIRE(items.size() == 2);
    CHECK(items[1].path() == "a[1]");
    CHECK(items[1].count() == 8);
}
