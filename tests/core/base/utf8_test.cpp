// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/base/utf8.hpp>

#include <string>

using namespace sbst;

TEST_CASE("is_utf8: accepts text and refuses every kind of malformed sequence", "[core][utf8]")
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

TEST_CASE(
    "first_code_point: the character at the front, or a byte that begins none", "[core][utf8]")
{
    const CodePoint euro = first_code_point("\xe2\x82\xac!");
    CHECK(euro.is_valid);
    CHECK(euro.value == 0x20ac);
    CHECK(euro.length == 3);
    const CodePoint cut = first_code_point("\xe2\x82");
    CHECK_FALSE(cut.is_valid);
    CHECK(cut.length == 1);
    CHECK(first_code_point("a\xff").value == 'a');
}

TEST_CASE("is_continuation: every byte of a character but its first", "[core][utf8]")
{
    const std::string text = "a\xe2\x82\xac";
    CHECK_FALSE(is_continuation(text[0]));
    CHECK_FALSE(is_continuation(text[1]));
    CHECK(is_continuation(text[2]));
    CHECK(is_continuation(text[3]));
}
