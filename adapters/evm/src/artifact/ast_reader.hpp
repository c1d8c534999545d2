// SPDX-License-Identifier: Apache-2.0
// Extracts facts from solc's syntax trees.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/artifact/ast_facts.hpp>

#include <optional>
#include <span>
#include <string>

namespace sbst::evm::detail
{

/// The contract that the facts describe; `source` may be empty.
struct AstSubject
{
    std::string contract;
    std::string source;
};

/// Reads the facts; nothing when no tree defines the contract. Trees are hints: malformed parts are
/// skipped, never an error.
[[nodiscard]] std::optional<AstFacts> read_ast(
    std::span<const SortedJson* const> units, const AstSubject& subject, const ContractAbi& abi);

/// Parses `start:length:file` from a tree; malformed members become -1.
[[nodiscard]] SourceSpan parse_span(std::string_view text);

}  // namespace sbst::evm::detail
