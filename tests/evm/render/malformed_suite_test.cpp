// SPDX-License-Identifier: Apache-2.0
// A suite is a foreign file: whatever is wrong with it is said with its place, and nothing crashes.
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/render/suite_json.hpp>
#include <sbst/random/rng.hpp>

#include <nlohmann/json.hpp>

#include <string>

using namespace sbst;
using namespace sbst::evm;
using Json = nlohmann::ordered_json;

namespace
{

/// A contract that does nothing, as a suite with one test.
Json small_suite()
{
    const Artifact artifact = parse_artifact(
        R"({"contractName": "Small", "abi": [{"type": "constructor", "inputs": [],
            "stateMutability": "nonpayable"}, {"type": "function", "name": "f",
            "inputs": [{"name": "x", "type": "uint8"}], "outputs": [],
            "stateMutability": "nonpayable"}],
            "bytecode": "0x6001600c60003960016000f300", "deployedBytecode": "0x00"})",
        "Small.json");
    const ContractProblem problem(artifact, {});
    Json json = Json::parse(write_suite(problem, {}, {"random", 1, "again"}));
    json["tests"] = Json::parse(R"([{"test": 1, "calls": [
        {"call": "constructor", "sender": "alice"},
        {"call": "f", "arguments": {"x": "5"}, "sender": "bob"}]}])");
    return json;
}

void read_all(const std::string& text)
{
    const SuiteFile suite = parse_suite(text, "suite.json");
    const ContractProblem problem(suite.artifact, suite.options);
    static_cast<void>(read_tests(suite, problem));
}

struct Damage
{
    const char* pointer;
    const char* value;
    const char* message;
};

}  // namespace

TEST_CASE("parse_suite: the undamaged suite is read", "[evm][suite_json]")
{
    CHECK_NOTHROW(read_all(small_suite().dump()));
}

TEST_CASE("parse_suite: every defect is named with file and field", "[evm][suite_json]")
{
    const auto damage = GENERATE(Damage{"/format", "\"other\"", "suite.json: no suite"},
        Damage{"/schema", "99", "suite.json: schema: version 99 is unknown"},
        Damage{"/schema", "\"1\"", "suite.json: schema"},
        Damage{"/extra", "1", "unknown field 'extra'"}, Damage{"/origin/seed", "-1", "origin.seed"},
        Damage{"/origin", "[]", "origin"}, Damage{"/chain/accounts", "0", "suite.json: chain: "},
        Damage{"/chain/accounts", "\"1\"", "chain.accounts"},
        Damage{"/chain/account_balance", "\"much\"", "chain.account_balance"},
        Damage{"/chain/fork", "\"osaka\"", "chain.fork"},
        Damage{"/chain/transaction_gas", "18446744073709551615", "chain.transaction_gas"},
        Damage{"/chain/show_classes", "[1]", "chain.show_classes[0]"},
        Damage{"/chain/show_classes", "[\"bogus\"]", "chain.show_classes[0]"},
        Damage{"/chain/extra", "1", "chain: unknown field 'extra'"},
        Damage{"/actors/0/address", "\"0x00\"", "actors[0].address"},
        Damage{"/actors/0/balance", "\"1\"", "actors[0].balance"},
        Damage{"/contract/creation/bytes", "\"0x0\"", "contract.creation.bytes"},
        Damage{"/contract/creation/bytes", "\"0x\"", "contract.creation"},
        Damage{"/contract/creation/size_without_metadata", "99999",
            "contract.creation.size_without_metadata"},
        Damage{"/contract/creation/source_map", "\"1:x:2\"", "contract.creation.source_map"},
        Damage{"/contract/abi", "{}", "contract.abi"},
        Damage{"/contract/abi/1/inputs/0/type", "\"uint7\"", "contract.abi"},
        Damage{"/contract/ast", "{\"getters\": [4294967296], \"literals\": [], \"nodes\": []}",
            "contract.ast.getters[0]"},
        Damage{"/contract/ast",
            "{\"getters\": [], \"literals\": [[0, 1, 0, \"\", \"number\", \"x\"]], "
            "\"nodes\": []}",
            "contract.ast.literals[0][5]"},
        Damage{"/contract/ast", "{\"getters\": [], \"literals\": [], \"nodes\": [[0, 1]]}",
            "contract.ast.nodes[0]"},
        Damage{"/contract/ast",
            "{\"getters\": [], \"literals\": [], \"nodes\": [[4294967296, 1, 0, \"If\", \"\"]]}",
            "contract.ast.nodes[0][0]"},
        Damage{"/tests/0/calls/1/arguments/x", "\"256\"", "tests[0].calls[1].arguments.x"},
        Damage{"/tests/0/calls/1/call", "\"g\"", "tests[0].calls[1].call"});
    Json json = small_suite();
    json[Json::json_pointer(damage.pointer)] = Json::parse(damage.value);
    INFO(damage.pointer << " = " << damage.value);
    try
    {
        read_all(json.dump());
        FAIL("nothing was noticed");
    }
    catch (const ParseError& error)
    {
        INFO(error.what());
        CHECK(std::string(error.what()).starts_with("suite.json"));
        CHECK(std::string(error.what()).find(damage.message) != std::string::npos);
    }
}

TEST_CASE("parse_suite: texts that are no JSON are errors with a line", "[evm][suite_json]")
{
    const auto* text =
        GENERATE("", "{", "[]", "null", "\"suite\"", "{\"format\": \"sbst evm suite\"",
            "{\"format\": 1}", "\xff\xfe", "{\"schema\": 1, \"schema\": 1}");
    CHECK_THROWS_AS(read_all(text), ParseError);
}

TEST_CASE("parse_suite: random damage is an error or harmless, never a crash",
    "[evm][suite_json][property]")
{
    const std::string text = small_suite().dump();
    Rng rng(3);
    int refused = 0;
    for (int i = 0; i < 400; ++i)
    {
        std::string damaged = text;
        const std::size_t place = rng.index(damaged.size());
        damaged[place] = static_cast<char>(rng.below(256));
        damaged.erase(rng.index(damaged.size()), rng.below(3));
        try
        {
            read_all(damaged);
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
    CHECK(refused > 300);
}
