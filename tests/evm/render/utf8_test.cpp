// SPDX-License-Identifier: Apache-2.0
#include "render/utf8.hpp"

#include "support/catch.hpp"

#include <string>

using sbst::evm::detail::is_utf8;

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
