// SPDX-License-Identifier: Apache-2.0
// What the static analysis is told about a contract: its code and what the artifact says of it.
// Everything but the code is optional. Next: contract_analysis.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// A range of source text; `file` is the index in the compiler's source list, -1 = none.
struct SourceRange
{
    std::int64_t start = -1;
    std::int64_t length = -1;
    std::int64_t file = -1;

    friend bool operator==(const SourceRange&, const SourceRange&) = default;
    friend auto operator<=>(const SourceRange&, const SourceRange&) = default;
};

/// One node of the compiler's AST: its range and what it is (`IfStatement`, `FunctionCall`, ...).
struct SourceNode
{
    SourceRange range;
    /// solc's `nodeType`. Nodes of inline assembly (`Yul...`) may be given as well.
    std::string type;
    /// Name of the called function for a `FunctionCall` whose expression is an identifier or a
    /// member access (`require`, `transfer`), the operator for a `BinaryOperation` and a
    /// `UnaryOperation`, the digit of a `Literal` that has only one, `fails` for an `IfStatement`
    /// whose body does nothing but fail; else empty.
    std::string detail;
    /// What decides and what it decides: of `if`, `? :` and loops the condition, what follows when
    /// it is true, and what when it is false; of `&&`, `||` and comparisons of numbers both
    /// operands; of `!` and parentheses what they are around; of `require` and `assert` the first
    /// argument. Else empty.
    std::vector<SourceRange> parts{};
};

/// One function of the ABI.
struct FunctionFacts
{
    std::uint32_t selector = 0;
    /// As reports write it; unique within a contract, so overloads carry their types.
    std::string name;
    bool is_payable = false;
    /// `view` or `pure` (or `constant` before solc 0.4.16).
    bool is_view = false;
    /// Public state variable, as the AST says; without an AST leave it unset.
    std::optional<bool> is_getter;
    /// Names of the parameters, "" where there is none (a getter's parameters have no name).
    std::vector<std::string> parameter_names;
};

/// Which of a contract's two programs is analysed.
enum class ProgramKind
{
    runtime,
    /// The constructor: one entry, no dispatcher.
    creation
};

/// Bounds of what the environment hands to a call: the executor never goes beyond them, and proofs
/// may use them.
struct EnvironmentBounds
{
    U256 timestamp{UINT64_MAX};
    U256 block_number{UINT64_MAX};
    /// Gas, gas limit of a block.
    U256 gas{UINT64_MAX};
    /// Bytes of calldata, return data, code, and of memory that a call can pay for.
    U256 data_size{UINT32_MAX};
    /// Wei sent with a call and balance of any account.
    U256 wei{U256::power_of_two(128) - U256{1}};
};

/// Input of `analyse`.
struct ContractFacts
{
    std::vector<std::uint8_t> code;
    ProgramKind program = ProgramKind::runtime;
    /// (offset, length) of bytes that are filled in at deployment: immutables, library addresses.
    /// A PUSH of such bytes pushes one unknown word.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> unknown_bytes;
    /// Bytes of metadata and other data at the end of `code`; 0 = unknown.
    std::size_t metadata_length = 0;

    /// False = there is no ABI: functions are named by selectors, and nothing is known of them.
    bool has_abi = false;
    std::vector<FunctionFacts> functions;
    bool has_fallback = false;
    bool is_fallback_payable = false;
    bool has_receive = false;
    /// For `ProgramKind::creation`.
    bool is_constructor_payable = false;

    /// One range per instruction of `code` in order (data behind the code may be missing).
    std::vector<SourceRange> source_map;
    std::vector<SourceNode> source_nodes;

    /// Creation code, when `code` is runtime code: function pointers that a constructor stores are
    /// pushed there. Empty = unknown.
    std::vector<std::uint8_t> creation_code;

    EnvironmentBounds bounds;
};

}  // namespace sbst::evm
