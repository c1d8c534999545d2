// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

AbiParameters parameters(std::vector<AbiType> types, std::vector<std::string> names)
{
    AbiParameters result;
    result.internal_types.resize(types.size());
    result.types = std::move(types);
    result.names = std::move(names);
    return result;
}

ContractAbi example_abi()
{
    ContractAbi abi;
    AbiError error;
    error.name = "NotEnough";
    error.inputs = parameters({AbiType::address(), AbiType::integer(256, false)}, {"who", ""});
    error.signature = to_signature(error.name, error.inputs);
    error.selector = to_selector(error.signature);
    abi.errors.push_back(error);

    AbiEvent event;
    event.name = "Named";
    event.inputs = parameters(
        {AbiType::string(), AbiType::integer(8, true), AbiType::string()}, {"key", "n", "text"});
    event.indexed = {true, true, false};
    event.signature = to_signature(event.name, event.inputs);
    event.topic = to_topic(event.signature);
    abi.events.push_back(event);
    return abi;
}

Bytes revert_data(std::uint32_t selector, std::vector<AbiType> types, std::vector<Value> values)
{
    Bytes data;
    for (unsigned shift = 32; shift > 0; shift -= 8)
    {
        data.push_back(static_cast<std::uint8_t>(selector >> (shift - 8)));
    }
    encode(types, values, data);
    return data;
}

}  // namespace

TEST_CASE("to_selector: known functions", "[evm][abi]")
{
    CHECK(to_selector("transfer(address,uint256)") == 0xa9059cbb);
    CHECK(to_selector("baz(uint32,bool)") == 0xcdcd77c0);
    CHECK(to_selector("sam(bytes,bool,uint256[])") == 0xa5643bf2);
    CHECK(to_selector("Error(string)") == 0x08c379a0);
    CHECK(to_selector("Panic(uint256)") == 0x4e487b71);
}

TEST_CASE("to_topic: the Transfer event", "[evm][abi]")
{
    CHECK(to_topic("Transfer(address,address,uint256)").to_hex() ==
          "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
}

TEST_CASE("set_display_names: only overloaded names get their signature", "[evm][abi]")
{
    std::vector<AbiFunction> functions(3);
    functions[0].name = functions[1].name = "set";
    functions[2].name = "get";
    functions[0].signature = "set()";
    functions[1].signature = "set(uint256)";
    functions[2].signature = "get()";
    set_display_names(functions);
    CHECK(functions[0].display_name == "set()");
    CHECK(functions[1].display_name == "set(uint256)");
    CHECK(functions[2].display_name == "get");
}

TEST_CASE("describe_revert: each kind of revert data", "[evm][revert]")
{
    const ContractAbi abi = example_abi();
    const AbiType word = AbiType::integer(256, false);

    SECTION("no data")
    {
        CHECK(describe_revert({}, abi) == "no reason given");
    }
    SECTION("a message")
    {
        const Bytes data = revert_data(
            0x08c379a0, {AbiType::string()}, {Value(std::string("say \"no\"\n\xff \xc3\xa9"))});
        CHECK(describe_revert(data, abi) == "\"say \\\"no\\\"\\n\\xff \xc3\xa9\"");
    }
    SECTION("a panic")
    {
        CHECK(describe_revert(revert_data(0x4e487b71, {word}, {Value(U256{0x11})}), abi) ==
              "panic 0x11: arithmetic overflow or underflow");
        CHECK(describe_revert(revert_data(0x4e487b71, {word}, {Value(U256{0x01})}), abi) ==
              "panic 0x01: assertion failed");
        CHECK(describe_revert(revert_data(0x4e487b71, {word}, {Value(U256{0x999})}), abi) ==
              "panic 0x999: unknown panic");
    }
    SECTION("a custom error")
    {
        const Bytes data = revert_data(
            abi.errors[0].selector, {AbiType::address(), word}, {Value(U256{5}), Value(U256{12})});
        CHECK(describe_revert(data, abi, [](const U256&) { return std::string("alice"); }) ==
              "NotEnough(who = alice, 12)");
        CHECK(describe_revert(data, abi) ==
              "NotEnough(who = 0x0000000000000000000000000000000000000005, 12)");
        CHECK(decode_revert(data, abi).error == &abi.errors[0]);
    }
    SECTION("anything else")
    {
        CHECK(describe_revert(Bytes{1, 2}, abi) == "data 0x0102");
        CHECK(describe_revert(Bytes{0x4e, 0x48, 0x7b, 0x71}, abi) == "data 0x4e487b71");
        CHECK_THAT(describe_revert(Bytes(500, 7), abi), Catch::Contains("... (500 bytes)"));
    }
}

TEST_CASE("panic_meaning: every code of the documentation", "[evm][revert]")
{
    for (const unsigned code : {0x01U, 0x11U, 0x12U, 0x21U, 0x22U, 0x31U, 0x32U, 0x41U, 0x51U})
    {
        CHECK(panic_meaning(U256{code}) != "unknown panic");
    }
    CHECK(panic_meaning(U256{0x32}) == "array index out of bounds");
}

TEST_CASE("decode_event: indexed and other parameters come together", "[evm][revert]")
{
    const ContractAbi abi = example_abi();
    const AbiType string = AbiType::string();
    const Value text(std::string("hi"));
    const Bytes data = encode(std::span(&string, 1), std::span(&text, 1));
    const std::vector<U256> topics{abi.events[0].topic, U256{0xabc}, -U256{2}};

    const auto event = decode_event(topics, data, abi);
    REQUIRE(event);
    CHECK(to_text(*event) == "Named(key = hash 0xabc, n = -2, text = \"hi\")");

    CHECK_FALSE(decode_event(std::span(topics).first(2), data, abi));
    CHECK_FALSE(decode_event(topics, {}, abi));
    CHECK_FALSE(decode_event({}, data, abi));
    CHECK_FALSE(decode_event(std::vector<U256>{U256{1}}, data, abi));
}

TEST_CASE("to_text: nested values", "[evm][abi]")
{
    const AbiTypeResult type = parse_abi_type("(bool,(bytes2,int8)[])");
    REQUIRE(type.type);
    const Value inner(Value::List{Value(std::string("ab")), Value(-U256{3})});
    const Value value(Value::List{Value(U256{1}), Value(Value::List{inner})});
    CHECK(to_text(*type.type, value) == "(true, [(0x6162, -3)])");
}
