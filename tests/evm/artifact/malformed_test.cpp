// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/random/rng.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

using sbst::ConfigError;
using sbst::ParseError;
using sbst::Rng;
using sbst::evm::load_artifact;
using sbst::evm::parse_artifact;

namespace
{

struct Malformed
{
    std::string text;
    /// The field, as ParseError::place.
    std::string place;
    std::string message;
};

/// An artifact with that ABI and a bit of code.
std::string with_abi(const std::string& abi)
{
    return R"({"abi": )" + abi + R"(, "bytecode": "0x00"})";
}

/// An artifact with that member beside the ABI.
std::string with_member(const std::string& member)
{
    return R"({"abi": [], )" + member + "}";
}

std::string deep(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

void check(const std::vector<Malformed>& table)
{
    for (const Malformed& row : table)
    {
        INFO(row.text.substr(0, 300));
        try
        {
            static_cast<void>(parse_artifact(row.text, "some/file.json"));
            FAIL_CHECK("was accepted");
        }
        catch (const ParseError& error)
        {
            CHECK(error.file == "some/file.json");
            CHECK(error.place == row.place);
            CHECK_THAT(error.what(), Catch::StartsWith("some/file.json: ") &&
                                         Catch::Contains(row.place) &&
                                         Catch::Contains(row.message));
        }
    }
}

}  // namespace

TEST_CASE("load_artifact: what is no JSON object is refused", "[evm][artifact][malformed]")
{
    check({
        {"", "line 1, column 1", "no JSON"},
        {"pragma solidity", "line 1, column 1", "no JSON"},
        {"{\n  \"abi\": [],\n  oops\n}", "line 3, column 3", "no JSON"},
        {"{\"abi\": [", "line 1, column 10", "no JSON"},
        {"{} {}", "line 1, column 4", "no JSON"},
        {"{\"abi\": \"\xff\"}", "line 1, column 10", "no JSON"},
        {"{\"abi\": 1e999}", "", "no JSON"},
        {"{\"abi\": [], \"abi\": []}", "", "the key 'abi' appears twice"},
        {deep(100000), "", "nested deeper than 2000"},
        {"{\"abi\": " + deep(100000) + "}", "", "nested deeper than 2000"},
        {"[]", "", "an ABI alone"},
        {"null", "", "an object expected, null found"},
        {"3", "", "an object expected, 3 found"},
    });
}

TEST_CASE("load_artifact: an unknown layout is refused", "[evm][artifact][malformed]")
{
    check({
        {"{}", "", "unknown layout"},
        {R"({"name": "x", "version": "1.0"})", "", "fields [name, version]"},
        {R"({"contracts": []})", "contracts", "an object expected, array found"},
        {R"({"contracts": {}})", "contracts", "there is no contract"},
        {R"({"contracts": {"a.sol": 3}})", "contracts.a.sol", "an object expected"},
        {R"({"contracts": {"a.sol": {"A": []}}})", "contracts.a.sol.A", "an object expected"},
        {R"({"input": {}, "output": []})", "output", "an object expected"},
        {R"({"input": {}, "output": {}})", "output.contracts", "the field is missing"},
        {R"({"errors": [{"severity": "error", "message": "Expected ';'"}]})", "errors[0]",
            "the compilation failed: Expected ';'"},
        {R"({"errors": [{"severity": "error", "formattedMessage": "a.sol:1: no"}]})", "errors[0]",
            "the compilation failed: a.sol:1: no"},
        {R"({"contracts": {"a.sol:A": {"abi": "[", "bin": "00"}}})", "contracts.a.sol:A.abi",
            "line 1, column 2: no JSON"},
        {with_member(R"("bytecode": "00", "metadata": "{")"), "metadata", "no JSON"},
        {with_member(R"("bytecode": "00", "compiler": 5)"), "compiler", "a string expected"},
    });
}

TEST_CASE("load_artifact: an unusable bytecode is refused", "[evm][artifact][malformed]")
{
    const std::string old_style = "__lib.sol:Sums" + std::string(26, '_');
    const std::string new_style = "__$" + std::string(34, 'a') + "$__";
    check({
        {R"({"bytecode": "0x00"})", "", "has no `abi`"},
        {R"({"abi": []})", "", "no creation bytecode"},
        {with_member(R"("bytecode": null)"), "", "no creation bytecode"},
        {with_member(R"("bytecode": 12)"), "bytecode", "a string expected, 12 found"},
        {with_member(R"("bytecode": {})"), "bytecode.object", "the field is missing"},
        {with_member(R"("contractName": "I", "bytecode": "0x")"), "bytecode",
            "I is an interface or abstract contract: its bytecode is empty"},
        {with_member(R"("bytecode": {"object": ""})"), "bytecode.object", "abstract"},
        {R"({"contracts": {"a.sol": {"A": {"abi": []}, "B": {"abi": []}}}})", "",
            "only interfaces and abstract contracts: A, B"},
        {with_member(R"("bytecode": "0x600")"), "bytecode",
            "an odd number of hexadecimal digits (3)"},
        {with_member(R"("bytecode": "0x60zz")"), "bytecode", "no hexadecimal digit at position 2"},
        {with_member(R"("bytecode": "00", "deployedBytecode": "0x0g")"), "deployedBytecode",
            "position 1"},
        {with_member(R"("bytecode": "73)" + old_style + R"(")"), "bytecode",
            "the library lib.sol:Sums is not linked: placeholder " + old_style + " at byte 1"},
        {with_member(R"("bytecode": {"object": "73)" + new_style +
                     R"(", "linkReferences": {"l.sol": {"L": [{"length": 20, "start": 1}]}}})"),
            "bytecode.object", "the library l.sol:L is not linked"},
        {with_member(R"("bytecode": "73)" + new_style + R"(")"), "bytecode", new_style},
        {with_member(R"("bytecode": "0000__")"), "bytecode", "is not linked"},
        {with_member(R"("bytecode": "0000", "sourceMap": "0:1:0;;")"), "sourceMap",
            "3 entries, but the code only 2 bytes"},
        {with_member(R"("bytecode": "0000", "sourceMap": "0:x:0")"), "sourceMap",
            "'x' is not a number"},
        {with_member(R"("bytecode": "0000", "sourceMap": "::99999999999")"), "sourceMap",
            "entry 0"},
        {with_member(R"("bytecode": "0000", "sourceMap": ":::q")"), "sourceMap",
            "not a kind of jump"},
        {with_member(R"("bytecode": "0000", "sourceMap": 3)"), "sourceMap", "a string expected"},
        {with_member(R"("bytecode": "00", "deployedBytecode": "00",
            "immutableReferences": {"7": [{"start": 1, "length": 32}]})"),
            "immutableReferences.7[0]", "outside the code of 1 bytes"},
        {with_member(R"("bytecode": "00", "immutableReferences": {"7": [{"start": -1}]})"),
            "immutableReferences.7[0].start", "a number from 0"},
    });
}

TEST_CASE("load_artifact: a malformed ABI is refused at its field", "[evm][artifact][malformed]")
{
    check({
        {with_abi("{}"), "abi", "an array expected, object found"},
        {with_abi(R"("[]")"), "abi", "an array expected, string found"},
        {with_abi("[3]"), "abi[0]", "an object expected"},
        {with_abi(R"([{"type": "modifier"}])"), "abi[0].type", "'modifier'"},
        {with_abi(R"([{"type": 3}])"), "abi[0].type", "a string expected"},
        {with_abi(R"([{"type": "function"}])"), "abi[0].name", "the field is missing"},
        {with_abi(R"([{"name": "a b"}])"), "abi[0].name", "an identifier expected"},
        {with_abi(R"([{"name": "f", "inputs": {}}])"), "abi[0].inputs", "an array expected"},
        {with_abi(R"([{"name": "f", "inputs": [{}]}])"), "abi[0].inputs[0].type", "missing"},
        {with_abi(R"([{"name": "f", "inputs": [5]}])"), "abi[0].inputs[0]", "an object expected"},
        {with_abi(R"([{"name": "f"}, {"name": "g", "inputs": [{"type": "uint7"}]}])"),
            "abi[1].inputs[0].type", "'uint7'"},
        {with_abi(R"([{"name": "f", "outputs": [{"type": "fixed128x18"}]}])"),
            "abi[0].outputs[0].type", "fixed-point types are not supported"},
        {with_abi(R"([{"name": "f", "inputs": [{"type": "tuple"}]}])"), "abi[0].inputs[0].type",
            "a tuple needs components"},
        {with_abi(R"([{"name": "f", "inputs": [{"type": "tuple[]", "components": [
            {"type": "bool"}, {"type": "what"}]}]}])"),
            "abi[0].inputs[0].components[1].type", "unknown type"},
        {with_abi(R"([{"name": "f", "inputs": [{"type": "bool", "name": 1}]}])"),
            "abi[0].inputs[0].name", "a string expected"},
        {with_abi(R"([{"name": "f", "stateMutability": "often"}])"), "abi[0].stateMutability",
            "pure, view, nonpayable or payable expected"},
        {with_abi(R"([{"name": "f", "payable": "yes"}])"), "abi[0].payable",
            "true or false expected"},
        {with_abi(R"([{"name": "f"}, {"name": "f", "type": "function"}])"), "abi[1]",
            "the function f() appears twice"},
        // A collision found by search: both hash to 0x42966c68.
        {with_abi(R"([{"name": "burn", "inputs": [{"type": "uint256"}]},
            {"name": "collate_propagate_storage", "inputs": [{"type": "bytes16"}]}])"),
            "abi[1]", "have the same selector"},
        {with_abi(R"([{"type": "constructor"}, {"type": "constructor"}])"), "abi[1]",
            "a second constructor"},
        {with_abi(R"([{"type": "fallback"}, {"type": "fallback"}])"), "abi[1]",
            "a second fallback"},
        {with_abi(
             R"([{"type": "event", "name": "E", "inputs": [{"type": "bool", "indexed": 1}]}])"),
            "abi[0].inputs[0].indexed", "true or false expected"},
        {with_abi(R"([{"type": "error", "name": ""}])"), "abi[0].name", "an identifier expected"},
    });
}

