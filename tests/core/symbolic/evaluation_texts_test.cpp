// SPDX-License-Identifier: Apache-2.0
// Operations of strings.
#include "constant_operations.hpp"
#include "support/catch.hpp"

#include <limits>

using namespace sbst;
using namespace sbst::symbolic;

namespace
{

U256 place(std::uint64_t number)
{
    return U256{number};
}

const U256 nowhere{0xffffffff};

bool is_so(Op op, const std::u16string& text, const std::u16string& part)
{
    ConstantOperations x;
    return x.truth(x.graph.make(op, {x.graph.string(text), x.graph.string(part)}));
}

U256 index_of(const std::u16string& text, const std::u16string& part, std::uint64_t first)
{
    ConstantOperations x;
    return x.word(x.graph.make(Op::index_of,
        {x.graph.string(text), x.graph.string(part), x.graph.bit_vector(U256{first}, 32)}));
}

std::u16string substring(const std::u16string& text, std::uint64_t first, std::uint64_t count)
{
    ConstantOperations x;
    return x.text(
        x.graph.make(Op::substring, {x.graph.string(text), x.graph.bit_vector(U256{first}, 32),
                                        x.graph.bit_vector(U256{count}, 32)}));
}

U256 unit_at(const std::u16string& text, std::uint64_t index)
{
    ConstantOperations x;
    return x.word(
        x.graph.make(Op::unit_at, {x.graph.string(text), x.graph.bit_vector(U256{index}, 32)}));
}

bool is_integer(const std::u16string& text)
{
    ConstantOperations x;
    return x.truth(x.graph.make(Op::is_integer, {x.graph.string(text)}));
}

std::int64_t parsed(const std::u16string& text)
{
    ConstantOperations x;
    return static_cast<std::int64_t>(
        low64(x.word(x.graph.make(Op::parse_integer, {x.graph.string(text)}))));
}

std::u16string printed(std::int64_t number, unsigned width)
{
    ConstantOperations x;
    return x.text(x.graph.make(
        Op::print_integer, {x.graph.bit_vector(U256{static_cast<std::uint64_t>(number)}, width)}));
}

}  // namespace

TEST_CASE("evaluate: strings have lengths and units", "[core][evaluation][unit]")
{
    ConstantOperations x;
    CHECK(x.word(x.graph.make(Op::length, {x.graph.string(u"")})) == place(0));
    CHECK(x.word(x.graph.make(Op::length, {x.graph.string(u"a\xd83d\xde00")})) == place(3));
    CHECK(unit_at(u"a\xd83d", 0) == U256{u'a'});
    CHECK(unit_at(u"a\xd83d", 1) == U256{0xd83d});
    CHECK(unit_at(u"a\xd83d", 2) == U256{});
    CHECK(unit_at(u"a", 0xffffffff) == U256{});
    CHECK(x.text(x.graph.make(Op::string_concat, {x.graph.string(u"ab"), x.graph.string(u"c")})) ==
          u"abc");
}

TEST_CASE("evaluate: a substring is what there is of it", "[core][evaluation][unit]")
{
    CHECK(substring(u"hello", 1, 3) == u"ell");
    CHECK(substring(u"hello", 0, 5) == u"hello");
    CHECK(substring(u"hello", 3, 10) == u"lo");
    CHECK(substring(u"hello", 3, 0xffffffff) == u"lo");
    CHECK(substring(u"hello", 5, 1).empty());
    CHECK(substring(u"hello", 0xffffffff, 1).empty());
    CHECK(substring(u"hello", 2, 0).empty());
    CHECK(substring(u"", 0, 0).empty());
}

TEST_CASE("evaluate: parts of strings are found", "[core][evaluation][unit]")
{
    CHECK(is_so(Op::starts_with, u"hello", u"he"));
    CHECK(is_so(Op::starts_with, u"hello", u""));
    CHECK_FALSE(is_so(Op::starts_with, u"he", u"hello"));
    CHECK_FALSE(is_so(Op::starts_with, u"hello", u"el"));
    CHECK(is_so(Op::ends_with, u"hello", u"lo"));
    CHECK(is_so(Op::ends_with, u"hello", u"hello"));
    CHECK_FALSE(is_so(Op::ends_with, u"lo", u"hello"));
    CHECK(is_so(Op::contains, u"hello", u"ell"));
    CHECK(is_so(Op::contains, u"", u""));
    CHECK_FALSE(is_so(Op::contains, u"hello", u"elo"));
    CHECK(is_so(Op::equal, u"a", u"a"));
    CHECK_FALSE(is_so(Op::equal, u"a", u"A"));

    CHECK(index_of(u"banana", u"an", 0) == place(1));
    CHECK(index_of(u"banana", u"an", 2) == place(3));
    CHECK(index_of(u"banana", u"an", 4) == nowhere);
    CHECK(index_of(u"banana", u"x", 0) == nowhere);
    CHECK(index_of(u"banana", u"", 0) == place(0));
    CHECK(index_of(u"banana", u"", 6) == place(6));
    CHECK(index_of(u"banana", u"", 7) == nowhere);
    CHECK(index_of(u"banana", u"b", 0xffffffff) == nowhere);
    CHECK(index_of(u"", u"", 0) == place(0));
}

TEST_CASE("evaluate: integers are recognised", "[core][evaluation][unit]")
{
    const auto* text = GENERATE(u"0", u"-0", u"7", u"-7", u"007", u"9223372036854775807",
        u"-9223372036854775808", u"0000000000000000000000000000000000001");
    CHECK(is_integer(text));
}

TEST_CASE("evaluate: other texts are no integers, and parse as 0", "[core][evaluation][unit]")
{
    const auto* text = GENERATE(u"", u"-", u"+1", u" 1", u"1 ", u"--1", u"1-", u"0x1", u"1.0",
        u"9223372036854775808", u"-9223372036854775809", u"92233720368547758070",
        u"18446744073709551617", u"99999999999999999999999999999999", u"\x0661");
    CHECK_FALSE(is_integer(text));
    CHECK(parsed(text) == 0);
}

TEST_CASE("evaluate: integers are parsed and printed", "[core][evaluation][unit]")
{
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    CHECK(parsed(u"007") == 7);
    CHECK(parsed(u"-0") == 0);
    CHECK(parsed(u"-42") == -42);
    CHECK(parsed(u"9223372036854775807") == std::numeric_limits<std::int64_t>::max());
    CHECK(parsed(u"-9223372036854775808") == least);
    CHECK(printed(0, 64) == u"0");
    CHECK(printed(-1, 1) == u"-1");
    CHECK(printed(255, 8) == u"-1");
    CHECK(printed(127, 8) == u"127");
    CHECK(printed(-128, 8) == u"-128");
    CHECK(printed(least, 64) == u"-9223372036854775808");
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-10}, least})
    {
        CHECK(parsed(printed(number, 64)) == number);
    }
}

TEST_CASE("evaluate: whole strings match languages", "[core][evaluation][unit]")
{
    RegularLanguage digits;
    digits.parts.push_back({.kind = RegularLanguage::Kind::unit, .ranges = {{u'0', u'9'}}});
    digits.parts.push_back({.kind = RegularLanguage::Kind::repeat, .operands = {0}, .least = 1});
    ConstantOperations x;
    CHECK(x.truth(x.graph.matches(x.graph.string(u"123"), digits)));
    CHECK_FALSE(x.truth(x.graph.matches(x.graph.string(u"12a"), digits)));
    CHECK_FALSE(x.truth(x.graph.matches(x.graph.string(u""), digits)));
}
