// SPDX-License-Identifier: Apache-2.0
#include "random_abi.hpp"
#include "support/catch.hpp"

#include <sbst/evm/abi/abi_type.hpp>

#include <string>
#include <tuple>

using namespace sbst;
using namespace sbst::evm;

namespace
{

AbiType parse(const std::string& text)
{
    const AbiTypeResult result = parse_abi_type(text);
    INFO(text << ": " << result.problem);
    REQUIRE(result.type);
    return *result.type;
}

}  // namespace

TEST_CASE("parse_abi_type: a type written canonically keeps its name", "[evm][abi_type]")
{
    const auto* text = GENERATE("uint8", "uint256", "int8", "int248", "address", "bool", "bytes1",
        "bytes32", "bytes", "string", "function", "uint256[]", "uint256[3]", "bytes[2][]",
        "string[][2]", "(uint256,(bool,string[2])[],bytes3)", "(address)[1][][2]");
    CHECK(parse(text).name() == text);
}

TEST_CASE("parse_abi_type: short names become canonical", "[evm][abi_type]")
{
    CHECK(parse("uint").name() == "uint256");
    CHECK(parse("int[2]").name() == "int256[2]");
    CHECK(parse("byte").name() == "bytes1");
}

TEST_CASE("parse_abi_type: components stand for the word tuple", "[evm][abi_type]")
{
    const AbiType members =
        AbiType::tuple({AbiType::address(), AbiType::bytes()}, {"owner", "data"});
    const AbiTypeResult result = parse_abi_type("tuple[2][]", members);
    REQUIRE(result.type);
    CHECK(result.type->name() == "(address,bytes)[2][]");
    CHECK(result.type->element().element().member_names()[0] == "owner");
}

TEST_CASE("parse_abi_type: a text that is not a type is refused with a reason", "[evm][abi_type]")
{
    const auto [text, reason] = GENERATE(table<const char*, const char*>({
        {"", "unknown type"},
        {"uint7", "multiple of 8"},
        {"uint0", "multiple of 8"},
        {"uint264", "multiple of 8"},
        {"uint08", "multiple of 8"},
        {"bytes0", "1 to 32"},
        {"bytes33", "1 to 32"},
        {"fixed128x18", "fixed-point types are not supported"},
        {"ufixed", "fixed-point types are not supported"},
        {"address payable", "unexpected text"},
        {"Lib.Data storage", "unknown type"},
        {"mapping(uint256=>bool)", "unknown type"},
        {"uint256[", "expected `[]`"},
        {"uint256[-1]", "expected `[]`"},
        {"uint256[0]", "no elements"},
        {"uint256[01]", "expected `[]`"},
        {"uint256[99999999999999999999999]", "expected `[]`"},
        {"uint256[9999999999999]", "too large"},
        {"string[1000][1000][1000]", "too large"},
        {"(uint256", "not closed"},
        {"(uint256,)", "unknown type"},
        {"()", "unknown type"},
        {"uint256)", "unexpected text"},
        {"tuple", "needs components"},
        {"address1", "unknown type"},
    }));
    INFO(text);
    const AbiTypeResult result = parse_abi_type(text);
    CHECK_FALSE(result.type);
    CHECK_THAT(result.problem, Catch::Contains(reason));
}

TEST_CASE("parse_abi_type: components without a tuple are refused", "[evm][abi_type]")
{
    const AbiTypeResult result = parse_abi_type("uint256", AbiType::tuple({AbiType::boolean()}));
    CHECK_FALSE(result.type);
    CHECK_THAT(result.problem, Catch::Contains("not a tuple"));
    CHECK_FALSE(parse_abi_type("tuple", AbiType::tuple({})).type);
}

TEST_CASE("parse_abi_type: deep nesting is refused, not followed", "[evm][abi_type]")
{
    std::string arrays = "uint8";
    for (int i = 0; i < 100000; ++i)
    {
        arrays += "[]";
    }
    CHECK_THAT(parse_abi_type(arrays).problem, Catch::Contains("nested too deeply"));
    CHECK_THAT(
        parse_abi_type(std::string(100000, '(')).problem, Catch::Contains("nested too deeply"));
}

TEST_CASE("AbiType: heads and dynamic types follow the specification", "[evm][abi_type]")
{
    CHECK(parse("uint8[3]").head_size() == 96);
    CHECK_FALSE(parse("uint8[3]").is_dynamic());
    CHECK(parse("(uint8,(bool,address)[2])").head_size() == 160);
    CHECK(parse("string[3]").head_size() == 32);
    CHECK(parse("string[3]").is_dynamic());
    CHECK(parse("string[3]").content_head_size() == 96);
    CHECK(parse("string[3]").least_size() == 32 + (3 * 64));
    CHECK(parse("(uint8,bytes)").is_dynamic());
    CHECK(parse("uint8[]").is_dynamic());
}

TEST_CASE("AbiType: names of random types parse back to the type", "[evm][abi_type][property]")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        const AbiType type = evm::testing::random_type(rng, 4);
        CHECK(parse(type.name()) == type);
    }
}
