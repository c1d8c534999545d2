// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/chain/rlp.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

RlpItem text(std::string_view letters)
{
    return {false, {letters.begin(), letters.end()}, {}};
}

RlpItem list(std::vector<RlpItem> items)
{
    return {true, {}, std::move(items)};
}

}  // namespace

TEST_CASE("rlp: strings and lists have the shortest head", "[evm][chain][golden]")
{
    const std::vector<std::pair<RlpItem, std::string>> rows{{text(""), "0x80"},
        {text(std::string_view{"\0", 1}), "0x00"}, {text("\x7f"), "0x7f"}, {text("\x80"), "0x8180"},
        {text("dog"), "0x83646f67"}, {list({}), "0xc0"},
        {list({text("cat"), text("dog")}), "0xc88363617483646f67"},
        {list({list({}), list({list({})}), text("a")}), "0xc4c0c1c061"},
        {list({text(std::string_view{"\x04\x00", 2})}), "0xc3820400"}};
    for (const auto& [item, expected] : rows)
    {
        const Bytes encoded = encode_rlp(item);
        CHECK(to_hex(encoded) == expected);
        CHECK(decode_rlp(encoded) == item);
    }
}

TEST_CASE("rlp: from 56 bytes on the length is written out", "[evm][chain][unit]")
{
    for (const std::size_t size : {55U, 56U, 255U, 256U, 65536U})
    {
        const Bytes string = encode_rlp(text(std::string(size, 'x')));
        const std::size_t head = size < 56 ? 1 : (size < 256 ? 2 : (size < 65536 ? 3 : 4));
        CHECK(string.size() == head + size);
        CHECK(string[0] == (size < 56 ? 0x80 + size : 0xb7 + head - 1));
        const RlpItem longer = list({text(std::string(size, 'x'))});
        CHECK(decode_rlp(encode_rlp(longer)) == longer);
    }
}

TEST_CASE("rlp: numbers have no leading zeros", "[evm][chain][golden]")
{
    const std::vector<std::pair<U256, std::string>> rows{{0, "0x80"}, {1, "0x01"}, {127, "0x7f"},
        {128, "0x8180"}, {256, "0x820100"}, {U256::max(), "0xa0" + std::string(64, 'f')}};
    for (const auto& [number, expected] : rows)
    {
        Bytes encoded;
        append_rlp(encoded, number);
        CHECK(to_hex(encoded) == expected);
    }
}

TEST_CASE("rlp: what the encoder does not write is refused with its place", "[evm][chain][unit]")
{
    const std::vector<std::pair<std::string, std::string>> rows{{"", "an item expected"},
        {"81", "1 bytes expected, 0 left"}, {"8100", "is its own encoding"},
        {"83646f", "3 bytes expected, 2 left"}, {"8080", "nothing expected after"},
        {"b800", "shortest form"}, {"b837" + std::string(110, '6'), "shortest form"},
        {"b90038" + std::string(112, '6'), "shortest form"}, {"b9ff", "a length of 2 bytes"},
        {"bfffffffffffffffff", "18446744073709551615 bytes expected, 0 left"},
        {"c1", "1 bytes expected, 0 left"}, {"c28364", "3 bytes expected, 1 left"},
        {"c0c0", "nothing expected after"}, {"f800", "shortest form"}};
    for (const auto& [digits, problem] : rows)
    {
        INFO(digits);
        const auto encoded = parse_hex(digits);
        REQUIRE(encoded);
        try
        {
            static_cast<void>(decode_rlp(*encoded));
            FAIL("accepted");
        }
        catch (const ParseError& error)
        {
            CHECK(std::string(error.what()).find(problem) != std::string::npos);
            CHECK(error.place.starts_with("offset "));
        }
    }
}

TEST_CASE("rlp: lists inside each other have a limit", "[evm][chain][unit]")
{
    RlpItem deep = list({});
    for (std::size_t i = 0; i < 1024; ++i)
    {
        deep = list({std::move(deep)});
    }
    const Bytes encoded = encode_rlp(deep);
    CHECK(decode_rlp(encoded) == deep);
    CHECK_THROWS_AS(decode_rlp(encode_rlp(list({std::move(deep)}))), ParseError);
}
