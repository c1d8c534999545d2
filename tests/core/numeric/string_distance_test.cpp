// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/numeric/string_distance.hpp>
#include <sbst/random/rng.hpp>

#include <cmath>
#include <string>
#include <string_view>

namespace
{

using namespace sbst;
using namespace std::string_view_literals;

TEST_CASE(
    "string distance: worked values of the aligned distance", "[core][string_distance][golden]")
{
    const auto distance = [](std::string_view s, std::string_view t) {
        return to_double(aligned_distance(s, t));
    };
    CHECK(std::abs(distance("abc", "abd") - 0.5) < 1e-12);
    CHECK(std::abs(distance("foo", "bar") - (0.8 + 14.0 / 15.0 + 0.75)) < 1e-12);
    CHECK(std::abs(distance("foo", "bar") - 2.483333333333333) < 1e-12);
    CHECK(distance("", "baz") == 3.0);
    CHECK(std::abs(distance("ba", "baz") - 1.0) < 1e-12);
    CHECK(aligned_distance("same"sv, "same"sv) == Distance::zero());
    // Bytes from 128 up are not negative.
    CHECK(std::abs(distance("\xff", "\x01") - 254.0 / 255.0) < 1e-12);
    CHECK(std::abs(to_double(aligned_distance(u"\uffff"sv, u"\u0000"sv)) - 65535.0 / 65536.0) <
          1e-12);
}

TEST_CASE("string distance: worked values of the edit distance", "[core][string_distance][golden]")
{
    CHECK(edit_distance("kitten"sv, "sitting"sv) == 3);
    CHECK(edit_distance("foo"sv, "bar"sv) == 3);
    CHECK(edit_distance(""sv, "abc"sv) == 3);
    CHECK(edit_distance("abc"sv, ""sv) == 3);
    CHECK(edit_distance("flaw"sv, "lawn"sv) == 2);
    CHECK(edit_distance(u"abc"sv, u"abc"sv) == 0);
}

TEST_CASE("string distance: equality", "[core][string_distance][unit]")
{
    const BranchDistance unequal = compare_strings(Relation::eq, "abc"sv, "abd"sv);
    CHECK(unequal.to_true == Distance{U256{}, std::uint64_t{1} << 63U});
    CHECK(is_zero(unequal.to_false));
    CHECK(compare_strings(Relation::ne, "abc"sv, "abd"sv) == logical_not(unequal));
    CHECK(compare_strings(Relation::eq, "abc"sv, "abc"sv) == flag_distance(true));
    CHECK(equals_ignoring_case_distance("AbC"sv, "aBc"sv) == flag_distance(true));
    CHECK(equals_ignoring_case_distance("ABC"sv, "abd"sv) == unequal);
    CHECK(equals_ignoring_case_distance("["sv, "{"sv).to_true != Distance::zero());
}

TEST_CASE("string distance: starts, ends, contains, is empty", "[core][string_distance][unit]")
{
    const Distance half{U256{}, std::uint64_t{1} << 63U};
    CHECK(starts_with_distance("hello"sv, "hel"sv) == flag_distance(true));
    CHECK(starts_with_distance("hello"sv, "hem"sv).to_true == half);
    CHECK(starts_with_distance("hello"sv, ""sv) == flag_distance(true));
    CHECK(starts_with_distance("he"sv, "hello"sv).to_true == Distance{U256{3}});
    CHECK(starts_with_distance("hello"sv, "lo"sv, 3) == flag_distance(true));
    CHECK(starts_with_distance("hello"sv, ""sv, 5) == flag_distance(true));
    CHECK(starts_with_distance("hello"sv, ""sv, 6).to_true == Distance::infinite());
    CHECK(ends_with_distance("hello"sv, "llo"sv) == flag_distance(true));
    CHECK(ends_with_distance("hello"sv, "llp"sv).to_true == half);
    CHECK(ends_with_distance("lo"sv, "hello"sv).to_true >= Distance{U256{3}});
    CHECK(contains_distance("hello"sv, "ell"sv) == flag_distance(true));
    CHECK(contains_distance("hello"sv, "ekl"sv).to_true == half);
    CHECK(contains_distance("hello"sv, ""sv) == flag_distance(true));
    CHECK(contains_distance("el"sv, "ell"sv).to_true == Distance{U256{1}});
    CHECK(is_empty_distance(""sv) == flag_distance(true));
    CHECK(is_empty_distance("abc"sv) == BranchDistance{Distance{U256{3}}, Distance::zero()});
}

TEST_CASE("string distance: orderings", "[core][string_distance][unit]")
{
    const auto to_true = [](std::uint64_t n) {
        return BranchDistance{Distance{U256{n}}, Distance::zero()};
    };
    CHECK(compare_strings(Relation::lt, "ad"sv, "ab"sv) == to_true(3));
    CHECK(compare_strings(Relation::le, "ad"sv, "ab"sv) == to_true(2));
    CHECK(compare_strings(Relation::lt, "ab"sv, "ab"sv) == to_true(1));
    CHECK(compare_strings(Relation::lt, "abc"sv, "ab"sv) == to_true(1));
    CHECK(compare_strings(Relation::le, "abc"sv, "ab"sv) == to_true(1));
    CHECK(compare_strings(Relation::le, "ab"sv, "ab"sv) == flag_distance(true));
    CHECK(compare_strings(Relation::gt, "ab"sv, "ad"sv) == to_true(3));
    CHECK(compare_strings(Relation::ge, "ab"sv, "ad"sv) == to_true(2));
    // Wanted false: the mirror image.
    CHECK(compare_strings(Relation::lt, "ab"sv, "ad"sv) == logical_not(to_true(2)));
}

TEST_CASE(
    "string distance: exactly the side of the outcome is 0", "[core][string_distance][property]")
{
    Rng rng{3};
    const auto random_text = [&rng] {
        std::string text(rng.index(4), 'a');
        for (char& unit : text)
        {
            unit = static_cast<char>(rng.chance(0.2) ? rng.index(256) : 'a' + rng.index(2));
        }
        return text;
    };
    for (int i = 0; i < 2000; ++i)
    {
        const std::string first = random_text();
        const std::string second = random_text();
        const std::string_view s = first;
        const std::string_view t = second;
        INFO("case " << i << ": '" << s << "' '" << t << "'");
        const auto check = [](const BranchDistance& distance, bool outcome) {
            CHECK(is_zero(distance.to_true) == outcome);
            CHECK(is_zero(distance.to_false) == !outcome);
        };
        // std::char_traits compares bytes as unsigned too.
        check(compare_strings(Relation::eq, s, t), s == t);
        check(compare_strings(Relation::ne, s, t), s != t);
        check(compare_strings(Relation::lt, s, t), s < t);
        check(compare_strings(Relation::le, s, t), s <= t);
        check(compare_strings(Relation::gt, s, t), s > t);
        check(compare_strings(Relation::ge, s, t), s >= t);
        check(starts_with_distance(s, t), s.substr(0, t.size()) == t);
        check(ends_with_distance(s, t), s.ends_with(t));
        check(contains_distance(s, t), s.find(t) != std::string_view::npos);
        check(is_empty_distance(s), s.empty());
        CHECK(aligned_distance(s, t) == aligned_distance(t, s));
        CHECK(edit_distance(s, t) == edit_distance(t, s));
        CHECK(aligned_distance(s, t) <= Distance{U256{std::max(s.size(), t.size())}});
    }
}

}  // namespace
