// SPDX-License-Identifier: Apache-2.0
// The public sets of ABI encodings, RLP, tries and key addresses, if their folder exists.
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/abi/codec.hpp>
#include <sbst/evm/base/address.hpp>
#include <sbst/evm/chain/rlp.hpp>
#include <sbst/evm/chain/trie.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::evm;

namespace
{

using Json = nlohmann::json;

/// Reads a file of the sets; nothing, with a message, if they do not exist.
std::optional<Json> read_set(const std::string& name)
{
    const char* const folder = std::getenv("SBST_VECTORS_DIR");  // NOLINT(concurrency-mt-unsafe)
    if (folder == nullptr)
    {
        WARN("skipped: SBST_VECTORS_DIR names no folder with ABITests, RLPTests and TrieTests");
        return std::nullopt;
    }
    std::ifstream stream{std::filesystem::path{folder} / name};
    REQUIRE(stream);
    return Json::parse(stream);
}

/// Texts are hexadecimal when they begin with 0x, else plain.
Bytes bytes_of(const std::string& text)
{
    if (text.starts_with("0x"))
    {
        return parse_hex(text).value();
    }
    return {text.begin(), text.end()};
}

/// Decimal digits, of any number, as big-endian bytes without leading zeros.
Bytes big_endian(const std::string& decimal)
{
    Bytes little;
    for (const char digit : decimal)
    {
        unsigned carry = static_cast<unsigned>(digit - '0');
        for (std::uint8_t& byte : little)
        {
            carry += 10U * byte;
            byte = static_cast<std::uint8_t>(carry);
            carry >>= 8U;
        }
        if (carry != 0)
        {
            little.push_back(static_cast<std::uint8_t>(carry));
        }
    }
    return {little.rbegin(), little.rend()};
}

RlpItem item_of(const Json& in)
{
    RlpItem item;
    if (in.is_array())
    {
        item.is_list = true;
        for (const Json& each : in)
        {
            item.items.push_back(item_of(each));
        }
        return item;
    }
    const bool is_big = in.is_string() && in.get<std::string>().starts_with("#");
    if (in.is_string() && !is_big)
    {
        const auto text = in.get<std::string>();
        item.bytes.assign(text.begin(), text.end());
        return item;
    }
    item.bytes = big_endian(is_big ? in.get<std::string>().substr(1) : in.dump());
    return item;
}

Value value_of(const AbiType& type, const Json& in)
{
    if (in.is_array())
    {
        Value::List items;
        for (const Json& each : in)
        {
            items.push_back(value_of(type.element(), each));
        }
        return Value{std::move(items)};
    }
    if (type.kind() == AbiKind::address)
    {
        return Value{Address::parse(in.get<std::string>()).value().to_word()};
    }
    if (in.is_string())
    {
        return Value{in.get<std::string>()};
    }
    return Value{in.get<std::uint64_t>()};
}

/// The entries that are left when a list of [key, value] was put in, null deleting.
std::vector<TrieEntry> entries_of(const Json& in)
{
    std::map<std::string, Bytes> entries;  // by the hexadecimal text of the key
    const auto put = [&](const std::string& key, const Json& value) {
        if (value.is_null())
        {
            entries.erase(to_hex(bytes_of(key)));
        }
        else
        {
            entries[to_hex(bytes_of(key))] = bytes_of(value.get<std::string>());
        }
    };
    if (in.is_array())
    {
        for (const Json& pair : in)
        {
            put(pair[0].get<std::string>(), pair[1]);
        }
    }
    else
    {
        for (const auto& [key, value] : in.items())
        {
            put(key, value);
        }
    }
    std::vector<TrieEntry> list;
    for (const auto& [key, value] : entries)
    {
        list.push_back({parse_hex(key).value(), value});
    }
    return list;
}

}  // namespace

TEST_CASE("vectors: RLP encodes and decodes", "[evm][chain]")
{
    const std::optional<Json> set = read_set("RLPTests/rlptest.json");
    if (!set)
    {
        return;
    }
    CHECK(set->size() == 28);
    for (const auto& [name, test] : set->items())
    {
        INFO(name);
        const RlpItem item = item_of(test["in"]);
        const auto out = test["out"].get<std::string>();
        CHECK(to_hex(encode_rlp(item)) == out);
        CHECK(decode_rlp(parse_hex(out).value()) == item);
    }
}

