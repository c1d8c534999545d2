// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/artifact/artifact.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

using sbst::ConfigError;
using sbst::evm::AbiFunction;
using sbst::evm::Artifact;
using sbst::evm::ArtifactFormat;
using sbst::evm::load_artifact;
using sbst::evm::Mutability;
using sbst::evm::parse_artifact;
using sbst::evm::SourceFile;
using sbst::evm::SourceMapEntry;
using sbst::evm::testing::fixture_path;

namespace
{

std::vector<std::string> display_names(const Artifact& artifact)
{
    std::vector<std::string> names;
    for (const AbiFunction& function : artifact.abi.functions)
    {
        names.push_back(function.display_name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// Every entry of the map lies inside the one source that has that number.
void check_map(const Artifact& artifact, const std::vector<SourceMapEntry>& map)
{
    REQUIRE(map.size() > 50);
    for (const SourceMapEntry& entry : map)
    {
        const SourceFile* const source = artifact.find_source(entry.span.file);
        if (source == nullptr || !source->has_text())
        {
            continue;
        }
        const auto size = static_cast<std::int64_t>(source->text.size());
        REQUIRE(entry.span.start + std::int64_t{entry.span.length} <= size);
    }
}

void check_counter(const Artifact& artifact)
{
    CHECK(artifact.contract_name == "Counter");
    CHECK(artifact.source_name == "Counter.sol");
    CHECK(display_names(artifact) ==
          std::vector<std::string>{"close", "move", "moves", "owner", "state"});
    const AbiFunction* const move = artifact.abi.find_function("move(int8)");
    REQUIRE(move != nullptr);
    CHECK(move->is_payable());
    CHECK(artifact.abi.find_function("owner")->is_constant());
    REQUIRE(artifact.abi.constructor);
    CHECK(artifact.abi.constructor->inputs.names == std::vector<std::string>{"start"});
    REQUIRE(artifact.abi.events.size() == 1);
    CHECK(artifact.abi.events[0].signature == "Moved(address,uint256)");
    CHECK(artifact.abi.events[0].indexed == std::vector<bool>{true, false});
    CHECK_FALSE(artifact.abi.fallback);
    REQUIRE(artifact.runtime_offset);
    CHECK(artifact.creation.size_without_metadata ==
          *artifact.runtime_offset + artifact.runtime.size_without_metadata);
    check_map(artifact, artifact.runtime.source_map);
    check_map(artifact, artifact.creation.source_map);
}

void check_vault(const Artifact& artifact)
{
    CHECK(artifact.contract_name == "Vault");
    CHECK(artifact.source_name == "Vault.sol");
    CHECK(artifact.compiler.name == "solc");
    CHECK(artifact.compiler.numbers() == std::array<unsigned, 3>{0, 8, 28});
    CHECK(artifact.compiler.target_evm_version() == "cancun");
    CHECK(display_names(artifact) == std::vector<std::string>{"limit",
                                         "put((address,uint96[2],string)[])", "put(uint256)",
                                         "total"});
    CHECK(artifact.abi.find_function("put") == nullptr);
    const AbiFunction* const put = artifact.abi.find_function("put(uint256)");
    REQUIRE(put != nullptr);
    CHECK(artifact.abi.find_function(put->selector) == put);
    CHECK(put->mutability == Mutability::payable);
    CHECK(artifact.abi.constructor->is_payable());
    CHECK(artifact.abi.receive->is_payable());
    CHECK_FALSE(artifact.abi.fallback->is_payable());
    REQUIRE(artifact.abi.errors.size() == 1);
    CHECK(artifact.abi.errors[0].signature == "Rejected(address,uint256)");
    const AbiFunction* const put_orders =
        artifact.abi.find_function("put((address,uint96[2],string)[])");
    REQUIRE(put_orders != nullptr);
    const auto& orders = put_orders->inputs;
    CHECK(orders.types[0].element().member_names() ==
          std::vector<std::string>{"to", "amounts", "note"});
    CHECK(orders.internal_types[0] == "struct Vault.Order[]");
    REQUIRE_FALSE(artifact.immutables.empty());
    for (const auto& place : artifact.immutables)
    {
        CHECK(place.length == 32);
        CHECK(std::all_of(artifact.runtime.bytes.begin() + static_cast<int>(place.start),
            artifact.runtime.bytes.begin() + static_cast<int>(place.start + place.length),
            [](std::uint8_t byte) { return byte == 0; }));
    }
    CHECK(artifact.runtime.bytes.size() - artifact.runtime.size_without_metadata == 53);
    check_map(artifact, artifact.runtime.source_map);
}

}  // namespace

TEST_CASE("load_artifact: Truffle", "[evm][artifact]")
{
    const Artifact artifact = load_artifact(fixture_path("truffle_counter.json"));
    CHECK(artifact.format == ArtifactFormat::truffle);
    check_counter(artifact);
    CHECK(artifact.compiler.version == "0.4.24+commit.e67f0147");
    CHECK(artifact.compiler.target_evm_version() == "byzantium");
    CHECK(artifact.compiler.optimizer == true);
    const SourceFile* const source = artifact.find_source(0);
    REQUIRE(source != nullptr);
    CHECK(source->text.find("contract Counter") != std::string::npos);
}

TEST_CASE("load_artifact: combined JSON", "[evm][artifact]")
{
    const Artifact artifact = load_artifact(fixture_path("combined_counter.json"), "Counter");
    CHECK(artifact.format == ArtifactFormat::combined_json);
    check_counter(artifact);
    CHECK(artifact.compiler.version == "0.5.17+commit.d19bba13");
    CHECK(artifact.compiler.target_evm_version() == "istanbul");
    CHECK_FALSE(artifact.has_ast);
}

TEST_CASE("load_artifact: build info", "[evm][artifact]")
{
    const Artifact artifact = load_artifact(fixture_path("build_info_vault.json"));
    CHECK(artifact.format == ArtifactFormat::build_info);
    check_vault(artifact);
    CHECK(artifact.compiler.version == "0.8.28+commit.7893614a");
    REQUIRE(artifact.find_source(0) != nullptr);
    CHECK(artifact.find_source(0)->has_text());
    CHECK(artifact.has_ast);
}

TEST_CASE("load_artifact: Foundry", "[evm][artifact]")
{
    const Artifact artifact = load_artifact(fixture_path("foundry_vault.json"));
    CHECK(artifact.format == ArtifactFormat::foundry);
    check_vault(artifact);
    REQUIRE(artifact.find_source(0) != nullptr);
    CHECK(artifact.find_source(0)->name == "Vault.sol");
}

TEST_CASE("load_artifact: standard JSON; the compiler is known from the code", "[evm][artifact]")
{
    const Artifact artifact = load_artifact(fixture_path("standard_vault.json"));
    CHECK(artifact.format == ArtifactFormat::standard_json);
    check_vault(artifact);
    CHECK(artifact.compiler.version == "0.8.28");
}

TEST_CASE("load_artifact: Hardhat, refused while a library is not linked", "[evm][artifact]")
{
    CHECK_THROWS_WITH(load_artifact(fixture_path("hardhat_linked.json")),
        Catch::Contains("hardhat_linked.json: bytecode: the library Linked.sol:Sums is not linked: "
                        "placeholder __$") &&
            Catch::Contains("$__ at byte "));
    std::string text = sbst::evm::testing::read_text(fixture_path("hardhat_linked.json"));
    for (std::size_t at = text.find("__$"); at != std::string::npos; at = text.find("__$"))
    {
        text.replace(at, 40, std::string(40, 'a'));
    }
    const Artifact artifact = parse_artifact(text, "linked.json");
    CHECK(artifact.format == ArtifactFormat::hardhat);
    CHECK(artifact.contract_name == "Linked");
    CHECK(artifact.source_name == "contracts/Linked.sol");
}

TEST_CASE("load_artifact: bare ABI and bytecode", "[evm][artifact]")
{
    const Artifact artifact = parse_artifact(
        R"({"abi": [{"name": "f", "payable": true}], "bytecode": "0x6001"})", "dir/My.json");
    CHECK(artifact.format == ArtifactFormat::bare);
    CHECK(artifact.contract_name == "My");
    CHECK(artifact.creation.bytes == sbst::evm::Bytes{0x60, 0x01});
    CHECK(artifact.creation.size_without_metadata == 2);
    CHECK(artifact.runtime.bytes.empty());
    CHECK_FALSE(artifact.runtime_offset);
    CHECK_FALSE(artifact.abi.constructor);
    CHECK(artifact.abi.functions.at(0).is_payable());
    CHECK(artifact.compiler.target_evm_version().empty());
}

namespace
{

/// solc's standard output with contracts of these sources; an empty code is an interface's.
std::string standard_output(
    const std::vector<std::tuple<std::string, std::string, std::string>>& contracts)
{
    nlohmann::ordered_json json;
    for (const auto& [source, name, code] : contracts)
    {
        json["contracts"][source][name] = {{"abi", nlohmann::json::array()},
            {"evm", {{"bytecode", {{"object", code}}}, {"deployedBytecode", {{"object", code}}}}}};
    }
    return json.dump();
}

}  // namespace

TEST_CASE("load_artifact: the user's own contracts are listed first", "[evm][artifact]")
{
    // A library's code begins with its own address.
    const std::string library = "73" + std::string(40, '0') + "3014";
    std::vector<std::tuple<std::string, std::string, std::string>> contracts;
    for (char letter = 'A'; letter <= 'Z'; ++letter)
    {
        contracts.emplace_back(
            "@openzeppelin/contracts/I.sol", std::string("Interface") + letter, "");
    }
    contracts.insert(contracts.end(),
        {{"@openzeppelin/contracts/token/ERC20.sol", "ERC20", "6001"},
            {"contracts/Apps.sol", "Helpers", library}, {"contracts/Apps.sol", "Base", ""},
            {"contracts/Apps.sol", "Vault", "6001"}, {"contracts/library/B.sol", "Bank", "6001"},
            {"lib/solmate/src/Owned.sol", "Owned", "6001"},
            {"node_modules/x/Y.sol", "Yard", "6001"}});
    const std::string text = standard_output(contracts);
    CHECK_THROWS_WITH(parse_artifact(text, "out.json", "Nope"),
        Catch::EndsWith("out.json: there is no contract 'Nope'; it has: Vault, Bank, ERC20, Owned, "
                        "Yard; 28 more cannot be deployed (interfaces, abstract contracts, "
                        "libraries)"));
    CHECK_THROWS_WITH(parse_artifact(text, "out.json"),
        Catch::EndsWith("5 contracts can be deployed; name one of: Vault, Bank, ERC20, Owned, "
                        "Yard"));
    CHECK_THROWS_WITH(parse_artifact(text, "out.json", "inter"),
        Catch::EndsWith("(did you mean 'InterfaceA', 'InterfaceB' or 'InterfaceC'?)"));
    CHECK_THROWS_WITH(parse_artifact(text, "out.json", "Va"), Catch::EndsWith("mean 'Vault'?)"));
    CHECK_THROWS_WITH(parse_artifact(standard_output({{"I.sol", "I", ""}, {"J.sol", "J", ""}}),
                          "out.json", "Xyz"),
        Catch::EndsWith("it has: I, J"));
}

TEST_CASE("load_artifact: the contract is chosen by name", "[evm][artifact]")
{
    const std::string path = fixture_path("combined_counter.json");
    CHECK(load_artifact(path, "Owned").contract_name == "Owned");
    CHECK(load_artifact(path, "Counter.sol:Counter").contract_name == "Counter");
    CHECK_THROWS_AS(load_artifact(path), ConfigError);
    CHECK_THROWS_WITH(load_artifact(path),
        Catch::EndsWith("2 contracts can be deployed; name one of: Counter, Owned"));
    CHECK_THROWS_AS(load_artifact(path, "counter"), ConfigError);
    CHECK_THROWS_WITH(load_artifact(path, "Conuter"),
        Catch::EndsWith("there is no contract 'Conuter' (did you mean 'Counter'?)"));
    CHECK_THROWS_WITH(load_artifact(path, "Bank"), Catch::EndsWith("it has: Counter, Owned"));
    CHECK_THROWS_WITH(load_artifact(path, "coun"),
        Catch::EndsWith("there is no contract 'coun' (did you mean 'Counter'?)"));
    CHECK_THROWS_AS(load_artifact(fixture_path("truffle_counter.json"), "Owned"), ConfigError);
}

TEST_CASE("load_artifact: a library beside one contract does not count", "[evm][artifact]")
{
    const std::string library =
        R"({"abi": [], "bin": "6001", "bin-runtime": "73)" + std::string(40, '0') + R"(301460"})";
    const std::string contract = R"({"abi": [], "bin": "6002", "bin-runtime": "00"})";
    const std::string both =
        R"({"contracts": {"a.sol:L": )" + library + R"(, "b.sol:C": )" + contract + "}}";
    CHECK(parse_artifact(both, "x.json").contract_name == "C");
    CHECK(parse_artifact(both, "x.json", "L").contract_name == "L");
    const std::string twins =
        R"({"contracts": {"a.sol:C": )" + contract + R"(, "b.sol:C": )" + contract + "}}";
    CHECK_THROWS_WITH(parse_artifact(twins, "x.json", "C"), Catch::Contains("a.sol:C, b.sol:C"));
    CHECK(parse_artifact(twins, "x.json", "b.sol:C").source_name == "b.sol");
}

TEST_CASE("load_artifact: the published benchmark contracts load", "[evm][artifact][data]")
{
    const char* const data = std::getenv("SBST_DATA");
    if (data == nullptr)
    {
        WARN("SBST_DATA is not set: skipped");
        return;
    }
    std::size_t count = 0;
    for (const auto& entry :
        std::filesystem::directory_iterator(std::filesystem::path(data) / "agsolt" / "contracts"))
    {
        INFO(entry.path());
        const Artifact artifact = load_artifact(entry.path());
        ++count;
        CHECK(artifact.contract_name == entry.path().stem());
        CHECK(artifact.compiler.numbers());
        CHECK(artifact.runtime_offset);
        const std::size_t metadata =
            artifact.runtime.bytes.size() - artifact.runtime.size_without_metadata;
        CHECK((metadata == 43 || metadata == 52));
        for (const AbiFunction& function : artifact.abi.functions)
        {
            // The dispatcher compares with each selector, pushed without leading zeros.
            sbst::evm::Bytes push;
            for (unsigned shift = 32; shift > 0; shift -= 8)
            {
                if (function.selector >> (shift - 8) != 0)
                {
                    push.push_back(static_cast<std::uint8_t>(function.selector >> (shift - 8)));
                }
            }
            push.insert(push.begin(), static_cast<std::uint8_t>(0x5f + push.size()));
            INFO(function.signature);
            CHECK(std::search(artifact.runtime.bytes.begin(), artifact.runtime.bytes.end(),
                      push.begin(), push.end()) != artifact.runtime.bytes.end());
        }
    }
    CHECK(count == 36);
}
