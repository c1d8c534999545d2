// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/test/type.hpp>

#include <string>
#include <vector>

namespace sbst
{

TEST_CASE("TypeUniverse: unusable descriptions are rejected with the type's name", "[core][type]")
{
    TypeUniverse types;
    const TypeId void_type = types.add(Type{});
    const TypeId boolean = types.add(boolean_type());
    Type strict = object_type("Strict");
    strict.nullable = false;
    const TypeId strict_id = types.add(strict);

    std::vector<Type> bad = {integer_type(0, false), integer_type(257, true), floating_type(16),
        enumeration_type("none", {}), array_type(void_type, "void[]"),
        array_type(strict_id, "Strict[]"), array_type(TypeId{99}, "?[]"),
        tuple_type({boolean}, "t", {"a", "b"}), object_type("O", {boolean}),
        object_type("O", {TypeId{99}})};
    for (Type type : {boolean_type(), integer_type(8, true), floating_type(64), Type{},
             tuple_type({boolean}, "t")})
    {
        type.nullable = true;
        bad.push_back(type);
    }
    Type crossed = integer_type(8, true, "crossed");
    crossed.minimum = U256{5};
    crossed.maximum = -U256{5};
    bad.push_back(crossed);
    Type too_wide = integer_type(8, false, "too_wide");
    too_wide.maximum = U256{256};
    bad.push_back(too_wide);
    Type lengths = string_type();
    lengths.min_length = 3;
    lengths.max_length = 2;
    bad.push_back(lengths);
    Type sized = bytes_type(4);
    sized.max_length = 4;
    bad.push_back(sized);
    Type sized_string = string_type();
    sized_string.fixed_size = 4;
    bad.push_back(sized_string);
    Type no_element = array_type(boolean, "bool[]");
    no_element.elements.clear();
    bad.push_back(no_element);
    Type no_object = boolean_type();
    no_object.supertypes = {strict_id};
    bad.push_back(no_object);

    const std::size_t size = types.size();
    for (const Type& type : bad)
    {
        INFO(type.name);
        CHECK_THROWS_WITH(types.add(type), Catch::Contains("'" + type.name + "'"));
    }
    CHECK(types.size() == size);
}

TEST_CASE(
    "TypeUniverse: an object stands for its direct and indirect supertypes only", "[core][type]")
{
    TypeUniverse types;
    const TypeId top = types.add(object_type("Top"));
    const TypeId left = types.add(object_type("Left", {top}));
    const TypeId right = types.add(object_type("Right", {top}));
    const TypeId bottom = types.add(object_type("Bottom", {left, right}));
    CHECK(types.is_assignable(bottom, top));
    CHECK(types.is_assignable(bottom, right));
    CHECK(types.is_assignable(top, top));
    CHECK_FALSE(types.is_assignable(top, bottom));
    CHECK_FALSE(types.is_assignable(left, right));
}

TEST_CASE("TypeUniverse: a supertype added late reaches everything below", "[core][type]")
{
    TypeUniverse types;
    const TypeId low = types.add(object_type("Low"));
    const TypeId lower = types.add(object_type("Lower", {low}));
    const TypeId high = types.add(object_type("High"));
    const TypeId higher = types.add(object_type("Higher"));
    types.add_supertype(high, higher);
    const std::uint64_t revision = types.revision();
    types.add_supertype(low, high);
    CHECK(types.revision() > revision);
    CHECK(types.is_assignable(lower, higher));
    CHECK(types[low].supertypes == std::vector<TypeId>{high});
    CHECK_THROWS_AS(types.add_supertype(higher, lower), ConfigError);
    CHECK_THROWS_AS(types.add_supertype(higher, higher), ConfigError);
    CHECK_FALSE(types.is_assignable(higher, lower));
    types.add_supertype(low, high);
    CHECK(types[low].supertypes.size() == 1);
}

TEST_CASE("TypeUniverse: enumerations grow, other types do not", "[core][type]")
{
    TypeUniverse types;
    const TypeId colour = types.add(enumeration_type("colour", {"red"}));
    CHECK(types.add_member(colour, "green") == 1);
    CHECK(types[colour].members == std::vector<std::string>{"red", "green"});
    CHECK_THROWS_AS(types.add_member(types.add(boolean_type()), "maybe"), ConfigError);
    CHECK(types.find("colour") == colour);
    CHECK_FALSE(types.find("color"));
}

TEST_CASE("integer types: bounds of every width are those of two's complement", "[core][type]")
{
    CHECK(integer_maximum(integer_type(256, false)) == U256::max());
    CHECK(integer_maximum(integer_type(256, true)) == U256::max() >> 1U);
    CHECK(integer_minimum(integer_type(256, true)) == U256::power_of_two(255));
    CHECK(integer_minimum(integer_type(8, true)) == -U256{128});
    CHECK(integer_maximum(integer_type(8, true)) == U256{127});
    CHECK(integer_maximum(integer_type(1, false)) == U256{1});
    CHECK(integer_minimum(integer_type(1, true)) == -U256{1});
    CHECK(integer_maximum(integer_type(1, true)) == U256{});
    CHECK(integer_type(24, true).name == "int24");
}

}  // namespace sbst
