// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/guided/impurity.hpp>

#include <array>
#include <cmath>
#include <set>
#include <string>

using namespace sbst;

namespace
{

struct Types
{
    TypeUniverse types;
    TypeId number = types.add(integer_type(64, true, "long"));
    TypeId tiny = types.add(integer_type(8, false, "uint8"));
    TypeId wide = types.add(integer_type(256, false, "uint256"));
    TypeId real = types.add(floating_type(64));
    TypeId narrow = types.add(floating_type(32));
    TypeId text = types.add(string_type());
    TypeId fixed = types.add(bytes_type(4));
    TypeId flag = types.add(boolean_type());
    TypeId numbers = types.add(array_type(number, "long[]"));
    TypeId object = types.add(object_type("Node"));
};

std::int64_t number_of(const Value& value)
{
    return static_cast<std::int64_t>(low64(value.word()));
}

}  // namespace

TEST_CASE("make_impure: steps of an integer are normal", "[core][guided][property]")
{
    Types t;
    Rng rng(1);
    int within_one = 0;
    int within_two = 0;
    constexpr int draws = 10'000;
    for (int i = 0; i < draws; ++i)
    {
        Value value(1000);
        make_impure(value, t.number, t.types, {}, rng);
        const std::int64_t step = std::abs(number_of(value) - 1000);
        within_one += step <= 30 ? 1 : 0;
        within_two += step <= 60 ? 1 : 0;
    }
    CHECK(within_one > 6600);
    CHECK(within_one < 7200);
    CHECK(within_two > 9400);
    CHECK(within_two < 9700);
}

TEST_CASE("make_impure: integers wrap within their type", "[core][guided][property]")
{
    Types t;
    Rng rng(1);
    std::set<std::uint64_t> low;
    std::set<std::uint64_t> high;
    for (int i = 0; i < 500; ++i)
    {
        Value value(250);
        const bool has_changed = make_impure(value, t.tiny, t.types, {}, rng);
        REQUIRE(is_well_formed(value, t.tiny, t.types));
        CHECK(has_changed == (value != Value(250)));
        (low64(value.word()) < 128 ? low : high).insert(low64(value.word()));
    }
    CHECK(low.size() > 20);
    CHECK(high.size() > 20);
}

TEST_CASE("make_impure: wide integers also move in larger units", "[core][guided][property]")
{
    Types t;
    Rng rng(1);
    const U256 ether = U256{1'000'000'000} * U256{1'000'000'000};
    const std::array<U256, 2> units{U256{1}, ether};
    const U256 start = ether * U256{1000};
    int small = 0;
    int large = 0;
    for (int i = 0; i < 1000; ++i)
    {
        Value value(start);
        if (make_impure(value, t.wide, t.types, {30.0, units}, rng))
        {
            const U256 up = value.word() - start;
            const U256 down = start - value.word();
            const U256 step = std::min(up, down);
            const bool is_whole = step % ether == U256{};
            large += is_whole ? 1 : 0;
            small += step < U256{1000} ? 1 : 0;
        }
    }
    CHECK(small > 400);
    CHECK(large > 400);
    CHECK(small + large > 950);
    // A unit that does not fit the type is not used.
    for (int i = 0; i < 100; ++i)
    {
        Value value(5);
        make_impure(value, t.tiny, t.types, {30.0, units}, rng);
        CHECK(is_well_formed(value, t.tiny, t.types));
    }
}

TEST_CASE("make_impure: each text is one edit away", "[core][guided][property]")
{
    Types t;
    Rng rng(1);
    std::set<std::size_t> sizes;
    int same_size = 0;
    for (int i = 0; i < 2000; ++i)
    {
        Value value(std::string("abcdef"));
        if (!make_impure(value, t.text, t.types, {}, rng))
        {
            continue;
        }
        const std::string& text = value.text();
        CHECK(text != "abcdef");
        CHECK(text.size() <= 7);
        sizes.insert(text.size());
        same_size += text.size() == 6 ? 1 : 0;
    }
    // Substrings have 1 to 6 characters, of which only the whole is no change.
    CHECK(sizes == std::set<std::size_t>{1, 2, 3, 4, 5, 6, 7});
    CHECK(same_size > 400);
}

TEST_CASE("make_impure: characters of a Unicode text stay whole", "[core][guided][property]")
{
    Types t;
    Type unicode = string_type();
    unicode.is_unicode = true;
    const TypeId type = t.types.add(unicode);
    Rng rng(1);
    for (int i = 0; i < 500; ++i)
    {
        Value value(std::string("\xC3\xA4\xE2\x82\xACz"));
        make_impure(value, type, t.types, {}, rng);
        // Each character is dropped or stays: its bytes never stand alone.
        const std::string& text = value.text();
        CHECK((text.find('\xC3') == std::string::npos) == (text.find('\xA4') == std::string::npos));
        CHECK((text.find('\xE2') == std::string::npos) == (text.find('\xAC') == std::string::npos));
    }
}

TEST_CASE(
    "make_impure: fixed bytes keep their size, arrays change one item", "[core][guided][property]")
{
    Types t;
    Rng rng(1);
    for (int i = 0; i < 200; ++i)
    {
        Value bytes(std::string("\x01\x02\x03\x04", 4));
        make_impure(bytes, t.fixed, t.types, {}, rng);
        CHECK(bytes.text().size() == 4);

        Value items(Value::List{Value(1), Value(2), Value(3)});
        if (make_impure(items, t.numbers, t.types, {}, rng))
        {
            int changed = 0;
            for (int item = 0; item < 3; ++item)
            {
                changed += items.list()[static_cast<std::size_t>(item)] != Value(item + 1) ? 1 : 0;
            }
            CHECK(changed == 1);
        }
    }
}

TEST_CASE("make_impure: what has no neighbour stays", "[core][guided][unit]")
{
    Types t;
    Rng rng(1);
    const auto stays = [&](Value value, TypeId type) {
        const Value before = value;
        return !make_impure(value, type, t.types, {}, rng) && value == before;
    };
    CHECK(stays(Value(1), t.flag));
    CHECK(stays(Value(), t.object));
    CHECK(stays(Value(Value::List{}), t.numbers));
    Value number(1e300);
    make_impure(number, t.real, t.types, {}, rng);
    CHECK(std::isfinite(number.number()));
    Value single(0.5);
    CHECK(make_impure(single, t.narrow, t.types, {}, rng));
    CHECK(single.number() == static_cast<double>(static_cast<float>(single.number())));
}
