// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "support/recipe_values.hpp"

#include <sbst/symbolic/regular_language.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <regex>
#include <string>

using namespace sbst;
using namespace sbst::symbolic;
using test_support::Choose;

namespace
{

using Kind = RegularLanguage::Kind;
using Ranges = std::vector<std::pair<std::uint16_t, std::uint16_t>>;

constexpr std::uint32_t unbounded = RegularLanguage::unbounded;

/// Languages as trees, joined to one list of parts.
RegularLanguage joined(Kind kind, const std::vector<RegularLanguage>& operands)
{
    RegularLanguage result;
    RegularLanguage::Part whole;
    whole.kind = kind;
    for (const RegularLanguage& operand : operands)
    {
        const auto base = static_cast<std::uint32_t>(result.parts.size());
        for (RegularLanguage::Part part : operand.parts)
        {
            for (std::uint32_t& index : part.operands)
            {
                index += base;
            }
            result.parts.push_back(part);
        }
        whole.operands.push_back(static_cast<std::uint32_t>(result.parts.size() - 1));
    }
    result.parts.push_back(whole);
    return result;
}

RegularLanguage unit(const Ranges& ranges)
{
    RegularLanguage result;
    result.parts.push_back({.kind = Kind::unit, .ranges = ranges});
    return result;
}

RegularLanguage unit(char16_t only)
{
    return unit(Ranges{{only, only}});
}

RegularLanguage empty_text()
{
    RegularLanguage result;
    result.parts.emplace_back();
    return result;
}

RegularLanguage sequence(const std::vector<RegularLanguage>& operands)
{
    return joined(Kind::concat, operands);
}

RegularLanguage either(const std::vector<RegularLanguage>& operands)
{
    return joined(Kind::either, operands);
}

RegularLanguage repeat(
    const RegularLanguage& operand, std::uint32_t least, std::uint32_t most = unbounded)
{
    RegularLanguage result = joined(Kind::repeat, {operand});
    result.parts.back().least = least;
    result.parts.back().most = most;
    return result;
}

/// The same language as ECMAScript writes it; units are ASCII, or all.
std::string pattern_of(const RegularLanguage& language, std::uint32_t index)
{
    const RegularLanguage::Part& part = language.parts[index];
    std::string text;
    switch (part.kind)
    {
        case Kind::empty:
            return "(?:)";
        case Kind::unit:
            for (const auto& [low, high] : part.ranges)
            {
                text += high == 0xffff ? std::string("\\s\\S") :
                                         fmt::format("{}-{}", char(low), char(high));
            }
            return text.empty() ? "[^\\s\\S]" : fmt::format("[{}]", text);
        case Kind::repeat:
            text = pattern_of(language, part.operands[0]);
            return part.most == unbounded ?
                       fmt::format("(?:{}){{{},}}", text, part.least) :
                       fmt::format("(?:{}){{{},{}}}", text, part.least, part.most);
        default:
            for (const std::uint32_t operand : part.operands)
            {
                text += (text.empty() || part.kind == Kind::concat ? "" : "|") +
                        pattern_of(language, operand);
            }
            return fmt::format("(?:{})", text);
    }
}

std::string pattern_of(const RegularLanguage& language)
{
    return pattern_of(language, static_cast<std::uint32_t>(language.parts.size() - 1));
}

std::string narrow(const std::u16string& text)
{
    std::string result;
    for (const char16_t unit : text)
    {
        result += static_cast<char>(unit);
    }
    return result;
}

/// All texts of the units, the shorter first.
std::vector<std::u16string> all_texts(const std::u16string& units, std::size_t greatest_length)
{
    std::vector<std::u16string> texts{u""};
    for (std::size_t i = 0; texts[i].size() < greatest_length; ++i)
    {
        for (const char16_t unit : units)
        {
            texts.push_back(texts[i] + unit);
        }
    }
    return texts;
}

/// The cheapest alignment of two texts, by the costs of distance_to.
double edit_cost(const std::u16string& from, const std::u16string& to)
{
    std::vector<std::vector<double>> costs(
        from.size() + 1, std::vector<double>(to.size() + 1, static_cast<double>(to.size())));
    for (std::size_t i = 0; i <= from.size(); ++i)
    {
        for (std::size_t j = 0; j <= to.size(); ++j)
        {
            double cost = i == 0 && j == 0 ? 0 : std::numeric_limits<double>::infinity();
            if (i > 0)
            {
                cost = std::min(cost, costs[i - 1][j] + 1);
            }
            if (j > 0)
            {
                cost = std::min(cost, costs[i][j - 1] + 1);
            }
            if (i > 0 && j > 0)
            {
                const double by = std::abs(from[i - 1] - to[j - 1]);
                cost = std::min(cost, costs[i - 1][j - 1] + by / (by + 1));
            }
            costs[i][j] = cost;
        }
    }
    return costs.back().back();
}

const RegularLanguage digits = repeat(unit(Ranges{{u'0', u'9'}}), 1);

}  // namespace

