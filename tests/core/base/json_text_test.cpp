// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/json_text.hpp>

#include <cmath>
#include <limits>
#include <string>

using sbst::OrderedJson;
using sbst::to_json_text;

TEST_CASE("to_json_text: short values are on one line, long ones are broken", "[core][json]")
{
    const OrderedJson json{{"b", 1}, {"a", {1, 2, 3}}};
    CHECK(to_json_text(json) == "{\"b\": 1, \"a\": [1, 2, 3]}\n");

    const std::string long_text(80, 'x');
    const OrderedJson broken{{"one", long_text}, {"two", {{"k", OrderedJson::array()}}}};
    CHECK(to_json_text(broken) ==
          "{\n  \"one\": \"" + long_text + "\",\n  \"two\": {\"k\": []}\n}\n");
}

TEST_CASE("to_json_text: another reader gets the same document", "[core][json]")
{
    OrderedJson json{{"text", "a \"quote\", a \\ and \n"}, {"null", nullptr}, {"no", false},
        {"deep", {{{"x", {1, {2, {3}}}}}}}};
    for (int i = 0; i < 40; ++i)
    {
        json["list"].push_back(i * i);
    }
    CHECK(OrderedJson::parse(to_json_text(json)) == json);
}

TEST_CASE("to_json_text: doubles have the fewest digits that read back", "[core][json]")
{
    CHECK(to_json_text(OrderedJson(0.1)) == "0.1\n");
    CHECK(to_json_text(OrderedJson(1e300)) == "1e+300\n");
    CHECK(to_json_text(OrderedJson(0.30000000000000004)) == "0.30000000000000004\n");
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(to_json_text(OrderedJson{{"a", infinity}, {"b", -infinity}, {"c", std::nan("")}}) ==
          "{\"a\": null, \"b\": null, \"c\": null}\n");
}

TEST_CASE("to_json_text: bytes that are not text are replaced, in keys as well", "[core][json]")
{
    CHECK(to_json_text(OrderedJson{{"k\xff", "a\xc3"}}) ==
          "{\"k\xef\xbf\xbd\": \"a\xef\xbf\xbd\"}\n");
}
