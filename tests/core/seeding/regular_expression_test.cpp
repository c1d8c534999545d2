// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/seeding/regular_expression.hpp>
#include <sbst/seeding/text_forms.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace sbst;

namespace
{

std::vector<std::string> texts_for(std::string_view expression, std::size_t count = 20)
{
    Rng rng(1);
    return matching_texts(expression, count, rng);
}

}  // namespace

TEST_CASE("matching_texts: every text matches the whole expression", "[core][seeding]")
{
    // What both this syntax and ECMAScript's mean the same by.
    const std::string expression = GENERATE(as<std::string>{}, "abc", "a|bc|def", "(ab)+c*",
        "[a-c]{3}-\\d{2,4}(x|y)", "^\\s*(\\w+)\\s*=\\s*(.*)$", "[^a-z]x?", "a{0,2}b{3,}",
        "(?:a|(b))c", "\\$\\{([^}]*)\\}", "[\\w.-]+@[\\w-]+(\\.[a-z]{2,})+", "(a|b)\\1",
        "[-+]?[0-9]+([.,][0-9]+)?([eE][-+]?[0-9]+)?", "\\x41\\u0042\\t", "[\\]\\[]+",
        "(a(b(c)?)?)?", "\\d\\D\\s\\S\\w\\W", "a+?b*?c??", "[.]{2}");
    INFO(expression);
    const std::vector<std::string> texts = texts_for(expression);
    REQUIRE_FALSE(texts.empty());
    const std::regex oracle(expression);
    for (const std::string& text : texts)
    {
        INFO(text);
        CHECK(std::regex_match(text, oracle));
    }
    CHECK(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size());
}

TEST_CASE("matching_texts: the forms of managed platforms are read", "[core][seeding]")
{
    using Texts = std::vector<std::string>;
    CHECK(texts_for("\\Qa.b\\E") == Texts{"a.b"});
    CHECK(texts_for("(?<word>ab)-\\k<word>") == Texts{"ab-ab"});
    CHECK(texts_for("(?i)x(?s:y)(?>z)") == Texts{"xyz"});
    CHECK(texts_for("a++b") == texts_for("a+b"));
    CHECK(texts_for("(?=ignored)a(?!this)b(?<=x)c(?<!y)") == Texts{"abc"});
    CHECK(texts_for("\\Aab\\b\\Z\\z\\G") == Texts{"ab"});
    CHECK(texts_for("\\x{1F600}") == Texts{"\xF0\x9F\x98\x80"});
    CHECK(texts_for("\\p{Upper}{1}", 100).size() == 26);
    CHECK(texts_for("\\p{Digit}\\P{Alpha}").size() == 20);
    CHECK(texts_for("[a-c&&[b]]", 10).size() == 3);
    CHECK(texts_for("[x[yz]]", 10).size() == 3);
}

TEST_CASE("matching_texts: what is malformed or too large has no texts", "[core][seeding]")
{
    const std::string expression =
        GENERATE(as<std::string>{}, "(", ")", "a)", "[a", "[b-a]", "*a", "a|*", "\\", "(?<n", "(?x",
            "\\k<none>", "\\2", "[\\", "\\p{Lower", "\\x{41", "", "a{0}", "^$");
    INFO(expression);
    CHECK(texts_for(expression).empty());
    CHECK(texts_for(std::string(1000, '(')).empty());
    CHECK(texts_for(std::string(1000, '[')).empty());
    CHECK(texts_for(std::string(5000, 'a')).empty());
}

TEST_CASE("matching_texts: texts are short, and the same for the same draws", "[core][seeding]")
{
    // The last repeats nothing, without end.
    for (const char* expression : {"((((a{100}){100}){100}){100})", "(.*){3}x", "a{99999}",
             "b((((((){100}){100}){100}){100}){100})"})
    {
        const std::vector<std::string> texts = texts_for(expression, 5);
        INFO(expression);
        REQUIRE_FALSE(texts.empty());
        for (const std::string& text : texts)
        {
            CHECK(text.size() <= 310);
        }
        CHECK(texts == texts_for(expression, 5));
    }
}

TEST_CASE("sample_texts: each form has some, all different", "[core][seeding]")
{
    std::set<std::string_view> all;
    for (const TextForm form : {TextForm::number, TextForm::date, TextForm::json, TextForm::xml,
             TextForm::address, TextForm::path, TextForm::properties, TextForm::currency,
             TextForm::language, TextForm::time_zone, TextForm::encoding, TextForm::unique_id})
    {
        const auto texts = sample_texts(form);
        CHECK(texts.size() >= 3);
        CHECK(std::find(texts.begin(), texts.end(), usual_text(form)) != texts.end());
        for (const std::string_view text : texts)
        {
            INFO(text);
            CHECK(all.insert(text).second);
        }
    }
}

TEST_CASE("compound_texts: all ways to write some parts, up to a number", "[core][seeding]")
{
    using Texts = std::vector<std::string>;
    const Texts parts{"a", "b"};
    CHECK(compound_texts(parts, ", ", 2, 10) == Texts{"a, a", "b, a", "a, b", "b, b"});
    CHECK(compound_texts(parts, ";", 3, 3) == Texts{"a;a;a", "b;a;a", "a;b;a"});
    CHECK(compound_texts(parts, ";", 1, 10) == parts);
    CHECK(compound_texts(parts, ";", 0, 10).empty());
    CHECK(compound_texts(parts, ";", 2, 0).empty());
    CHECK(compound_texts(Texts{}, ";", 2, 10).empty());
    CHECK(compound_texts(Texts{"", ""}, "", 2, 10) == Texts{"", "", "", ""});
}

TEST_CASE("date_of_pattern: a date as its pattern writes it", "[core][seeding]")
{
    CHECK(date_of_pattern("dd.MM.yyyy") == "29.02.2020");
    CHECK(date_of_pattern("d/M/yy HH:mm:ss.SSS") == "29/2/20 13:45:30.000");
    CHECK(date_of_pattern("yyyy-MM-dd'T'HH:mm:ssX") == "2020-02-29T13:45:30Z");
    CHECK(date_of_pattern("EEEE, d MMMM yyyy h 'o''clock' a") ==
          "Saturday, 29 February 2020 1 o'clock PM");
    CHECK(date_of_pattern("yyyy[-MM]") == "2020-02");
    for (const char* other : {"", "yyyy", "text", "java.util.Date", "''", "q yyyy MM", "12"})
    {
        INFO(other);
        CHECK_FALSE(date_of_pattern(other));
    }
    CHECK(date_of_pattern("yyyy MM '") == "2020 02 ");
}
