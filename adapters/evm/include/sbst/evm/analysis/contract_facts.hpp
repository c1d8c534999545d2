// SPDX-License-Identifier: Apache-2.0
// The input of the static analysis: a contract's code and the facts that the artifact gives about
// it. Everything except the code is optional. Next: contract_analysis.hpp.
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

/// One node of the compiler's AST: its range and its type (`IfStatement`, `FunctionCall`, ...).
struct SourceNode
{
    SourceRange range;
    /// solc's `nodeType`. Nodes of inline assembly (`Yul...`) may be given as well.
    std::string type;
    /// Name of the called function for a `FunctionCall` whose expression is an identifier or a
    /// member access (`require`, `transfer`), the operator for a `BinaryOperation` and a
    /// `UnaryOperation`, the digit of a `Literal` of one digit, `fails` for an `IfStatement` whose
    /// body only fails; else empty.
    std::string detail;
    /// The deciding and the decided parts: for `if`, `? :` and loops the condition, the part when
    /// it is true and the part when it is false; for `&&`, `||` and comparisons of numbers both
    /// operands; for `!` and parentheses the inner expression; for `require` and `assert` the first
    /// argument; else empty.
    std::vector<SourceRange> parts{};
};

/// One function of the ABI.
struct FunctionFacts
{
    std::uint32_t selector = 0;
    /// The name in reports; unique within a contract, so overloads include their types.
    std::string name;
    bool is_payable = false;
    /// `view` or `pure` (or `constant` before solc 0.4.16).
    bool is_view = false;
    /// True for a public state variable, by the AST; unset without an AST.
    std::optional<bool> is_getter;
    /// Names of the parameters, "" without a name (a getter's parameters have no names).
    std::vector<std::string> parameter_names;
    /// Where the heads of their encodings begin, in bytes behind the selector; as many.
    std::vector<std::size_t> parameter_heads{};
};

/// Which of a contract's two programs is analysed.
enum class ProgramKind
{
    runtime,
    /// The constructor: one entry, no dispatcher.
    creation
};

/// Bounds of the values that the environment gives to a call: the executor never exceeds them, and
/// proofs may use them.
struct EnvironmentBounds
{
    U256 timestamp{UINT64_MAX};
    U256 block_number{UINT64_MAX};
    /// Gas, gas limit of a block.
    U256 gas{UINT64_MAX};
    /// Bytes of calldata, return data, code, and of the memory that a call can pay for.
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

    /// False = there is no ABI: functions are named by selectors, and nothing is known about them.
    bool has_abi = false;
    std::vector<FunctionFacts> functions;
    bool has_fallback = false;
    bool is_fallback_payable = false;
    bool has_receive = false;
    /// For `ProgramKind::creation`.
    bool is_constructor_payable = false;

    /// One range per instruction of `code` in order (data after the code may be missing).
    std::vector<SourceRange> source_map;
    std::vector<SourceNode> source_nodes;

    /// Creation code, when `code` is runtime code: it pushes the function pointers that a
    /// constructor stores. Empty = unknown.
    std::vector<std::uint8_t> creation_code;

    EnvironmentBounds bounds;
};

}  // namespace sbst::evm
