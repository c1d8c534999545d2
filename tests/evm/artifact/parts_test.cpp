// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/artifact/abi_reader.hpp>
#include <sbst/evm/artifact/artifact.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

using sbst::ParseError;
using sbst::U256;
using namespace sbst::evm;

namespace
{

/// The bytes of a map of one key, with their length behind, as solc appends it.
Bytes trailer(const std::string& hex)
{
    Bytes bytes = *parse_hex(hex);
    const std::size_t size = bytes.size();
    bytes.push_back(static_cast<std::uint8_t>(size >> 8U));
    bytes.push_back(static_cast<std::uint8_t>(size));
    return bytes;
}

std::vector<std::string> numbers_in(const AstFacts& facts)
{
    std::vector<std::string> numbers;
    for (const SourceLiteral& literal : facts.literals)
    {
        if (literal.kind == LiteralKind::number)
        {
            numbers.push_back(is_negative(literal.word) ? "-" + (-literal.word).to_decimal() :
                                                          literal.word.to_decimal());
        }
    }
    return numbers;
}

}  // namespace

TEST_CASE("evaluate_number: every way to write a number", "[evm][artifact]")
{
    const auto [text, unit, expected] = GENERATE(table<const char*, const char*, const char*>({
        {"0", "", "0"},
        {"1000", "", "1000"},
        {"1_000_000", "", "1000000"},
        {"0x1F", "", "31"},
        {"0xdead_beef", "", "3735928559"},
        {"1e18", "", "1000000000000000000"},
        {"2.5e3", "", "2500"},
        {".5", "ether", "500000000000000000"},
        {"0.50", "ether", "500000000000000000"},
        {"1", "wei", "1"},
        {"3", "gwei", "3000000000"},
        {"2", "szabo", "2000000000000"},
        {"7", "finney", "7000000000000000"},
        {"10", "minutes", "600"},
        {"1.5", "hours", "5400"},
        {"2", "days", "172800"},
        {"1", "weeks", "604800"},
        {"1", "years", "31536000"},
        {"1200e-2", "", "12"},
        {"0e1000", "", "0"},
    }));
    INFO(text << " " << unit);
    const std::optional<U256> value = evaluate_number(text, unit);
    REQUIRE(value);
    CHECK(value->to_decimal() == expected);
}

TEST_CASE("evaluate_number: other texts give nothing", "[evm][artifact]")
{
    const auto [text, unit] = GENERATE(table<const char*, const char*>({
        {"", ""},
        {"0.5", ""},
        {"1e-1", ""},
        {"1e78", ""},
        {"1e99999999999", ""},
        {"x", ""},
        {"1", "parsec"},
        {"0x", ""},
        {"1.2.3", ""},
        {"-1", ""},
        {"115792089237316195423570985008687907853269984665640564039457584007913129639936", ""},
    }));
    INFO(text << " " << unit);
    CHECK_FALSE(evaluate_number(text, unit));
}

TEST_CASE("find_metadata: the maps of solc are found", "[evm][artifact]")
{
    const std::string hash(64, 'a');
    const std::string swarm = "a165627a7a72305820" + hash;
    const std::string modern = "a264697066735822" + ("1220" + hash) + "64736f6c6343" + "00081c";

    const auto old_one = find_metadata(trailer(swarm));
    REQUIRE(old_one);
    CHECK(old_one->size == 43);
    CHECK(old_one->compiler_version.empty());

    Bytes code{0x60, 0x01};
    const Bytes tail = trailer(modern);
    code.insert(code.end(), tail.begin(), tail.end());
    const auto new_one = find_metadata(code);
    REQUIRE(new_one);
    CHECK(new_one->size == 53);
    CHECK(new_one->compiler_version == "0.8.28");

    const auto only_version = find_metadata(trailer("a164736f6c6343000509"));
    REQUIRE(only_version);
    CHECK(only_version->compiler_version == "0.5.9");
}

TEST_CASE("find_metadata: other code has none", "[evm][artifact]")
{
    CHECK_FALSE(find_metadata({}));
    CHECK_FALSE(find_metadata(Bytes{0}));
    CHECK_FALSE(find_metadata(Bytes{0x00, 0x00}));
    CHECK_FALSE(find_metadata(Bytes{0x60, 0x80, 0x60, 0x40, 0xff, 0xff}));
    CHECK_FALSE(find_metadata(trailer("a1616101")));                // a key that solc never writes
    CHECK_FALSE(find_metadata(trailer("a164736f6c634300081c00")));  // a byte too many
    CHECK_FALSE(find_metadata(trailer("a164736f6c6343")));          // cut off
    CHECK_FALSE(find_metadata(trailer("a1")));
}

TEST_CASE("default_evm_version: the defaults of solc", "[evm][artifact]")
{
    const auto [minor, patch, expected] = GENERATE(table<unsigned, unsigned, const char*>({
        {4, 11, "byzantium"},
        {4, 26, "byzantium"},
        {5, 4, "byzantium"},
        {5, 5, "petersburg"},
        {5, 13, "petersburg"},
        {5, 14, "istanbul"},
        {8, 4, "istanbul"},
        {8, 5, "berlin"},
        {8, 7, "london"},
        {8, 17, "london"},
        {8, 18, "paris"},
        {8, 20, "shanghai"},
        {8, 24, "shanghai"},
        {8, 25, "cancun"},
        {8, 30, "prague"},
        {8, 31, "osaka"},
    }));
    CHECK(default_evm_version({0, minor, patch}) == expected);
}

