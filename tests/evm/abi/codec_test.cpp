// SPDX-License-Identifier: Apache-2.0
#include "random_abi.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

AbiType type_of(const std::string& text)
{
    const AbiTypeResult result = parse_abi_type(text);
    INFO(text << ": " << result.problem);
    REQUIRE(result.type);
    return *result.type;
}

std::vector<AbiType> types_of(const std::string& tuple)
{
    return type_of(tuple).members();
}

Value word(std::uint64_t number)
{
    return Value(U256{number});
}

Value text(std::string bytes)
{
    return Value(std::move(bytes));
}

/// A list, never taken for a copy of its only item.
template <class... Items>
Value list(Items... items)
{
    Value::List all;
    (all.push_back(std::move(items)), ...);
    return Value(std::move(all));
}

/// Writes data as words: numbers, and texts padded on the right.
struct Words
{
    Bytes bytes;

    Words& operator()(const U256& number)
    {
        const auto be = number.to_be_bytes();
        bytes.insert(bytes.end(), be.begin(), be.end());
        return *this;
    }
    Words& operator()(int number) { return (*this)(U256{static_cast<std::uint64_t>(number)}); }
    Words& operator()(const std::string& padded)
    {
        bytes.insert(bytes.end(), padded.begin(), padded.end());
        bytes.resize((bytes.size() + 31) / 32 * 32);
        return *this;
    }
};

void check_both_ways(
    const std::string& tuple, const std::vector<Value>& values, const Words& expected)
{
    INFO(tuple);
    CHECK(to_hex(encode(types_of(tuple), values)) == to_hex(expected.bytes));
    CHECK(decode(types_of(tuple), expected.bytes) == values);
}

}  // namespace

// The examples of the Solidity documentation, "Contract ABI Specification".
TEST_CASE("codec: the examples of the ABI specification", "[evm][codec][golden]")
{
    check_both_ways("(uint32,bool)", {word(69), word(1)}, Words()(69)(1));
    check_both_ways("(bytes3[2])", {list(text("abc"), text("def"))}, Words()("abc")("def"));
    check_both_ways("(bytes,bool,uint256[])",
        {text("dave"), word(1), list(word(1), word(2), word(3))},
        Words()(0x60)(1)(0xa0)(4)("dave")(3)(1)(2)(3));
    check_both_ways("(uint256,uint32[],bytes10,bytes)",
        {word(0x123), list(word(0x456), word(0x789)), text("1234567890"), text("Hello, world!")},
        Words()(0x123)(0x80)("1234567890")(0xe0)(2)(0x456)(0x789)(13)("Hello, world!"));
    check_both_ways("(uint256[][],string[])",
        {list(list(word(1), word(2)), list(word(3))),
            list(text("one"), text("two"), text("three"))},
        Words()(0x40)(0x140)(2)(0x40)(0xa0)(2)(1)(2)(1)(3)  //
        (3)(0x60)(0xa0)(0xe0)(3)("one")(3)("two")(5)("three"));
}

TEST_CASE("codec: static tuples stand in place, dynamic ones behind an offset", "[evm][codec]")
{
    check_both_ways("((uint8,address)[2],bool)",
        {list(list(word(1), word(2)), list(word(3), word(4))), word(1)}, Words()(1)(2)(3)(4)(1));
    check_both_ways("((uint8,string),bool)", {list(word(7), text("x")), word(1)},
        Words()(0x40)(1)(7)(0x40)(1)("x"));
    check_both_ways(
        "(string[2])", {list(text("a"), text(""))}, Words()(0x20)(0x40)(0x80)(1)("a")(0));
}

TEST_CASE("codec: negative integers are sign-extended", "[evm][codec]")
{
    check_both_ways(
        "(int8,int256)", {Value(-U256{1}), Value(-U256{5})}, Words()(U256::max())(-U256{5}));
}

TEST_CASE("codec: no values are no bytes", "[evm][codec]")
{
    CHECK(encode({}, {}).empty());
    CHECK(decode({}, {}).empty());
}

TEST_CASE("codec: random values of random types survive the round trip", "[evm][codec][property]")
{
    for (std::uint64_t seed = 0; seed < 1000; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        std::vector<AbiType> types;
        std::vector<Value> values;
        for (std::size_t count = rng.index(5); count > 0; --count)
        {
            types.push_back(evm::testing::random_type(rng, 3));
            values.push_back(evm::testing::random_value(types.back(), rng));
            REQUIRE(is_encodable(types.back(), values.back()));
        }
        Bytes data(4, 0xee);
        encode(types, values, data);
        REQUIRE(BytesView(data).first(4)[3] == 0xee);
        const BytesView body = BytesView(data).subspan(4);
        REQUIRE(body.size() % 32 == 0);
        REQUIRE(decode(types, body) == values);
        // Missing bytes cannot be decoded: every byte of the encoding except padding counts.
        if (body.size() >= 32)
        {
            REQUIRE_FALSE(try_decode(types, body.first(body.size() - 32)));
        }
    }
}

