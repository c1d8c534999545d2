// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/suite/simpler_values.hpp>

#include <algorithm>

using namespace sbst;

namespace
{

Value word(std::uint64_t value)
{
    return Value(U256{value});
}

Value negative(std::uint64_t value)
{
    return Value(-U256{value});
}

}  // namespace

TEST_CASE("simpler values: integers become small or round, keeping their sign",
    "[core][simpler_values][unit]")
{
    TypeUniverse types;
    const TypeId whole = types.add(integer_type(64, true));
    const Parameter parameter{"amount", whole};
    CHECK(simpler_values(word(73'482), parameter, types) ==
          std::vector<Value>{word(0), word(1), word(2), word(10), word(100), word(1000),
              word(70'000), word(73'000)});
    CHECK(simpler_values(negative(15), parameter, types) ==
          std::vector<Value>{word(0), negative(1), negative(2), negative(10)});
    CHECK(simpler_values(word(0), parameter, types).empty());
    CHECK(simpler_values(word(2), parameter, types) == std::vector<Value>{word(0), word(1)});
}

TEST_CASE("simpler values: the usual value comes first and is the simplest",
    "[core][simpler_values][unit]")
{
    TypeUniverse types;
    const TypeId whole = types.add(integer_type(64, false));
    Parameter parameter{"sender", whole};
    parameter.usual = word(7);
    CHECK(
        simpler_values(word(2), parameter, types) == std::vector<Value>{word(7), word(0), word(1)});
    CHECK(simpler_values(word(7), parameter, types).empty());
}

TEST_CASE("simpler values: all are well formed within the bounds of the type",
    "[core][simpler_values][unit]")
{
    TypeUniverse types;
    Type bounded = integer_type(16, false);
    bounded.minimum = U256{50};
    bounded.maximum = U256{5000};
    const TypeId whole = types.add(bounded);
    const auto candidates = simpler_values(word(4321), {"n", whole}, types);
    CHECK(
        candidates == std::vector<Value>{word(50), word(100), word(1000), word(4000), word(4300)});
}

TEST_CASE("simpler values: the widest integers do not overflow", "[core][simpler_values][unit]")
{
    TypeUniverse types;
    const TypeId whole = types.add(integer_type(256, false));
    const TypeId integer = types.add(integer_type(256, true));
    for (const Value& simpler : simpler_values(Value(U256::max()), {"n", whole}, types))
    {
        CHECK(simpler.word() < U256::max());
    }
    CHECK_FALSE(simpler_values(Value(U256::power_of_two(255)), {"n", integer}, types).empty());
}

TEST_CASE("simpler values: texts and lists become shorter, members simpler",
    "[core][simpler_values][unit]")
{
    TypeUniverse types;
    const TypeId text = types.add(string_type());
    const TypeId whole = types.add(integer_type(64, true));
    const TypeId list = types.add(array_type(whole, "list"));
    const TypeId pair = types.add(array_type(whole, "pair", 2));
    const auto simpler_texts = [&](const char* from) {
        std::vector<std::string> texts;
        for (const Value& simpler : simpler_values(Value(std::string(from)), {"s", text}, types))
        {
            texts.push_back(simpler.text());
        }
        return texts;
    };
    CHECK(simpler_texts("wxyz") ==
          std::vector<std::string>{"", "a", "w", "aa", "wx", "yz", "wxy", "xyz", "aaaa"});
    CHECK(simpler_texts("w~{}") ==
          std::vector<std::string>{"", "a", "w", "aa", "w~", "{}", "w~{", "~{}", "aaaa", "waaa"});
    CHECK(simpler_texts("aaaa") == std::vector<std::string>{"", "a", "aa", "aaa"});
    CHECK(simpler_texts("a") == std::vector<std::string>{""});

    // A text of characters keeps its number of UTF-16 units: 1, 1, 2.
    Type characters = string_type();
    characters.is_unicode = true;
    const TypeId unicode = types.add(characters);
    const Value foreign(std::string("x\u00e9\U0001f600"));
    const std::vector<Value> readable = simpler_values(foreign, {"s", unicode}, types);
    REQUIRE(readable.size() >= 2);
    CHECK(readable[readable.size() - 2] == Value(std::string("aaaa")));
    CHECK(readable.back() == Value(std::string("xaaa")));

    const Value three(Value::List{word(5), word(0), word(1)});
    const auto lists = simpler_values(three, {"l", list}, types);
    REQUIRE(lists.size() >= 3);
    CHECK(lists[0] == Value(Value::List{}));
    CHECK(lists[1] == Value(Value::List{word(5)}));
    const Value simpler_member(Value::List{word(0), word(0), word(1)});
    CHECK(std::count(lists.begin(), lists.end(), simpler_member) == 1);

    for (const Value& simpler :
        simpler_values(Value(Value::List{word(5), word(9)}), {"p", pair}, types))
    {
        CHECK(simpler.list().size() == 2);
    }
}
