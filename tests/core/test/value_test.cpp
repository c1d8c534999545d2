// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/test/value.hpp>

#include <limits>
#include <string>

namespace sbst
{

namespace
{

struct Types
{
    Types()
    {
        boolean = all.add(boolean_type());
        byte = all.add(integer_type(8, true));
        word = all.add(integer_type(256, false));
        number = all.add(floating_type(32));
        text = all.add(string_type());
        bytes4 = all.add(bytes_type(4));
        colour = all.add(enumeration_type("colour", {"red", "green"}));
        row = all.add(array_type(byte, "int8[2]", 2));
        rows = all.add(array_type(row, "int8[2][]"));
        pair = all.add(tuple_type({boolean, rows}, "pair"));
        object = all.add(object_type("Object"));
        Type strict_type = object_type("Strict");
        strict_type.nullable = false;
        strict = all.add(strict_type);
        nothing = all.add(Type{});
    }

    TypeUniverse all;
    TypeId boolean, byte, word, number, text, bytes4, colour, row, rows, pair, object, strict;
    TypeId nothing;
};

Value list(Value::List items)
{
    return Value(std::move(items));
}

}  // namespace

TEST_CASE("Value: machine integers become words, negative ones sign-extended", "[core][value]")
{
    CHECK(Value(5).word() == U256{5});
    CHECK(Value(-1).word() == U256::max());
    CHECK(Value(std::numeric_limits<std::int64_t>::min()).word() == -U256::power_of_two(63));
    CHECK(Value(std::numeric_limits<std::uint64_t>::max()).word() ==
          U256{std::numeric_limits<std::uint64_t>::max()});
    CHECK(Value(true).word() == U256{1});
    CHECK(Value(2.0).is_number());
    CHECK(Value().is_null());
    CHECK(Value(std::string("a")) != Value(std::string("b")));
}

TEST_CASE("is_well_formed: bounds, sizes, members and nesting count", "[core][value]")
{
    const Types t;
    const auto good = [&](const Value& value, TypeId type) {
        return is_well_formed(value, type, t.all);
    };
    CHECK(good(Value(1), t.boolean));
    CHECK_FALSE(good(Value(2), t.boolean));
    CHECK(good(Value(-128), t.byte));
    CHECK(good(Value(127), t.byte));
    CHECK_FALSE(good(Value(128), t.byte));
    CHECK_FALSE(good(Value(-129), t.byte));
    // 255 is not -1: signed words are kept sign-extended.
    CHECK_FALSE(good(Value(255), t.byte));
    CHECK(good(Value(U256::max()), t.word));
    CHECK(good(Value(0.5), t.number));
    CHECK_FALSE(good(Value(0.1), t.number));
    CHECK_FALSE(good(Value(std::numeric_limits<double>::quiet_NaN()), t.number));
    CHECK_FALSE(good(Value(1), t.number));
    CHECK(good(Value(std::string("abcd")), t.bytes4));
    CHECK_FALSE(good(Value(std::string("abc")), t.bytes4));
    CHECK(good(Value(1), t.colour));
    CHECK_FALSE(good(Value(2), t.colour));
    CHECK(good(Value(), t.object));
    CHECK_FALSE(good(Value(), t.strict));
    CHECK_FALSE(good(Value(), t.text));
    CHECK_FALSE(good(Value(0), t.nothing));
    const Value row = list({Value(1), Value(-2)});
    CHECK(good(row, t.row));
    CHECK_FALSE(good(list({Value(1)}), t.row));
    CHECK_FALSE(good(list({Value(1), Value(300)}), t.row));
    CHECK(good(list({Value(0), list({row, row})}), t.pair));
    CHECK_FALSE(good(list({Value(0), row}), t.pair));
    CHECK_FALSE(good(list({Value(0)}), t.pair));
}

TEST_CASE("is_well_formed: null belongs to nullable types alone", "[core][value]")
{
    TypeUniverse types;
    for (Type type : {string_type(), bytes_type(), enumeration_type("colour", {"red"}),
             object_type("Object"), array_type(types.add(string_type()), "string[]")})
    {
        for (const bool nullable : {false, true})
        {
            type.nullable = nullable;
            const TypeId id = types.add(type);
            CHECK(is_well_formed(Value{}, id, types) == nullable);
            CHECK(to_text(Value{}, id, types) == "null");
        }
    }
}

TEST_CASE("neutral_value: is well formed for every type with literals", "[core][value]")
{
    Types t;
    for (std::size_t i = 0; i < t.all.size(); ++i)
    {
        const TypeId type{i};
        if (type != t.nothing && type != t.strict)
        {
            INFO(t.all[type].name);
            CHECK(is_well_formed(neutral_value(type, t.all), type, t.all));
        }
    }
    Type negative = integer_type(16, true, "negative");
    negative.maximum = Value(-5).word();
    CHECK(neutral_value(t.all.add(negative), t.all) == Value(-5));
    Type positive = integer_type(16, true, "positive");
    positive.minimum = U256{3};
    CHECK(neutral_value(t.all.add(positive), t.all) == Value(3));
    Type long_text = string_type();
    long_text.min_length = 2;
    CHECK(neutral_value(t.all.add(long_text), t.all) == Value(std::string("  ")));
}

TEST_CASE("to_text: values read as people write them", "[core][value]")
{
    const Types t;
    const auto text = [&](const Value& value, TypeId type) { return to_text(value, type, t.all); };
    CHECK(text(Value(1), t.boolean) == "true");
    CHECK(text(Value(-128), t.byte) == "-128");
    CHECK(text(Value(-1), t.word).size() == 78);
    CHECK(text(Value(0.5), t.number) == "0.5");
    CHECK(text(Value(2.0), t.number) == "2.0");
    CHECK(text(Value(std::string("a\"\\\n\x01\xff")), t.text) == "\"a\\\"\\\\\\n\\x01\\xff\"");
    CHECK(text(Value(std::string("\x00\xfe"
                                 "ab",
                   4)),
              t.bytes4) == "0x00fe6162");
    CHECK(text(Value(1), t.colour) == "green");
    CHECK(text(Value(), t.object) == "null");
    CHECK(
        text(list({Value(0), list({list({Value(1), Value(2)})})}), t.pair) == "(false, [[1, 2]])");
}

TEST_CASE("find_element: counts nested literals in preorder", "[core][value]")
{
    const Value value = list({Value(7), list({Value(8), Value(9)}), Value(10)});
    CHECK(element_count(value) == 6);
    CHECK(*find_element(value, 0) == value);
    CHECK(*find_element(value, 1) == Value(7));
    CHECK(*find_element(value, 2) == list({Value(8), Value(9)}));
    CHECK(*find_element(value, 4) == Value(9));
    CHECK(*find_element(value, 5) == Value(10));
    CHECK(find_element(value, 6) == nullptr);
}

}  // namespace sbst
