// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/language/java_text.hpp>

#include <string>

using namespace sbst::jvm;

TEST_CASE("java_text: UTF-8 becomes UTF-16", "[jvm]")
{
    CHECK(to_utf16("") == u"");
    CHECK(to_utf16("a\xC3\xA9\xE2\x82\xAC") == u"a\u00e9\u20ac");
    CHECK(to_utf16("\xF0\x9F\x98\x80") == u"\U0001F600");
}

TEST_CASE("java_text: a byte of no sequence is the character of its number", "[jvm]")
{
    CHECK(to_utf16("\xff") == u"\u00ff");
    CHECK(to_utf16("\xC3") == u"\u00c3");
    CHECK(to_utf16("\xC3x") == u"\u00c3x");
    // Overlong, the beginning of a surrogate, beyond the last character.
    CHECK(to_utf16("\xC0\x80") == u"\u00c0\u0080");
    CHECK(to_utf16("\xE0\x80\x80") == u"\u00e0\u0080\u0080");
    CHECK(to_utf16("\xED\xA0") == u"\u00ed\u00a0");
    CHECK(to_utf16("\xED\xA0x") == u"\u00ed\u00a0x");
    CHECK(to_utf16("\xF4\x90\x80\x80") == u"\u00f4\u0090\u0080\u0080");
}

TEST_CASE("java_text: UTF-16 survives UTF-8", "[jvm][property]")
{
    for (char32_t character = 1; character < 0x110000; character += 7)
    {
        if (character >= 0xD800 && character < 0xE000)
        {
            continue;
        }
        std::u16string text(1, static_cast<char16_t>(character));
        if (character >= 0x10000)
        {
            const char32_t bits = character - 0x10000;
            text = {static_cast<char16_t>(0xD800 + (bits >> 10U)),
                static_cast<char16_t>(0xDC00 + (bits & 0x3FFU))};
        }
        REQUIRE(to_utf16(to_utf8(text)) == text);
    }
    // Characters that look like a sequence when written as bytes are not mistaken for one.
    CHECK(to_utf16(to_utf8(u"\u00c3\u00a9")) == u"\u00c3\u00a9");
    CHECK(to_utf8(std::u16string{u'a', 0xD800, u'b', 0xDC00}) == "a?b?");
}

TEST_CASE("java_text: unpaired surrogates survive the bytes of a value", "[jvm][property]")
{
    for (char32_t unit = 0xD800; unit < 0xE000; ++unit)
    {
        const std::u16string text{u'a', static_cast<char16_t>(unit), u'\u00e9'};
        REQUIRE(to_utf16(to_value_text(text)) == text);
    }
    CHECK(to_value_text(std::u16string{0xD83D}) == "\xED\xA0\xBD");
    CHECK(to_value_text(u"\U0001F600") == "\xF0\x9F\x98\x80");
    // Two that stand apart, then next to each other: a pair.
    CHECK(to_utf16("\xED\xB8\x80\xED\xA0\xBD") == std::u16string{0xDE00, 0xD83D});
    CHECK(to_utf16("\xED\xA0\xBD\xED\xB8\x80") == u"\U0001F600");
}
