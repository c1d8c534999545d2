// SPDX-License-Identifier: Apache-2.0
// Facts about a contract from the compiler's syntax tree. Empty when the artifact has no tree in
// the compact format (solc 0.4.12 and later). Next: artifact.hpp.
#pragma once

#include <sbst/evm/artifact/source_map.hpp>
#include <sbst/numeric/u256.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// The kinds of literals.
enum class LiteralKind
{
    number,
    address,
    string
};

/// A literal of the source, or the value of a constant expression.
struct SourceLiteral
{
    LiteralKind kind = LiteralKind::number;
    /// number (negative ones in two's complement) and address.
    U256 word;
    /// string: its bytes.
    std::string text;
    SourceSpan span;
    /// The contract that contains it; empty at file level.
    std::string contract;
};

/// A function, modifier, constructor, fallback or receive with its place.
struct FunctionRange
{
    /// Empty for a constructor, fallback and receive.
    std::string name;
    /// `function`, `constructor`, `fallback`, `receive`, `modifier`.
    std::string kind;
    std::string contract;
    SourceSpan span;
};

/// An enumeration; `name` is canonical: `Contract.Name`.
struct EnumFacts
{
    std::string name;
    std::vector<std::string> members;
};

/// One node of the tree.
struct AstNode
{
    SourceSpan span;
    /// solc's `nodeType`.
    std::string type;
    /// The called function's name for a `FunctionCall`, the operator for a `BinaryOperation`, a
    /// `UnaryOperation` and an `Assignment`, the digit of a `Literal` of one digit, `fails` for an
    /// `IfStatement` whose body only fails; otherwise empty.
    std::string detail;
    /// See SourceNode::parts.
    std::vector<SourceSpan> parts{};
    /// The type to which a `BinaryOperation` converts its operands, of the left side of an
    /// `Assignment`, of the operand of a `UnaryOperation`, of a `Literal`: `uint256`; otherwise
    /// empty.
    std::string operand_type{};
};

/// Facts about the contract, its bases, and the libraries and free functions of its sources.
struct AstFacts
{
    /// Selectors of the functions that read public state variables, ascending.
    std::vector<std::uint32_t> getters;
    std::vector<SourceLiteral> literals;
    std::vector<FunctionRange> functions;
    std::vector<EnumFacts> enums;
    /// All nodes of those contracts, outer before inner.
    std::vector<AstNode> nodes;
};

/// Evaluates a number as written in Solidity: decimal, hexadecimal, scientific, with underscores,
/// and with a unit (`ether`, `gwei`, `days`, ...; empty = none). Nothing when it is malformed, not
/// a whole number (`0.5`), or above 256 bits.
[[nodiscard]] std::optional<U256> evaluate_number(std::string_view text, std::string_view unit);

}  // namespace sbst::evm
