// SPDX-License-Identifier: Apache-2.0
#include "render/json_text.hpp"
#include "render/utf8.hpp"
#include "support/catch.hpp"

#include <string>

using sbst::evm::detail::is_utf8;
using sbst::evm::detail::OrderedJson;
using sbst::evm::detail::to_json_text;

TEST_CASE("to_json_text: what fits stands on one line, the rest is broken", "[evm][json]")
{
    const OrderedJson json{{"b", 1}, {"a", {1, 2, 3}}};
    CHECK(to_json_text(json) == "{\"b\": 1, \"a\": [1, 2, 3]}\n");

    const std::string long_text(80, 'x');
    const OrderedJson broken{{"one", long_text}, {"two", {{"k", OrderedJson::array()}}}};
    CHECK(to_json_text(broken) ==
          "{\n  \"one\": \"" + long_text + "\",\n  \"two\": {\"k\": []}\n}\n");
}

TEST_CASE("to_json_text: another reader gets the same document", "[evm][json]")
{
    OrderedJson json{{"text", "a \"quote\", a \\ and \n"}, {"null", nullptr}, {"no", false},
        {"deep", {{{"x", {1, {2, {3}}}}}}}};
    for (int i = 0; i < 40; ++i)
    {
        json["list"].push_back(i * i);
    }
    CHECK(OrderedJson::parse(to_json_text(json)) == json);
}

TEST_CASE("to_json_text: doubles have the fewest digits that read back", "[evm][json]")
{
    CHECK(to_json_text(OrderedJson(0.1)) == "0.1\n");
    CHECK(to_json_text(OrderedJson(1e300)) == "1e+300\n");
    CHECK(to_json_text(OrderedJson(0.30000000000000004)) == "0.30000000000000004\n");
}

TEST_CASE("is_utf8: accepts text and refuses every kind of malformed sequence", "[evm][json]")
{
    for (const std::string& good : {std::string(), std::string("abc"), std::string("a\0b", 3),
             std::string("\xc3\xa9"), std::string("\xe2\x82\xac"), std::string("\xf0\x9f\x98\x80"),
             std::string("\xf4\x8f\xbf\xbf")})
    {
        CHECK(is_utf8(good));
    }
    for (const std::string& bad : {std::string("\x80"), std::string("\xff"), std::string("\xc3"),
             std::string("\xc0\x80"), std::string("\xc3("), std::string("\xe0\x80\x80"),
             std::string("\xed\xa0\x80"), std::string("\xf0\x80\x80\x80"),
             std::string("\xf4\x90\x80\x80"), std::string("\xf0\x9f\x98")})
    {
        CHECK_FALSE(is_utf8(bad));
    }
}
