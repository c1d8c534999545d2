// SPDX-License-Identifier: Apache-2.0
// Worked values of the relational and logical rules, textbook (K = 1) and EvoSuite's variant.
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/numeric/korel.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace
{

using namespace sbst;

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
const KorelOptions evosuite{.k = U256{1}, .adds_k_to_every_ordering = true};

BranchDistance to_true(std::uint64_t distance)
{
    return {Distance{U256{distance}}, Distance::zero()};
}

BranchDistance to_false(std::uint64_t distance)
{
    return {Distance::zero(), Distance{U256{distance}}};
}

struct Row
{
    Relation relation;
    std::uint64_t a;
    std::uint64_t b;
    BranchDistance textbook;
    BranchDistance in_evosuite;
};

std::vector<Row> rows()
{
    return {
        {Relation::eq, 7, 10, to_true(3), to_true(3)},
        {Relation::eq, 10, 7, to_true(3), to_true(3)},
        {Relation::eq, 7, 7, to_false(1), to_false(1)},
        {Relation::ne, 7, 10, to_false(3), to_false(3)},
        {Relation::ne, 7, 7, to_true(1), to_true(1)},
        {Relation::lt, 10, 7, to_true(4), to_true(4)},
        {Relation::lt, 7, 7, to_true(1), to_true(1)},
        {Relation::lt, 7, 10, to_false(3), to_false(4)},
        {Relation::le, 10, 7, to_true(3), to_true(4)},
        {Relation::le, 7, 7, to_false(1), to_false(1)},
        {Relation::le, 7, 10, to_false(4), to_false(4)},
        {Relation::gt, 7, 10, to_true(4), to_true(4)},
        {Relation::gt, 7, 7, to_true(1), to_true(1)},
        {Relation::gt, 10, 7, to_false(3), to_false(4)},
        {Relation::ge, 7, 10, to_true(3), to_true(4)},
        {Relation::ge, 7, 7, to_false(1), to_false(1)},
        {Relation::ge, 10, 7, to_false(4), to_false(4)},
    };
}

TEST_CASE("korel: integers, words and numbers follow one table", "[core][korel][golden]")
{
    for (const Row& row : rows())
    {
        const auto a = static_cast<std::int64_t>(row.a);
        const auto b = static_cast<std::int64_t>(row.b);
        INFO("relation " << static_cast<int>(row.relation) << " of " << a << " and " << b);
        for (const KorelOptions& options : {KorelOptions{}, evosuite})
        {
            const BranchDistance& expected =
                options.adds_k_to_every_ordering ? row.in_evosuite : row.textbook;
            CHECK(compare_unsigned(row.relation, row.a, row.b, options) == expected);
            CHECK(compare_signed(row.relation, row.a, row.b, options) == expected);
            CHECK(compare_integers(row.relation, a, b, options) == expected);
            CHECK(compare_numbers(row.relation, static_cast<double>(a), static_cast<double>(b),
                      options) == expected);
            // The same distances below zero, where the order turns round.
            CHECK(compare_signed(row.relation, row.a - U256{20}, row.b - U256{20}, options) ==
                  expected);
            CHECK(compare_integers(row.relation, a - 8, b - 8, options) == expected);
        }
    }
}

TEST_CASE("korel: K is a parameter", "[core][korel][unit]")
{
    const KorelOptions options{.k = U256{5}};
    CHECK(compare_unsigned(Relation::eq, 7, 7, options) == to_false(5));
    CHECK(compare_unsigned(Relation::lt, 10, 7, options) == to_true(8));
    CHECK(compare_unsigned(Relation::le, 10, 7, options) == to_true(3));
    CHECK(flag_distance(false, options) == to_true(5));
    CHECK_NOTHROW(validate(options));
    CHECK_THROWS_AS(validate(KorelOptions{.k = U256{}}), ConfigError);
}

TEST_CASE("korel: unsigned words are exact to 256 bits and saturate", "[core][korel][unit]")
{
    const U256 max = U256::max();
    CHECK(compare_unsigned(Relation::eq, 0, max).to_true == Distance{max});
    CHECK(compare_unsigned(Relation::ge, 0, max).to_true == Distance{max});
    CHECK(compare_unsigned(Relation::gt, 1, max).to_true == Distance{max});
    CHECK(compare_unsigned(Relation::gt, 0, max).to_true == Distance::infinite());
    CHECK(compare_unsigned(Relation::lt, max, 0).to_true == Distance::infinite());
    // Two large words one step apart: a double would see no difference.
    CHECK(compare_unsigned(Relation::eq, max, max - 1) == to_true(1));
    CHECK(compare_unsigned(Relation::eq, U256{1} << 200U, 3).to_true <
          compare_unsigned(Relation::eq, U256{1} << 200U, 2).to_true);
}

TEST_CASE("korel: signed words are compared as two's complement", "[core][korel][unit]")
{
    const U256 minus_one = U256::max();
    const U256 least = U256{1} << 255U;
    const U256 most = least - 1;
    CHECK(compare_signed(Relation::lt, minus_one, 1) == to_false(2));
    CHECK(compare_signed(Relation::gt, minus_one, 1) == to_true(3));
    CHECK(compare_signed(Relation::eq, least, most).to_true == Distance{U256::max()});
    CHECK(compare_signed(Relation::lt, least, most).is_true());
    CHECK(compare_signed(Relation::gt, least, most).to_true == Distance::infinite());
    CHECK(compare_unsigned(Relation::lt, minus_one, 1).to_true == Distance{minus_one});
}

TEST_CASE("korel: differences of machine integers do not overflow", "[core][korel][unit]")
{
    CHECK(
        compare_integers(Relation::eq, int64_min, int64_max).to_true == Distance{U256{UINT64_MAX}});
    CHECK(compare_integers(Relation::gt, int64_min, int64_max).to_true == Distance{U256{1} << 64U});
    CHECK(compare_integers(Relation::lt, int64_min, -1) == to_false(UINT64_MAX / 2));
}

TEST_CASE("korel: floating-point edges", "[core][korel][unit]")
{
    const double nan = std::nan("");
    for (const auto relation :
        {Relation::eq, Relation::lt, Relation::le, Relation::gt, Relation::ge})
    {
        CHECK(compare_numbers(relation, nan, 1.0) ==
              BranchDistance{Distance::infinite(), Distance::zero()});
        CHECK(compare_numbers(relation, nan, nan) ==
              BranchDistance{Distance::infinite(), Distance::zero()});
    }
    CHECK(compare_numbers(Relation::ne, nan, nan) ==
          BranchDistance{Distance::zero(), Distance::infinite()});
    CHECK(compare_numbers(Relation::eq, infinity, infinity) == to_false(1));
    CHECK(compare_numbers(Relation::lt, infinity, infinity) == to_true(1));
    CHECK(compare_numbers(Relation::eq, infinity, -infinity).to_true == Distance::infinite());
    CHECK(compare_numbers(Relation::eq, 0.0, -0.0) == to_false(1));
    CHECK(compare_numbers(Relation::eq, 1e308, -1e308).to_true == Distance::infinite());
    CHECK(compare_numbers(Relation::lt, 0.75, 0.5) ==
          BranchDistance{Distance{U256{1}, std::uint64_t{1} << 62U}, Distance::zero()});
    // The least difference there is, is not 0.
    const double tiny = std::numeric_limits<double>::denorm_min();
    CHECK(compare_numbers(Relation::eq, tiny, 0.0).to_true == Distance{U256{}, 1});
    CHECK(compare_numbers(Relation::le, tiny, 0.0).to_true == Distance{U256{}, 1});
}

TEST_CASE("korel: flags, words as conditions, membership", "[core][korel][unit]")
{
    CHECK(flag_distance(true) == to_false(1));
    CHECK(flag_distance(false) == to_true(1));
    CHECK(compare_flags(Relation::eq, true, false) == to_true(1));
    CHECK(compare_flags(Relation::ne, true, false) == to_false(1));
    CHECK(word_distance(0) == to_true(1));
    CHECK(word_distance(40) == to_false(40));
    const std::vector<U256> elements{4, 9, 20};
    CHECK(member_distance(11, elements) == to_true(2));
    CHECK(member_distance(3, elements) == to_true(1));
    CHECK(member_distance(20, elements) == to_false(1));
    CHECK(member_distance(3, {}) == BranchDistance{Distance::infinite(), Distance::zero()});
}

TEST_CASE("korel: logical composition", "[core][korel][unit]")
{
    const BranchDistance t2 = to_false(2);
    const BranchDistance t5 = to_false(5);
    const BranchDistance f3 = to_true(3);
    const BranchDistance f4 = to_true(4);
    CHECK(logical_not(t2) == to_true(2));
    CHECK(logical_and(t2, t5) == to_false(2));
    CHECK(logical_and(t2, f3) == to_true(3));
    CHECK(logical_and(f3, f4) == to_true(7));
    CHECK(logical_or(t2, t5) == to_false(7));
    CHECK(logical_or(t2, f3) == to_false(2));
    CHECK(logical_or(f3, f4) == to_true(3));
    CHECK(logical_xor(t2, f3) == to_false(2));
    CHECK(logical_xor(f3, f4) == to_true(3));
    CHECK(logical_xor(t2, t5) == to_true(2));
    CHECK(logical_implies(f3, t2) == to_false(5));
    CHECK(logical_implies(t2, f3) == to_true(2));
    const BranchDistance far{Distance::infinite(), Distance::zero()};
    CHECK(logical_and(far, f3).to_true == Distance::infinite());
}

}  // namespace
