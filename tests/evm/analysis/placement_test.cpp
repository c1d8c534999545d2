// SPDX-License-Identifier: Apache-2.0
// Classes of small programs with invented source maps and syntax trees: the meaning of ranges.
#include "support/catch.hpp"

#include <sbst/evm/analysis/analysis_text.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using sbst::evm::ContractFacts;
using sbst::evm::GoalClass;
using sbst::evm::SourceNode;
using sbst::evm::SourceRange;

namespace
{

/// Jumps where calldata's first word is less than 9; both sides stop.
const std::vector<std::uint8_t> choice{0x60, 0x09, 0x60, 0x00, 0x35, 0x10, 0x60, 0x0a, 0x57,
    0x00,         // 9: STOP
    0x5b, 0x00};  // 10: JUMPDEST STOP
constexpr std::size_t choice_comparison = 3;
constexpr std::size_t choice_jumpi = 5;

/// The same, but the jump goes to a revert without data.
const std::vector<std::uint8_t> refusal{
    0x60, 0x09, 0x60, 0x00, 0x35, 0x10, 0x60, 0x0a, 0x57, 0x00, 0x5b, 0x60, 0x00, 0x60, 0x00, 0xfd};

/// Copies calldata into memory word by word; the last opcode of the copy is the store.
std::vector<std::uint8_t> copy_loop(std::uint8_t store)
{
    return {0x60, 0x00,                      // PUSH 0
        0x5b, 0x80, 0x36, 0x11, 0x15,        // 2: JUMPDEST DUP1 CALLDATASIZE GT ISZERO
        0x60, 0x14, 0x57,                    // PUSH 20 JUMPI
        0x80, 0x35, 0x81, store,             // DUP1 CALLDATALOAD DUP2 MSTORE
        0x60, 0x20, 0x01, 0x60, 0x02, 0x56,  // PUSH 32 ADD PUSH 2 JUMP
        0x5b, 0x00};                         // 20: JUMPDEST STOP
}
constexpr std::size_t copy_jumpi = 7;
constexpr std::size_t copy_instructions = 18;
constexpr std::uint8_t mstore = 0x52;
constexpr std::uint8_t sstore = 0x55;

SourceRange range(std::int64_t start, std::int64_t length, std::int64_t file = 0)
{
    return {.start = start, .length = length, .file = file};
}

const SourceRange whole = range(0, 1000);

/// `contract { function { if (CONDITION) BODY; variable = INITIAL; return a ? b : c; } }`
const std::vector<SourceNode> tree{{whole, "ContractDefinition", ""},
    {range(10, 900), "FunctionDefinition", ""}, {range(20, 880), "Block", ""},
    {range(30, 100), "IfStatement", ""}, {range(40, 20), "BinaryOperation", "<"},
    {range(50, 1), "Literal", ""}, {range(70, 50), "Block", ""},
    {range(80, 30), "ExpressionStatement", ""}, {range(80, 30), "Assignment", "="},
    {range(200, 60), "VariableDeclarationStatement", ""}, {range(220, 20), "BinaryOperation", "<"},
    {range(300, 100), "Return", ""}, {range(310, 80), "Conditional", ""},
    {range(310, 10), "Identifier", ""}, {range(500, 100), "ExpressionStatement", ""},
    {range(500, 100), "FunctionCall", "require"}, {range(510, 20), "BinaryOperation", "<"},
    {range(700, 100), "Return", ""}};

/// Class of the JUMPI when that one instruction is mapped to a range and all others to the
/// contract.
GoalClass classify(const std::vector<std::uint8_t>& code, std::size_t mapped, const SourceRange& to)
{
    ContractFacts facts;
    facts.code = code;
    facts.source_nodes = tree;
    facts.source_map.assign(copy_instructions, whole);
    facts.source_map.at(mapped) = to;
    const auto analysis = sbst::evm::analyse(facts);
    REQUIRE(analysis.goals.size() == 3);
    CHECK(analysis.goals[0].goal_class == analysis.goals[1].goal_class);
    return analysis.goals[0].goal_class;
}

GoalClass classify_bare(const std::vector<std::uint8_t>& code)
{
    ContractFacts facts;
    facts.code = code;
    const auto analysis = sbst::evm::analyse(facts);
    REQUIRE(analysis.goals.size() == 3);
    return analysis.goals[0].goal_class;
}

}  // namespace

TEST_CASE(
    "analyse: a branch mapped to a part of a condition is the author's", "[evm][analysis][classes]")
{
    CHECK(classify(refusal, choice_jumpi, range(30, 100)) == GoalClass::user);
    CHECK(classify(refusal, choice_jumpi, range(40, 20)) == GoalClass::user);
    CHECK(classify(refusal, choice_jumpi, range(50, 1)) == GoalClass::user);
    CHECK(classify(refusal, choice_jumpi, range(310, 10)) == GoalClass::user);
    CHECK(classify(refusal, choice_jumpi, range(510, 20)) == GoalClass::user);
}

TEST_CASE("analyse: a comparison that the optimizer moved into a branch is the author's",
    "[evm][analysis][classes]")
{
    CHECK(classify(refusal, choice_jumpi, range(220, 20)) == GoalClass::user);
}

TEST_CASE("analyse: the refusal of a routine with a source of its own is calldata-check",
    "[evm][analysis][classes]")
{
    CHECK(classify(refusal, choice_jumpi, range(5, 5, 1)) == GoalClass::calldata_check);
}

TEST_CASE("analyse: a refusal mapped to the contract may be a `require` and is the author's",
    "[evm][analysis][classes]")
{
    CHECK(classify(refusal, choice_jumpi, whole) == GoalClass::user);
    CHECK(classify(refusal, choice_comparison, range(510, 20)) == GoalClass::user);
    // Unless the word is compared as an offset or a length of the ABI encoding is: with 2^64 - 1.
    std::vector<std::uint8_t> decoder{0x67, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x60,
        0x00, 0x35, 0x11, 0x60, 0x11, 0x57, 0x00, 0x5b, 0x60, 0x00, 0x60, 0x00, 0xfd};
    CHECK(classify(decoder, choice_jumpi, whole) == GoalClass::calldata_check);
    CHECK(classify(decoder, choice_comparison, range(510, 20)) == GoalClass::user);
}

TEST_CASE("analyse: a branch that nothing places is the author's", "[evm][analysis][classes]")
{
    CHECK(classify_bare(choice) == GoalClass::user);
    CHECK(classify_bare(refusal) == GoalClass::user);
    // It lies in a routine, but copies nothing: the compiler's power of numbers, for one.
    CHECK(classify(choice, choice_jumpi, whole) == GoalClass::user);
    // In the body of the `if`, of no condition.
    CHECK(classify(choice, choice_jumpi, range(80, 30)) == GoalClass::user);
}

TEST_CASE("analyse: a loop that fills memory is data-copy unless it is written in the source",
    "[evm][analysis][classes]")
{
    CHECK(classify_bare(copy_loop(mstore)) == GoalClass::data_copy);
    CHECK(classify(copy_loop(mstore), copy_jumpi, whole) == GoalClass::data_copy);
    CHECK(classify(copy_loop(mstore), copy_jumpi, range(700, 100)) == GoalClass::data_copy);
    CHECK(classify(copy_loop(mstore), copy_jumpi, range(30, 100)) == GoalClass::user);
}

TEST_CASE("analyse: without source map a loop that writes storage is the author's",
    "[evm][analysis][classes]")
{
    CHECK(classify_bare(copy_loop(sstore)) == GoalClass::user);
    CHECK(classify(copy_loop(sstore), copy_jumpi, whole) == GoalClass::data_copy);
}