TEST_CASE("load_artifact: deeply nested tuples are refused", "[evm][artifact][malformed]")
{
    std::string parameter = R"({"type": "bool"})";
    for (int i = 0; i < 200; ++i)
    {
        parameter = R"({"type": "tuple", "components": [)" + parameter + "]}";
    }
    CHECK_THROWS_WITH(
        parse_artifact(with_abi(R"([{"name": "f", "inputs": [)" + parameter + "]}]"), "x"),
        Catch::Contains("nested too deeply"));
}

TEST_CASE("load_artifact: files that cannot be read are refused", "[evm][artifact][malformed]")
{
    namespace fs = std::filesystem;
    CHECK_THROWS_AS(load_artifact("no/such/file.json"), ParseError);
    CHECK_THROWS_WITH(load_artifact("no/such/file.json"),
        Catch::Equals("no/such/file.json: the file does not exist"));
    CHECK_THROWS_WITH(load_artifact(SBST_FIXTURES), Catch::Contains("this is not a file"));

    const fs::path large =
        fs::temp_directory_path() / ("sbst-large-" + std::to_string(::getpid()) + ".json");
    std::ofstream(large) << "{}";
    fs::resize_file(large, sbst::evm::max_artifact_bytes + 1);  // sparse: takes no room
    CHECK_THROWS_WITH(load_artifact(large), Catch::Contains("at most 67108864 are read"));
    fs::remove(large);
}