TEST_CASE("RegularLanguage: well-formed is a tree of sound parts in order",
    "[core][regular_language][unit]")
{
    CHECK(is_well_formed(empty_text()));
    CHECK(is_well_formed(unit(Ranges{})));
    CHECK(is_well_formed(unit(Ranges{{u'a', u'c'}, {u'd', u'd'}, {0x100, 0xffff}})));
    CHECK(is_well_formed(sequence({digits, either({unit(u'.'), empty_text()}), digits})));
    CHECK(is_well_formed(repeat(digits, 0, 0)));

    CHECK_FALSE(is_well_formed({}));
    CHECK_FALSE(is_well_formed(unit(Ranges{{u'b', u'a'}})));
    CHECK_FALSE(is_well_formed(unit(Ranges{{u'b', u'd'}, {u'd', u'e'}})));
    CHECK_FALSE(is_well_formed(unit(Ranges{{u'b', u'c'}, {u'a', u'a'}})));
    CHECK_FALSE(is_well_formed(repeat(digits, 3, 2)));
    CHECK_FALSE(is_well_formed(sequence({digits})));
    CHECK_FALSE(is_well_formed(joined(Kind::repeat, {digits, digits})));
    CHECK_FALSE(is_well_formed(joined(Kind::empty, {digits})));
    CHECK_FALSE(is_well_formed(joined(Kind::unit, {digits})));

    RegularLanguage twice = repeat(digits, 0);
    twice.parts.push_back({.kind = Kind::concat, .operands = {0, 2}});
    CHECK_FALSE(is_well_formed(twice));
    RegularLanguage unused = digits;
    unused.parts.emplace_back();
    CHECK_FALSE(is_well_formed(unused));
    RegularLanguage itself;
    itself.parts.push_back({.kind = Kind::repeat, .operands = {0}});
    CHECK_FALSE(is_well_formed(itself));
}

TEST_CASE(
    "RegularLanguage: well-formed is bounded in parts and depth", "[core][regular_language][unit]")
{
    const auto sequence_of = [](std::size_t count) {
        return sequence(std::vector<RegularLanguage>(count, unit(u'a')));
    };
    CHECK(is_well_formed(sequence_of(RegularLanguage::max_parts - 1)));
    CHECK_FALSE(is_well_formed(sequence_of(RegularLanguage::max_parts)));
    RegularLanguage deep = unit(u'a');
    for (std::size_t depth = 1; depth <= RegularLanguage::max_depth; ++depth)
    {
        deep = repeat(deep, 0, 2);
    }
    CHECK(is_well_formed(deep));
    CHECK_FALSE(is_well_formed(repeat(deep, 0, 2)));
}

TEST_CASE("matches: simple languages", "[core][regular_language][unit]")
{
    CHECK(matches(empty_text(), u""));
    CHECK_FALSE(matches(empty_text(), u"a"));
    CHECK_FALSE(matches(unit(Ranges{}), u""));
    CHECK_FALSE(matches(unit(Ranges{}), u"a"));
    CHECK(matches(unit(Ranges{{u'a', u'c'}, {u'x', 0xffff}}), u"\xffff"));
    CHECK_FALSE(matches(unit(Ranges{{u'a', u'c'}, {u'x', 0xffff}}), u"d"));

    const RegularLanguage date = sequence({repeat(unit(Ranges{{u'0', u'9'}}), 4, 4), unit(u'-'),
        repeat(unit(Ranges{{u'0', u'9'}}), 1, 2)});
    CHECK(matches(date, u"2024-11"));
    CHECK(matches(date, u"2024-1"));
    CHECK_FALSE(matches(date, u"2024-"));
    CHECK_FALSE(matches(date, u"2024-111"));
    CHECK_FALSE(matches(date, u"202-11"));
    CHECK_FALSE(matches(date, u"x2024-11"));
}

