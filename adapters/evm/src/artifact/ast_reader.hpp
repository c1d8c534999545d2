// SPDX-License-Identifier: Apache-2.0
// Draws facts out of solc's syntax trees.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/artifact/ast_facts.hpp>

#include <optional>
#include <span>
#include <string>

namespace sbst::evm::detail
{

/// Which contract the facts are about; `source` may be empty.
struct AstSubject
{
    std::string contract;
    std::string source;
};

/// Reads the facts; nothing when no tree defines the contract. Trees are hints: what is malformed
/// in them is skipped, never an error.
[[nodiscard]] std::optional<AstFacts> read_ast(
    std::span<const SortedJson* const> units, const AstSubject& subject, const ContractAbi& abi);

/// Parses `start:length:file` as trees write it; -1 in what is malformed.
[[nodiscard]] SourceSpan parse_span(std::string_view text);

}  // namespace sbst::evm::detail