TEST_CASE("codec: mutated data is decoded to values in range or refused", "[evm][codec][property]")
{
    std::size_t refused = 0;
    std::size_t decoded = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        const AbiType type = evm::testing::random_type(rng, 3);
        const Value value = evm::testing::random_value(type, rng);
        Bytes data = encode(std::span(&type, 1), std::span(&value, 1));
        for (std::size_t changes = 1 + rng.index(3); changes > 0; --changes)
        {
            data[rng.index(data.size())] = static_cast<std::uint8_t>(rng.below(256));
        }
        data.resize(data.size() - rng.index(2));
        const auto result = try_decode(std::span(&type, 1), data);
        ++(result ? decoded : refused);
        if (result)
        {
            REQUIRE(is_encodable(type, result->front()));
        }
    }
    CHECK(refused > 500);
    CHECK(decoded > 300);
}

TEST_CASE("encode: an address is looked up when actors are given", "[evm][codec]")
{
    const std::vector<U256> actors{U256{0xa11ce}, U256{0xb0b}};
    const std::vector<AbiType> types = types_of("(address,address[],uint256)");
    const std::vector<Value> values{word(1), list(word(0), word(1)), word(1)};
    Bytes data;
    encode(types, values, data, actors);
    CHECK(data == Words()(0xb0b)(0x60)(1)(2)(0xa11ce)(0xb0b).bytes);
    const std::vector<Value> unknown{word(2), list(), word(0)};
    CHECK_THROWS_AS(encode(types, unknown, data, actors), AdapterError);
    CHECK(data.size() == 192);
}

TEST_CASE("encode: a value of another shape is refused and leaves no bytes", "[evm][codec]")
{
    const std::string tuple = GENERATE(as<std::string>{}, "(uint8)", "(bytes2)", "(bytes)",
        "(string[2])", "(uint8[2])", "((bool,bool))", "(uint8[])", "(bool,string)");
    const Value wrong = GENERATE(
        Value(), Value(1.5), Value(std::string("abc")), Value(Value::List{Value(U256{1})}));
    const std::vector<AbiType> types = types_of(tuple);
    if (types.size() == 1 && is_encodable(types.front(), wrong))
    {
        return;
    }
    Bytes data(3, 1);
    INFO(tuple);
    CHECK_THROWS_AS(encode(types, std::vector<Value>{wrong}, data), AdapterError);
    CHECK(data == Bytes(3, 1));
}

TEST_CASE("decode: words out of their type's range are refused", "[evm][codec]")
{
    const auto [tuple, value] = GENERATE(table<std::string, U256>({
        {"(uint8)", U256{256}},
        {"(int8)", U256{128}},
        {"(int8)", U256{255}},
        {"(bool)", U256{2}},
        {"(address)", U256::power_of_two(160)},
        {"(bytes31)", U256{1}},
        {"(function)", U256{1}},
    }));
    INFO(tuple);
    CHECK_THROWS_AS(decode(types_of(tuple), Words()(value).bytes), ParseError);
}

TEST_CASE("decode: offsets and lengths outside the data are refused", "[evm][codec]")
{
    const U256 huge = U256::max();
    const auto [tuple, data] = GENERATE_COPY(table<std::string, Bytes>({
        {"(bytes)", Words()(huge).bytes},
        {"(bytes)", Words()(0x40)(0).bytes},
        {"(bytes)", Words()(0x20)(huge)("x").bytes},
        {"(bytes)", Words()(0x20)(33)("x").bytes},
        {"(uint256[])", Words()(0x20)(U256::power_of_two(251))(1).bytes},
        {"(uint256[])", Words()(0x20)(2)(1).bytes},
        {"(uint256[][])", Words()(0x20)(1)(huge).bytes},
        {"(string[2])", Words()(0x20)(0x40).bytes},
        {"(uint256,bool)", Words()(1).bytes},
    }));
    INFO(tuple << " " << to_hex(data));
    CHECK_THROWS_AS(decode(types_of(tuple), data), ParseError);
}

TEST_CASE("decode: the error names the byte and the type", "[evm][codec]")
{
    try
    {
        static_cast<void>(decode(types_of("(bool,uint8)"), Words()(1)(256).bytes));
        FAIL("decoded");
    }
    catch (const ParseError& error)
    {
        CHECK(error.place == "byte 32");
        CHECK_THAT(error.what(), Catch::Contains("uint8: the word is out of range"));
    }
}

TEST_CASE("decode: offsets that all lead to one place cannot blow up the work", "[evm][codec]")
{
    // Each level is an array whose 100 elements are the next level: 100^6 strings in 20 kB.
    constexpr std::uint64_t fan_out = 100;
    constexpr std::uint64_t depth = 6;
    Words words;
    words(0x20);
    for (std::uint64_t level = 0; level < depth; ++level)
    {
        words(fan_out);
        for (std::uint64_t i = 0; i < fan_out; ++i)
        {
            words(32 * fan_out);
        }
    }
    words(3)("end");
    std::string type = "string";
    for (std::uint64_t level = 0; level < depth; ++level)
    {
        type += "[]";
    }
    CHECK_FALSE(try_decode(types_of("(" + type + ")"), words.bytes));
}

TEST_CASE("decode: bytes after the encoding are ignored", "[evm][codec]")
{
    CHECK(decode(types_of("(bool)"), Words()(1)(99).bytes) == std::vector<Value>{word(1)});
}