TEST_CASE("matches: agrees with std::regex", "[core][regular_language][property]")
{
    std::size_t matched = 0;
    std::size_t unmatched = 0;
    for (std::uint64_t seed = 0; seed < 1500; ++seed)
    {
        Rng rng(seed);
        const Choose choose = test_support::choices_of(rng);
        const RegularLanguage language = test_support::draw_language(choose, 3);
        REQUIRE(is_well_formed(language));
        const std::string pattern = pattern_of(language);
        INFO(pattern);
        const std::regex regex(pattern);
        for (int i = 0; i < 20; ++i)
        {
            const std::u16string text = test_support::draw_text(choose, 6);
            INFO(narrow(text));
            const bool is_match = std::regex_match(narrow(text), regex);
            REQUIRE(matches(language, text) == is_match);
            ++(is_match ? matched : unmatched);
        }
    }
    CHECK(matched > 1000);
    CHECK(unmatched > 1000);
}

TEST_CASE("distance_to: counts edits and moves of units", "[core][regular_language][golden]")
{
    const RegularLanguage abc = sequence({unit(u'a'), unit(u'b'), unit(u'c')});
    CHECK(distance_to(abc, u"abc") == 0);
    CHECK(distance_to(abc, u"abd") == 0.5);
    CHECK(distance_to(abc, u"ab") == 1);
    CHECK(distance_to(abc, u"abxc") == 1);
    CHECK(distance_to(abc, u"") == 3);
    CHECK(distance_to(abc, u"aec") == 0.75);
    CHECK(distance_to(repeat(abc, 0), u"") == 0);
    CHECK(distance_to(repeat(abc, 0), u"abcab") == 1);
    CHECK(distance_to(repeat(abc, 2, 2), u"abc") == 3);
    CHECK(distance_to(repeat(unit(u'a'), 0, 2), u"aaaaa") == 3);
    CHECK(distance_to(unit(Ranges{{u'0', u'9'}, {u'a', u'f'}}), u":") == 0.5);
    CHECK(distance_to(unit(Ranges{{u'0', u'9'}, {u'a', u'f'}}), u"i") == 0.75);
    // Back to the beginning of the loop: c is put in before b is moved to a.
    CHECK(distance_to(repeat(sequence({unit(u'a'), unit(u'b'), unit(u'c')}), 0), u"abbbc") == 1.5);
    CHECK(std::isinf(distance_to(unit(Ranges{}), u"")));
    CHECK(std::isinf(distance_to(repeat(sequence({abc, unit(Ranges{})}), 1), u"abc")));
    CHECK(distance_to(repeat(unit(Ranges{}), 0), u"ab") == 2);
}

TEST_CASE("distance_to: is the least over all strings of the language",
    "[core][regular_language][property]")
{
    std::map<std::u16string, std::vector<std::u16string>> texts_of;
    std::size_t checked = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
    {
        Rng rng(seed);
        const Choose choose = test_support::choices_of(rng);
        const RegularLanguage language = test_support::draw_language(choose, 2);
        const std::string pattern = pattern_of(language);
        const std::regex regex(pattern);
        std::u16string text(choose(3), u' ');
        for (char16_t& unit : text)
        {
            unit = u"abcz"[choose(4)];
        }
        INFO(pattern << " and " << narrow(text));
        auto& candidates = texts_of[text];
        if (candidates.empty())
        {
            // Units that are moved to are ends of ranges, or those of the text.
            candidates = all_texts(text.find(u'z') < text.size() ? u"abcz" : u"abc", 6);
        }
        double least = std::numeric_limits<double>::infinity();
        std::size_t shortest = 7;
        for (const std::u16string& candidate : candidates)
        {
            if (std::regex_match(narrow(candidate), regex))
            {
                least = std::min(least, edit_cost(text, candidate));
                shortest = std::min(shortest, candidate.size());
            }
        }
        // A longer string would cost more than to leave out the text.
        if (shortest + (2 * text.size()) <= 6)
        {
            CHECK(distance_to(language, text) == Approx(least));
            ++checked;
        }
    }
    CHECK(checked > 200);
}

TEST_CASE("distance_to: is 0 exactly for what matches, and bounded by a new text",
    "[core][regular_language][property]")
{
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
    {
        Rng rng(seed);
        const Choose choose = test_support::choices_of(rng);
        const RegularLanguage language = test_support::draw_language(choose, 4);
        const std::u16string text = test_support::draw_text(choose, 12);
        INFO(pattern_of(language) << " and " << narrow(text));
        const double distance = distance_to(language, text);
        CHECK((distance == 0) == matches(language, text));
        const double from_nothing = distance_to(language, u"");
        CHECK(distance <= from_nothing + static_cast<double>(text.size()));
        CHECK(distance >= from_nothing - static_cast<double>(text.size()));
        CHECK((distance == 0 || distance >= 0.5));
    }
}