TEST_CASE("load_artifact: a mutated artifact is read or refused, nothing else",
    "[evm][artifact][malformed][property]")
{
    std::size_t read = 0;
    std::size_t refused = 0;
    for (const std::string& name : sbst::evm::testing::fixture_names())
    {
        const std::string original =
            sbst::evm::testing::read_text(sbst::evm::testing::fixture_path(name));
        REQUIRE(original.size() > 1000);
        for (std::uint64_t seed = 0; seed < 500; ++seed)
        {
            INFO(name << " seed " << seed);
            Rng rng(seed);
            std::string text = original;
            for (std::size_t changes = 1 + rng.index(4); changes > 0; --changes)
            {
                const std::size_t at = rng.index(text.size());
                switch (rng.below(4))
                {
                    case 0:
                        text[at] = static_cast<char>(rng.below(256));
                        break;
                    case 1:
                        text[at] = "\"[]{}:,0_-x"[rng.index(11)];
                        break;
                    case 2:
                        text.erase(at, 1 + rng.index(40));
                        break;
                    default:
                        text.insert(at, text.substr(rng.index(text.size()), 1 + rng.index(40)));
                        break;
                }
            }
            try
            {
                static_cast<void>(parse_artifact(text, name, rng.chance(0.5) ? "Counter" : ""));
                ++read;
            }
            catch (const ParseError&)
            {
                ++refused;
            }
            catch (const ConfigError&)
            {
                ++refused;
            }
        }
    }
    CHECK(read > 100);
    CHECK(refused > 1000);
}