TEST_CASE("vectors: RLP that must not decode, and some that must", "[evm][chain]")
{
    const std::optional<Json> invalid = read_set("RLPTests/invalidRLPTest.json");
    const std::optional<Json> valid = read_set("RLPTests/RandomRLPTests/example.json");
    if (!invalid || !valid)
    {
        return;
    }
    CHECK(invalid->size() == 26);
    for (const auto& [name, test] : invalid->items())
    {
        INFO(name);
        CHECK_THROWS_AS(decode_rlp(parse_hex(test["out"].get<std::string>()).value()), ParseError);
    }
    CHECK(valid->size() == 1);
    for (const auto& [name, test] : valid->items())
    {
        INFO(name);
        const Bytes encoded = parse_hex(test["out"].get<std::string>()).value();
        CHECK(encode_rlp(decode_rlp(encoded)) == encoded);
    }
}

TEST_CASE("vectors: roots of tries", "[evm][chain]")
{
    for (const std::string name : {"trietest", "trieanyorder", "trietest_secureTrie",
             "trieanyorder_secureTrie", "hex_encoded_securetrie_test"})
    {
        const std::optional<Json> set = read_set("TrieTests/" + name + ".json");
        if (!set)
        {
            return;
        }
        CHECK_FALSE(set->empty());
        const bool is_secure = name.find("secure") != std::string::npos;
        for (const auto& [test_name, test] : set->items())
        {
            INFO(name << ": " << test_name);
            const std::vector<TrieEntry> entries = entries_of(test["in"]);
            const Hash256 root = is_secure ? secure_trie_root(entries) : trie_root(entries);
            CHECK(to_hex(root) == test["root"].get<std::string>());
        }
    }
}

TEST_CASE("vectors: hex-prefix encoding", "[evm][chain]")
{
    const std::optional<Json> set = read_set("BasicTests/hexencodetest.json");
    if (!set)
    {
        return;
    }
    CHECK_FALSE(set->empty());
    for (const auto& [name, test] : set->items())
    {
        INFO(name);
        CHECK(to_hex(hex_prefix(test["seq"].get<Bytes>(), test["term"].get<bool>())) ==
              "0x" + test["out"].get<std::string>());
    }
}

TEST_CASE("vectors: keys are hashes of their seeds", "[evm][chain]")
{
    const std::optional<Json> set = read_set("BasicTests/keyaddrtest.json");
    if (!set)
    {
        return;
    }
    CHECK_FALSE(set->empty());
    for (const Json& test : *set)
    {
        CHECK(to_hex(keccak256(bytes_of(test["seed"].get<std::string>()))) ==
              "0x" + test["key"].get<std::string>());
    }
}

TEST_CASE("vectors: transactions of old are canonical RLP", "[evm][chain]")
{
    const std::optional<Json> set = read_set("BasicTests/txtest.json");
    if (!set)
    {
        return;
    }
    CHECK_FALSE(set->empty());
    for (const Json& test : *set)
    {
        for (const char* kind : {"unsigned", "signed"})
        {
            const Bytes encoded = parse_hex(test[kind].get<std::string>()).value();
            const RlpItem item = decode_rlp(encoded);
            CHECK(item.items.size() == 9);
            CHECK(encode_rlp(item) == encoded);
        }
    }
}

TEST_CASE("vectors: ABI encodings", "[evm][chain]")
{
    const std::optional<Json> set = read_set("ABITests/basic_abi_tests.json");
    if (!set)
    {
        return;
    }
    CHECK(set->size() == 3);
    for (const auto& [name, test] : set->items())
    {
        INFO(name);
        std::vector<AbiType> types;
        std::vector<Value> values;
        for (std::size_t i = 0; i < test["types"].size(); ++i)
        {
            types.push_back(parse_abi_type(test["types"][i].get<std::string>()).type.value());
            values.push_back(value_of(types.back(), test["args"][i]));
        }
        const Bytes encoded = encode(types, values);
        CHECK(to_hex(encoded) == "0x" + test["result"].get<std::string>());
        CHECK(decode(types, encoded) == values);
    }
}