TEST_CASE("RegularLanguage: great counts are exact", "[core][regular_language][unit]")
{
    const RegularLanguage a = unit(u'a');
    const std::u16string few(10, u'a');
    const std::u16string many(1000, u'a');
    CHECK(distance_to(repeat(a, 1'000'000'000, 2'000'000'000), few) == 999'999'990);
    CHECK_FALSE(matches(repeat(a, 1'000'000'000, 2'000'000'000), few));
    CHECK(distance_to(repeat(a, 0, 2'000'000'000), many) == 0);
    CHECK(matches(repeat(a, 0, 2'000'000'000), many));
    CHECK(distance_to(repeat(repeat(a, 10, 10), 100, 100), many) == 0);
    CHECK(matches(repeat(repeat(a, 10, 10), 100, 100), many));
    CHECK(distance_to(repeat(repeat(a, 10, 10), 99, 99), many) == 10);
    CHECK_FALSE(matches(repeat(repeat(a, 10, 10), 99, 99), many));
    CHECK(distance_to(repeat(repeat(a, 100'000, 100'000), 100'000, 100'000), few) == 9'999'999'990);
    // Turns that must be made, of which some take nothing.
    const RegularLanguage maybe = either({empty_text(), sequence({a, unit(u'b')})});
    CHECK(distance_to(repeat(maybe, 1'000'000, 1'000'000), u"abab") == 0);
    CHECK(matches(repeat(maybe, 1'000'000, 1'000'000), u"abab"));
    CHECK(distance_to(repeat(maybe, 1'000'000, 1'000'000), u"aba") == 1);
}

TEST_CASE("RegularLanguage: with too many states the distance is that of a larger language",
    "[core][regular_language][unit]")
{
    const RegularLanguage letter = unit(Ranges{{u'a', u'b'}});
    const auto nested = [&](std::uint32_t count) {
        const RegularLanguage inner = sequence({repeat(letter, count, count), unit(u'c')});
        const RegularLanguage middle = sequence({repeat(inner, 2, count), unit(u'd')});
        return repeat(sequence({middle, unit(u'e')}), 1, count);
    };
    std::u16string text;
    for (int i = 0; i < 2; ++i)
    {
        text += std::u16string(100, u'a') + u'c' + std::u16string(100, u'b') + u"cde";
    }
    CHECK(matches(nested(100), text));
    CHECK(distance_to(nested(100), text) == 0);
    CHECK_FALSE(matches(nested(101), text));
    CHECK(distance_to(nested(101), text) >= 0.5);
    CHECK(distance_to(nested(101), text) <= 4);
    CHECK(distance_to(nested(100), text.substr(1)) >= 0.5);
    CHECK(distance_to(nested(100), text + u'x') >= 0.5);
}

TEST_CASE(
    "RegularLanguage: nested repetitions take polynomial time", "[core][regular_language][unit]")
{
    // Each loop within turns over all of the text, and ends after one unit.
    RegularLanguage nested = unit(u'a');
    for (int depth = 0; depth < 40; ++depth)
    {
        nested = either({unit(u'a'), sequence({repeat(nested, 0), unit(u'b')})});
    }
    const std::u16string text(120, u'a');
    CHECK(matches(repeat(nested, 0), text));
    CHECK_FALSE(matches(repeat(nested, 0), text + u"c"));
    CHECK(distance_to(repeat(nested, 0), text) == 0);
    CHECK(distance_to(repeat(nested, 0), text + u"c") == 0.5);

    RegularLanguage counted = either({unit(u'a'), sequence({unit(u'a'), unit(u'a')})});
    for (int depth = 0; depth < 30; ++depth)
    {
        counted = repeat(sequence({counted, repeat(unit(u'b'), 0, 1)}), 1, 9);
    }
    CHECK(matches(counted, text));
    CHECK_FALSE(matches(counted, text + u"c"));
    CHECK(distance_to(counted, text) == 0);
    CHECK(distance_to(counted, text + u"c") >= 0.5);
}

TEST_CASE(
    "RegularLanguage: the longest text and the largest language", "[core][regular_language][unit]")
{
    std::vector<RegularLanguage> units(
        RegularLanguage::max_parts / 2 - 1, repeat(unit(u'a'), 0, 1));
    const RegularLanguage language = sequence(units);
    REQUIRE(is_well_formed(language));
    std::u16string text(1000, u'a');
    CHECK(matches(language, text));
    CHECK(distance_to(language, text) == 0);
    text[500] = u'b';
    CHECK_FALSE(matches(language, text));
    CHECK(distance_to(language, text) == 0.5);
}
