// SPDX-License-Identifier: Apache-2.0
#include "core/variation/random_catalogue.hpp"
#include "support/catch.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/error.hpp>
#include <sbst/variation/value_operators.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

namespace
{

/// Literals that differ, counted in preorder of the longer value; a report must name these.
bool differs_at(const Value& before, const Value& after, std::uint32_t element)
{
    const Value* old_one = find_element(before, element);
    const Value* new_one = find_element(after, element);
    return old_one == nullptr || new_one == nullptr || *old_one != *new_one;
}

IntegerMix only(double IntegerMix::*kind)
{
    IntegerMix mix{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    mix.*kind = 1.0;
    return mix;
}

/// All words that 4,000 mutations of `start` under one kind of change give.
std::set<std::string> reached(const Type& type, const Value& start, double IntegerMix::*kind,
    const std::vector<Value>& constants = {})
{
    TypeUniverse types;
    const TypeId id = types.add(type);
    ConstantPool pool;
    for (const Value& constant : constants)
    {
        pool.add(constant, id, types);
    }
    ValueOptions options;
    options.random_perturbation_prob = 0.0;
    options.integer_mix = only(kind);
    const ValueOperators operators(types, pool, options);
    Rng rng(3);
    std::set<std::string> words;
    for (int i = 0; i < 4000; ++i)
    {
        Value value = start;
        operators.mutate(value, id, rng);
        REQUIRE(is_well_formed(value, id, types));
        words.insert(to_text(value, id, types));
    }
    return words;
}

}  // namespace

TEST_CASE("value operators: random and mutated values are well formed, mutated ones differ",
    "[core][value_operators][property]")
{
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
    {
        INFO("seed " << seed);
        const test_support::RandomWorld world(seed);
        const ValueOperators operators(world.types, world.pool, {});
        Rng rng(seed);
        for (const TypeId type : world.values)
        {
            INFO(world.types[type].name);
            Value value = operators.random(type, rng);
            REQUIRE(is_well_formed(value, type, world.types));
            for (int i = 0; i < 40; ++i)
            {
                const Value before = value;
                const auto element = operators.mutate(value, type, rng);
                REQUIRE(is_well_formed(value, type, world.types));
                REQUIRE(element.has_value() == operators.has_choice(type));
                CHECK((value != before) == element.has_value());
                CHECK((!element || differs_at(before, value, *element)));
            }
        }
    }
}

TEST_CASE("value operators: null comes and goes where the type allows it, and only there",
    "[core][value_operators]")
{
    TypeUniverse types;
    Type text = string_type();
    text.nullable = true;
    Type lone = enumeration_type("lone", {"only"});
    lone.nullable = true;
    const std::vector<TypeId> nullable{types.add(text), types.add(lone)};
    const TypeId strict = types.add(string_type());
    ConstantPool pool;
    const ValueOperators operators(types, pool, {});
    Rng rng(5);
    for (const TypeId type : nullable)
    {
        CHECK(operators.has_choice(type));
        Value value = operators.random(type, rng);
        int became_null = 0;
        for (int i = 0; i < 1000; ++i)
        {
            const bool was_null = value.is_null();
            CHECK(operators.mutate(value, type, rng) == 0);
            REQUIRE(is_well_formed(value, type, types));
            REQUIRE_FALSE((was_null && value.is_null()));
            became_null += value.is_null() ? 1 : 0;
        }
        CHECK(became_null > 50);
        CHECK(became_null <= 500);
    }
    for (int i = 0; i < 1000; ++i)
    {
        Value value = operators.random(strict, rng);
        operators.mutate(value, strict, rng);
        REQUIRE_FALSE(value.is_null());
    }
}

TEST_CASE("value operators: strings of Unicode hold characters of all sorts, most of them plain",
    "[core][value_operators]")
{
    TypeUniverse types;
    Type unicode = string_type();
    unicode.is_unicode = true;
    unicode.max_length = 12;
    const TypeId type = types.add(unicode);
    const TypeId number = types.add(integer_type(16, false));
    ConstantPool pool;
    pool.add(Value(10), number, types);
    pool.add(Value(0x20AC), number, types);
    pool.add(Value(std::string("--")), type, types);
    const ValueOperators operators(types, pool, {});
    Rng rng(7);
    std::size_t plain = 0;
    std::size_t others = 0;
    std::set<std::uint32_t> seen;
    bool has_inserted = false;
    Value value = operators.random(type, rng);
    for (int i = 0; i < 20'000; ++i)
    {
        value = i % 20 == 0 ? operators.random(type, rng) : value;
        const Value before = value;
        REQUIRE(operators.mutate(value, type, rng));
        REQUIRE(value != before);
        REQUIRE(is_utf8(value.text()));
        has_inserted = has_inserted ||
                       (value.text().find("--") != std::string::npos && value.text().size() > 4);
        std::string_view rest = value.text();
        while (!rest.empty())
        {
            const CodePoint point = first_code_point(rest);
            seen.insert(point.value);
            (point.value >= 32 && point.value <= 126 ? plain : others) += 1;
            rest.remove_prefix(point.length);
        }
    }
    CHECK(has_inserted);
    // What the code compares with, in UTF-8 of one and of three bytes.
    CHECK(seen.contains('\n'));
    CHECK(seen.contains(0x20AC));
    // Control characters, Latin ones, other units of UTF-16, pairs of them.
    CHECK(*seen.begin() < 9);
    CHECK(seen.lower_bound(127) != seen.lower_bound(256));
    CHECK(seen.lower_bound(256) != seen.lower_bound(0x20AC));
    CHECK(*seen.rbegin() > 0xFFFF);
    CHECK(plain > 3 * others);
}

TEST_CASE("value operators: tokens of strings are edited as wholes", "[core][value_operators]")
{
    TypeUniverse types;
    Type unicode = string_type();
    unicode.is_unicode = true;
    const TypeId type = types.add(unicode);
    ConstantPool pool;
    pool.add(Value(std::string("select name")), type, types);
    ValueOptions options;
    options.random_perturbation_prob = 0.0;
    const ValueOperators operators(types, pool, options);
    Rng rng(5);
    std::set<std::string> seen;
    for (int i = 0; i < 20'000; ++i)
    {
        Value value(std::string("from (12)"));
        REQUIRE(operators.mutate(value, type, rng));
        REQUIRE(is_utf8(value.text()));
        seen.insert(value.text());
    }
    // Repeated, removed, exchanged, replaced by a token of the pool, inserted from it.
    CHECK(seen.contains("fromfrom (12)"));
    CHECK(seen.contains("from ()"));
    CHECK(seen.contains("12 (from)"));
    CHECK(seen.contains("name (12)"));
    CHECK(seen.contains("from select(12)"));
    CHECK(seen.contains("from (12)select name"));
    CHECK(std::any_of(seen.begin(), seen.end(), [](const std::string& text) {
        return text.starts_with("from (") && text.ends_with(")") && text.size() == 11 &&
               text.find_first_not_of("0123456789", 6) == 10;
    }));
}

TEST_CASE("value operators: strings and arrays take lengths that the code compares with",
    "[core][value_operators]")
{
    TypeUniverse types;
    Type unicode = string_type();
    unicode.is_unicode = true;
    const TypeId text = types.add(unicode);
    const TypeId bytes = types.add(array_type(types.add(integer_type(8, true)), {}));
    ConstantPool pool;
    pool.add_length(37);
    ValueOptions options;
    options.long_array_prob = GENERATE(0.0, 0.125);
    const ValueOperators operators(types, pool, options);
    Rng rng(5);
    int random_texts = 0;
    int random_arrays = 0;
    int changed_texts = 0;
    int changed_arrays = 0;
    std::size_t longest = 0;
    for (int i = 0; i < 4000; ++i)
    {
        random_texts += operators.random(text, rng).text().size() == 37 ? 1 : 0;
        Value array = operators.random(bytes, rng);
        random_arrays += array.list().size() == 37 ? 1 : 0;
        longest = std::max(longest, array.list().size());
        array = Value(Value::List(3, Value(1)));
        REQUIRE(operators.mutate(array, bytes, rng));
        changed_arrays += array.list().size() == 37 ? 1 : 0;
        Value changed(std::string("abc"));
        REQUIRE(operators.mutate(changed, text, rng));
        changed_texts += changed.text().starts_with("abc") && changed.text().size() == 37 ? 1 : 0;
    }
    CHECK(random_texts > 50);
    CHECK(changed_texts > 20);
    const bool has_long_arrays = options.long_array_prob > 0.0;
    CHECK((random_arrays > 50) == has_long_arrays);
    CHECK((changed_arrays > 50) == has_long_arrays);
    CHECK(longest <= (has_long_arrays ? 64 : 10));
}

TEST_CASE("value operators: long arrays of bytes are also one number over and over",
    "[core][value_operators]")
{
    TypeUniverse types;
    const TypeId bytes = types.add(array_type(types.add(integer_type(8, true)), {}));
    const TypeId shorts = types.add(array_type(types.add(integer_type(16, true)), {}));
    ConstantPool pool;
    ValueOptions options;
    options.long_array_prob = 1.0;
    const ValueOperators operators(types, pool, options);
    Rng rng(3);
    // An array of at least eight items whose even ones are 0 and whose odd ones are all 2.
    const auto has_twos = [](const Value::List& items) {
        for (std::size_t i = 0; i < items.size(); ++i)
        {
            if (items[i] != Value(i % 2 == 0 ? 0 : 2))
            {
                return false;
            }
        }
        return items.size() >= 8;
    };
    int of_bytes = 0;
    int of_shorts = 0;
    int changed = 0;
    for (int i = 0; i < 1000; ++i)
    {
        of_bytes += has_twos(operators.random(bytes, rng).list()) ? 1 : 0;
        of_shorts += has_twos(operators.random(shorts, rng).list()) ? 1 : 0;
        Value array(Value::List(3, Value(1)));
        REQUIRE(operators.mutate(array, bytes, rng));
        changed += has_twos(array.list()) ? 1 : 0;
    }
    CHECK(of_bytes > 10);
    CHECK(of_shorts == 0);
    CHECK(changed > 10);
}

TEST_CASE("value operators: other strings hold printable ASCII only", "[core][value_operators]")
{
    TypeUniverse types;
    const TypeId type = types.add(string_type());
    const TypeId number = types.add(integer_type(16, false));
    ConstantPool pool;
    pool.add(Value(10), number, types);
    const ValueOperators operators(types, pool, {});
    Rng rng(7);
    Value value = operators.random(type, rng);
    for (int i = 0; i < 5'000; ++i)
    {
        operators.mutate(value, type, rng);
        const std::string& text = value.text();
        REQUIRE(std::all_of(
            text.begin(), text.end(), [](char unit) { return unit >= 32 && unit <= 126; }));
    }
}

TEST_CASE("value operators: a type with one literal is never changed", "[core][value_operators]")
{
    TypeUniverse types;
    Type fixed = integer_type(256, true, "fixed");
    fixed.minimum = Value(-7).word();
    fixed.maximum = Value(-7).word();
    Type no_text = string_type();
    no_text.max_length = 0;
    const TypeId one = types.add(fixed);
    const std::vector<TypeId> single = {one, types.add(no_text), types.add(bytes_type(0)),
        types.add(enumeration_type("unit", {"only"})), types.add(array_type(one, "a", 3)),
        types.add(tuple_type({one, one}, "t")), types.add(tuple_type({}, "()")),
        types.add(object_type("O"))};
    const ConstantPool pool;
    const ValueOperators operators(types, pool, {});
    Rng rng(1);
    for (const TypeId type : single)
    {
        INFO(types[type].name);
        Value value = operators.random(type, rng);
        const Value before = value;
        CHECK(is_well_formed(value, type, types));
        CHECK_FALSE(operators.mutate(value, type, rng));
        CHECK(value == before);
    }
}

TEST_CASE(
    "value operators: each kind of integer change does what it says", "[core][value_operators]")
{
    const Type word = integer_type(256, false);
    const Type byte = integer_type(8, true);
    const Value zero(0);
    // One bit, in every place of the width; a signed byte keeps its sign extension.
    CHECK(reached(byte, zero, &IntegerMix::bit_flip) ==
          std::set<std::string>{"1", "2", "4", "8", "16", "32", "64", "-128"});
    CHECK(reached(word, zero, &IntegerMix::bit_flip).size() > 190);
    const auto boundaries = reached(word, Value(5), &IntegerMix::boundary);
    CHECK(boundaries == std::set<std::string>{"0", "1", (U256::max() >> 1U).to_decimal(),
                            U256::power_of_two(255).to_decimal(), U256::max().to_decimal()});
    CHECK(reached(byte, Value(5), &IntegerMix::boundary) ==
          std::set<std::string>{"0", "1", "-1", "-128", "127"});
    CHECK(reached(word, zero, &IntegerMix::pool, {Value(777)}) == std::set<std::string>{"777"});
    CHECK(reached(word, Value(5), &IntegerMix::pool_neighbour, {Value(777)}) ==
          std::set<std::string>{"776", "778"});
    // Powers of two reach everywhere and never leave the range.
    CHECK(reached(word, Value(1000), &IntegerMix::power_of_two).count("2024") == 1);
    CHECK(reached(word, zero, &IntegerMix::uniform).size() > 300);
    for (const std::string& text : reached(word, Value(1000), &IntegerMix::small_step))
    {
        CHECK(std::stoll(text) > 800);
        CHECK(std::stoll(text) < 1200);
    }
}

TEST_CASE("value operators: bounded integers reach both ends and nothing beyond",
    "[core][value_operators]")
{
    Type bounded = integer_type(256, true, "bounded");
    bounded.minimum = Value(-2).word();
    bounded.maximum = Value(1).word();
    TypeUniverse types;
    const TypeId id = types.add(bounded);
    const ConstantPool pool;
    const ValueOperators operators(types, pool, {});
    Rng rng(5);
    std::set<std::string> seen;
    Value value = operators.random(id, rng);
    for (int i = 0; i < 200; ++i)
    {
        operators.mutate(value, id, rng);
        REQUIRE(is_well_formed(value, id, types));
        seen.insert(to_text(value, id, types));
    }
    CHECK(seen == std::set<std::string>{"-2", "-1", "0", "1"});
}

TEST_CASE(
    "value operators: lengths keep to the type, then to the options", "[core][value_operators]")
{
    TypeUniverse types;
    const TypeId byte = types.add(integer_type(8, false));
    Type text = string_type();
    text.min_length = 2;
    text.max_length = 4;
    const TypeId text_id = types.add(text);
    const TypeId array = types.add(array_type(byte, "uint8[]"));
    ValueOptions options;
    options.min_array_length = 1;
    options.max_array_length = 3;
    const ConstantPool pool;
    const ValueOperators operators(types, pool, options);
    Rng rng(8);
    std::set<std::size_t> text_lengths;
    std::set<std::size_t> array_lengths;
    Value some_text = operators.random(text_id, rng);
    Value some_array = operators.random(array, rng);
    for (int i = 0; i < 300; ++i)
    {
        operators.mutate(some_text, text_id, rng);
        operators.mutate(some_array, array, rng);
        text_lengths.insert(some_text.text().size());
        array_lengths.insert(some_array.list().size());
    }
    CHECK(text_lengths == std::set<std::size_t>{2, 3, 4});
    CHECK(array_lengths == std::set<std::size_t>{1, 2, 3});
}

TEST_CASE("options: each bad member is named", "[core][options]")
{
    const auto check = [](const char* name, const std::function<void(OperatorOptions&)>& spoil) {
        OperatorOptions options;
        CHECK_NOTHROW(validate(options));
        spoil(options);
        CHECK_THROWS_WITH(validate(options), Catch::StartsWith(name));
    };
    check("max_length", [](OperatorOptions& o) { o.max_length = 0; });
    check("min_length", [](OperatorOptions& o) { o.min_length = 41; });
    check("delete_prob", [](OperatorOptions& o) { o.delete_prob = -0.1; });
    check("insertion_base", [](OperatorOptions& o) { o.insertion_base = 1.1; });
    check("null_prob", [](OperatorOptions& o) { o.null_prob = std::nan(""); });
    check("rare_prob", [](OperatorOptions& o) { o.rare_prob = 1.5; });
    check("max_recursion", [](OperatorOptions& o) { o.max_recursion = 0; });
    check("max_attempts", [](OperatorOptions& o) { o.max_attempts = 0; });
    check("pool_prob", [](OperatorOptions& o) { o.values.pool_prob = 2.0; });
    check("max_delta", [](OperatorOptions& o) { o.values.max_delta = 0.0; });
    check("min_array_length", [](OperatorOptions& o) { o.values.min_array_length = 11; });
    check("integer_mix.pool", [](OperatorOptions& o) { o.values.integer_mix.pool = -1.0; });
    check("integer_mix is 0", [](OperatorOptions& o) {
        o.values.integer_mix = IntegerMix{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    });
    CHECK_THROWS_WITH(
        ConstantPool(PoolOptions{.dynamic_prob = 1.5}), Catch::StartsWith("dynamic_prob"));
}

}  // namespace sbst
