// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/numeric/korel.hpp>
#include <sbst/random/rng.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace
{

using namespace sbst;

constexpr std::array<Relation, 6> all_relations{
    Relation::eq, Relation::ne, Relation::lt, Relation::le, Relation::gt, Relation::ge};
const std::array<KorelOptions, 3> all_options{
    KorelOptions{}, KorelOptions{.adds_k_to_every_ordering = true}, KorelOptions{.k = U256{9}}};

template <class Number>
bool holds(Relation relation, const Number& a, const Number& b)
{
    switch (relation)
    {
        case Relation::eq:
            return a == b;
        case Relation::ne:
            return !(a == b);
        case Relation::lt:
            return a < b;
        case Relation::le:
            return !(b < a);
        case Relation::gt:
            return b < a;
        case Relation::ge:
            break;
    }
    return !(a < b);
}

void check_sides(const BranchDistance& distance, bool is_true)
{
    CHECK(is_zero(distance.to_true) == is_true);
    CHECK(is_zero(distance.to_false) == !is_true);
    CHECK(distance.is_true() == is_true);
}

/// Words that meet often: few bits, neighbours, ends.
U256 random_word(Rng& rng)
{
    const U256 base = rng.chance(0.5) ? rng.word() >> rng.index(256) : U256{rng.index(3)};
    return rng.chance(0.3) ? ~base : base;
}

TEST_CASE("korel: exactly the side of the outcome is 0, for every type and option",
    "[core][korel][property]")
{
    Rng rng{4};
    for (int i = 0; i < 300; ++i)
    {
        const U256 a = random_word(rng);
        const U256 b = rng.chance(0.3) ? a + rng.index(2) : random_word(rng);
        const auto x = static_cast<std::int64_t>(low64(a));
        const auto y = static_cast<std::int64_t>(low64(b));
        const double u = rng.chance(0.5) ? static_cast<double>(x) : rng.gaussian();
        const double v = rng.chance(0.2) ? u : static_cast<double>(y);
        INFO("case " << i << ": " << a.to_hex() << ' ' << b.to_hex() << ' ' << u << ' ' << v);
        for (const Relation relation : all_relations)
        {
            for (const KorelOptions& options : all_options)
            {
                check_sides(compare_unsigned(relation, a, b, options), holds(relation, a, b));
                check_sides(compare_signed(relation, a, b, options),
                    holds(relation, flip_sign(a), flip_sign(b)));
                check_sides(compare_integers(relation, x, y, options), holds(relation, x, y));
                check_sides(compare_numbers(relation, u, v, options), holds(relation, u, v));
                check_sides(
                    compare_flags(relation, x > 0, y > 0, options), holds(relation, x > 0, y > 0));
            }
        }
    }
}

TEST_CASE("korel: a relation and its opposite swap their distances", "[core][korel][property]")
{
    Rng rng{5};
    for (int i = 0; i < 300; ++i)
    {
        const U256 a = random_word(rng);
        const U256 b = rng.chance(0.3) ? a : random_word(rng);
        INFO("case " << i << ": " << a.to_hex() << ' ' << b.to_hex());
        const auto check = [&](Relation relation, Relation opposite) {
            CHECK(
                compare_unsigned(relation, a, b) == logical_not(compare_unsigned(opposite, a, b)));
        };
        check(Relation::eq, Relation::ne);
        check(Relation::lt, Relation::ge);
        check(Relation::gt, Relation::le);
        CHECK(compare_unsigned(Relation::lt, a, b) == compare_unsigned(Relation::gt, b, a));
        CHECK(compare_unsigned(Relation::le, a, b) == compare_unsigned(Relation::ge, b, a));
    }
}

TEST_CASE("korel: a step nearer never makes the distance larger", "[core][korel][property]")
{
    Rng rng{6};
    for (int i = 0; i < 300; ++i)
    {
        const U256 a = rng.word();
        const U256 b = rng.word();
        const U256 nearer = a < b ? a + 1 : a - 1;
        INFO("case " << i << ": " << a.to_hex() << ' ' << b.to_hex());
        for (const Relation relation : {Relation::eq, a < b ? Relation::ge : Relation::le})
        {
            CHECK(compare_unsigned(relation, nearer, b).to_true <
                  compare_unsigned(relation, a, b).to_true);
        }
    }
}

TEST_CASE("korel: logical composition keeps exactly one side at 0", "[core][korel][property]")
{
    Rng rng{7};
    std::vector<BranchDistance> some;
    for (int i = 0; i < 20; ++i)
    {
        some.push_back(
            compare_unsigned(all_relations.at(rng.index(6)), random_word(rng), random_word(rng)));
    }
    some.push_back({Distance::infinite(), Distance::zero()});
    some.push_back({Distance::zero(), Distance::infinite()});
    for (const BranchDistance& p : some)
    {
        for (const BranchDistance& q : some)
        {
            check_sides(logical_and(p, q), p.is_true() && q.is_true());
            check_sides(logical_or(p, q), p.is_true() || q.is_true());
            check_sides(logical_xor(p, q), p.is_true() != q.is_true());
            check_sides(logical_implies(p, q), !p.is_true() || q.is_true());
            check_sides(logical_not(p), !p.is_true());
            CHECK(logical_and(p, q) == logical_and(q, p));
            CHECK(logical_not(logical_and(p, q)) == logical_or(logical_not(p), logical_not(q)));
        }
    }
}

}  // namespace
