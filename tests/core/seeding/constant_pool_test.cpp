// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/seeding/constant_pool.hpp>
#include <sbst/seeding/dynamic_seeding.hpp>

#include <cstdint>
#include <set>
#include <string>

namespace sbst
{

namespace
{

struct Types
{
    Types()
    {
        word = all.add(integer_type(256, false));
        wide = all.add(integer_type(256, true));
        byte = all.add(integer_type(8, false));
        small = all.add(integer_type(8, true));
        number = all.add(floating_type(64));
        narrow = all.add(floating_type(32));
        text = all.add(string_type());
        bytes = all.add(bytes_type());
        bytes4 = all.add(bytes_type(4));
        boolean = all.add(boolean_type());
        words = all.add(array_type(word, "uint256[]"));
    }

    TypeUniverse all;
    TypeId word, wide, byte, small, number, narrow, text, bytes, bytes4, boolean, words;
};

/// Everything that many draws give, as text.
std::set<std::string> drawn(const ConstantPool& pool, TypeId type, const Types& types)
{
    Rng rng(1);
    std::set<std::string> values;
    for (int i = 0; i < 300; ++i)
    {
        if (const auto value = pool.draw(type, types.all, rng))
        {
            REQUIRE(is_well_formed(*value, type, types.all));
            values.insert(to_text(*value, type, types.all));
        }
    }
    return values;
}

using Texts = std::set<std::string>;

}  // namespace

TEST_CASE("ConstantPool: an integer serves every integer type that holds it", "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    pool.add(Value(5), t.byte, t.all);
    pool.add(Value(200), t.word, t.all);
    pool.add(Value(-3), t.wide, t.all);
    CHECK(drawn(pool, t.byte, t) == Texts{"5", "200"});
    CHECK(drawn(pool, t.small, t) == Texts{"5", "-3"});
    CHECK(drawn(pool, t.wide, t) == Texts{"5", "200", "-3"});
    // As a word, -3 is a large number.
    CHECK(drawn(pool, t.word, t) == Texts{"5", "200", (-U256{3}).to_decimal()});
    CHECK(drawn(pool, t.number, t) == Texts{"5.0", "200.0", "-3.0"});
    CHECK(drawn(pool, t.boolean, t).empty());
    CHECK(drawn(pool, t.text, t).empty());
}

TEST_CASE("ConstantPool: byte strings, fixed bytes and words serve each other", "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    pool.add(Value(std::string("\x01\x02\x03\x04")), t.bytes4, t.all);
    pool.add(Value(std::string("abcd")), t.text, t.all);
    pool.add(Value(std::string("long text")), t.text, t.all);
    pool.add(Value(0xff), t.word, t.all);
    pool.add(Value(U256::power_of_two(32)), t.word, t.all);
    CHECK(drawn(pool, t.bytes4, t) == Texts{"0x01020304", "0x61626364", "0x000000ff"});
    CHECK(drawn(pool, t.word, t) == Texts{"16909060", "255", "4294967296"});
    CHECK(drawn(pool, t.bytes, t) == Texts{"0x01020304", "0x61626364", "0x6c6f6e672074657874"});
    CHECK(drawn(pool, t.text, t).size() == 3);
}

TEST_CASE("ConstantPool: numbers serve integers when they are whole, and fit narrow types",
    "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    pool.add(Value(0.1), t.number, t.all);
    pool.add(Value(1e300), t.number, t.all);
    pool.add(Value(-7.0), t.number, t.all);
    CHECK(drawn(pool, t.small, t) == Texts{"-7"});
    CHECK(drawn(pool, t.narrow, t).size() == 3);
}

TEST_CASE("ConstantPool: elements of arrays are constants, and counts add up", "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    pool.add(Value(Value::List{Value(1), Value(2), Value(1)}), t.words, t.all);
    pool.add(Value(2), t.byte, t.all, 5);
    CHECK(pool.count(Value(1)) == 2);
    CHECK(pool.count(Value(2)) == 6);
    CHECK(pool.count(Value(3)) == 0);
    CHECK(pool.static_size() == 2);
}

TEST_CASE("ConstantPool: the dynamic part forgets the oldest", "[core][seeding]")
{
    const Types t;
    ConstantPool pool(PoolOptions{.dynamic_prob = 1.0, .dynamic_size = 3});
    for (const int value : {1, 2, 3, 2, 4, 5})
    {
        pool.observe(Value(value));
    }
    CHECK(drawn(pool, t.word, t) == Texts{"3", "4", "5"});
    pool.observe(Value(1));
    CHECK(drawn(pool, t.word, t) == Texts{"1", "4", "5"});
    CHECK(pool.dynamic_size() == 3);
    // Nothing of this kind was observed, so the static part answers.
    pool.add(Value(std::string("static")), t.text, t.all);
    CHECK(drawn(pool, t.text, t) == Texts{"\"static\""});
}

TEST_CASE("ConstantPool: the share of the dynamic part is its probability", "[core][seeding]")
{
    const Types t;
    ConstantPool pool(PoolOptions{.dynamic_prob = 0.25});
    pool.add(Value(1), t.word, t.all);
    pool.observe(Value(2));
    Rng rng(2);
    int dynamic = 0;
    for (int i = 0; i < 4000; ++i)
    {
        dynamic += *pool.draw(t.word, t.all, rng) == Value(2) ? 1 : 0;
    }
    CHECK(dynamic > 900);
    CHECK(dynamic < 1100);
}

TEST_CASE("DynamicSeeding: both sides of each comparison are remembered", "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    Trace trace;
    trace.values.push({0, PredicateId(0), Value(41), Value(42)});
    trace.values.push({1, PredicateId(1), Value(std::string("left")), Value(2.5)});
    const DynamicSeeding seed(pool);
    seed(trace);
    CHECK(drawn(pool, t.byte, t) == Texts{"41", "42"});
    CHECK(drawn(pool, t.text, t) == Texts{"\"left\""});
    CHECK(drawn(pool, t.number, t) == Texts{"2.5", "41.0", "42.0"});
}

TEST_CASE("ConstantPool: draws from thousands of constants are uniform", "[core][seeding]")
{
    const Types t;
    ConstantPool pool;
    for (std::uint64_t i = 0; i < 5000; ++i)
    {
        pool.add(Value(i * 7919 % 65536), t.word, t.all);
    }
    Rng rng(3);
    int low = 0;
    for (int i = 0; i < 4000; ++i)
    {
        low += pool.draw(t.word, t.all, rng)->word() < U256{32768} ? 1 : 0;
    }
    CHECK(low > 1800);
    CHECK(low < 2200);
}

TEST_CASE("ConstantPool: lengths are drawn from those within bounds", "[core][seeding]")
{
    ConstantPool pool;
    Rng rng(1);
    CHECK_FALSE(pool.draw_length(0, 100, rng));
    for (const std::size_t length : {7U, 0U, 40U, 7U})
    {
        pool.add_length(length);
    }
    std::set<std::size_t> drawn_lengths;
    for (int i = 0; i < 100; ++i)
    {
        drawn_lengths.insert(pool.draw_length(0, 39, rng).value_or(1000));
    }
    CHECK(drawn_lengths == std::set<std::size_t>{0, 7});
    const Rng before = rng;
    CHECK_FALSE(pool.draw_length(8, 39, rng));
    CHECK_FALSE(pool.draw_length(5, 4, rng));
    CHECK(rng == before);
}

}  // namespace sbst