TEST_CASE("Compiler: numbers of a version", "[evm][artifact]")
{
    Compiler compiler;
    compiler.name = "solc";
    CHECK_FALSE(compiler.numbers());
    compiler.version = "v0.5.12+commit.7709ece9";
    CHECK(compiler.numbers() == std::array<unsigned, 3>{0, 5, 12});
    compiler.version = "0.5";
    CHECK_FALSE(compiler.numbers());
    compiler.version = "0.8.28";
    compiler.evm_version = "paris";
    CHECK(compiler.target_evm_version() == "paris");
}

TEST_CASE("parse_source_map: missing fields repeat the entry before", "[evm][artifact]")
{
    // The example of the Solidity documentation: 1:2:1;1:9:1;2:1:2;2:1:2;2:1:2 compressed.
    const std::vector<SourceMapEntry> map = parse_source_map("1:2:1;:9;2:1:2;;", 5);
    REQUIRE(map.size() == 5);
    CHECK(map[0] == SourceMapEntry{{1, 2, 1}, '-'});
    CHECK(map[1] == SourceMapEntry{{1, 9, 1}, '-'});
    CHECK(map[2] == SourceMapEntry{{2, 1, 2}, '-'});
    CHECK(map[4] == map[2]);
    CHECK(parse_source_map("0:0:-1:i:3;:::o", 9)[1] == SourceMapEntry{{0, 0, -1}, 'o'});
    CHECK(parse_source_map("", 0).empty());
    CHECK_THROWS_AS(parse_source_map("a", 1), ParseError);
    CHECK_THROWS_AS(parse_source_map(";", 1), ParseError);
}

TEST_CASE("SourceFile: offsets become lines and columns", "[evm][artifact]")
{
    SourceFile source;
    CHECK_FALSE(source.has_text());
    source.set_text("ab\n\ncd");
    CHECK(source.locate(0) == LineColumn{1, 1});
    CHECK(source.locate(2) == LineColumn{1, 3});
    CHECK(source.locate(3) == LineColumn{2, 1});
    CHECK(source.locate(5) == LineColumn{3, 2});
    CHECK(source.locate(99) == LineColumn{3, 3});
}

TEST_CASE("AstFacts: of a contract with a base, solc 0.4", "[evm][artifact]")
{
    const Artifact artifact =
        load_artifact(sbst::evm::testing::fixture_path("truffle_counter.json"));
    REQUIRE(artifact.has_ast);
    const AstFacts& facts = artifact.ast;
    std::vector<std::uint32_t> getters{
        to_selector("owner()"), to_selector("state()"), to_selector("moves(address)")};
    std::sort(getters.begin(), getters.end());
    CHECK(facts.getters == getters);
    CHECK(numbers_in(facts) == std::vector<std::string>{"500000000000000000", "-3", "3",
                                   "1000000000000000", "1", "172800", "2", "86400", "31"});
    REQUIRE(facts.enums.size() == 1);
    CHECK(facts.enums[0].name == "Counter.State");
    CHECK(facts.enums[0].members == std::vector<std::string>{"Open", "Closed"});

    const auto text = std::find_if(facts.literals.begin(), facts.literals.end(),
        [](const SourceLiteral& literal) { return literal.kind == LiteralKind::string; });
    REQUIRE(text != facts.literals.end());
    CHECK(text->text == "not the owner");
    CHECK(text->contract == "Owned");
    const SourceFile* const source = artifact.find_source(text->span.file);
    REQUIRE(source != nullptr);
    CHECK(source->locate(static_cast<std::size_t>(text->span.start)).line == 9);

    std::vector<std::string> functions;
    for (const FunctionRange& function : facts.functions)
    {
        functions.push_back(function.contract + "." + function.kind + " " + function.name);
    }
    CHECK(functions == std::vector<std::string>{"Owned.modifier onlyOwner", "Counter.constructor ",
                           "Counter.function move", "Counter.function close"});
    CHECK(std::any_of(facts.nodes.begin(), facts.nodes.end(), [](const AstNode& node) {
        return node.type == "FunctionCall" && node.detail == "require";
    }));
}

TEST_CASE("AstFacts: of a modern contract", "[evm][artifact]")
{
    const Artifact artifact =
        load_artifact(sbst::evm::testing::fixture_path("build_info_vault.json"), "Vault");
    REQUIRE(artifact.has_ast);
    CHECK(artifact.ast.getters == std::vector<std::uint32_t>{to_selector("total()")});
    CHECK(numbers_in(artifact.ast) == std::vector<std::string>{"3000000000"});
    std::vector<std::string> kinds;
    for (const FunctionRange& function : artifact.ast.functions)
    {
        if (function.contract == "Vault")
        {
            kinds.push_back(function.kind);
        }
    }
    CHECK(kinds == std::vector<std::string>{
                       "constructor", "receive", "fallback", "function", "function", "function"});
}

TEST_CASE("parse_abi: old and new ways to say mutability", "[evm][artifact]")
{
    const ContractAbi abi = parse_abi(R"([
        {"name": "a", "constant": true, "payable": false},
        {"name": "b", "stateMutability": "pure"},
        {"name": "c"},
        {"type": "fallback", "payable": true}])",
        "abi.json");
    CHECK(abi.functions[0].mutability == Mutability::view);
    CHECK(abi.functions[1].mutability == Mutability::pure);
    CHECK(abi.functions[2].mutability == Mutability::nonpayable);
    REQUIRE(abi.fallback);
    CHECK(abi.fallback->is_payable());
    CHECK(abi.fallback->display_name == "fallback");
}
