// SPDX-License-Identifier: Apache-2.0
// The common content of all layouts: contracts, sources, compiler. Nothing is decoded yet, so that
// an error in an unselected contract does no harm.
#pragma once

#include <sbst/base/json_field.hpp>
#include <sbst/evm/artifact/artifact.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm::detail
{

/// One program: the text of its code and related data.
struct CodeRecord
{
    std::optional<JsonField> object;
    std::optional<JsonField> source_map;
    std::optional<JsonField> link_references;
};

struct ContractRecord
{
    /// Empty when the layout names none.
    std::string name;
    std::string source_name;
    std::optional<JsonField> abi;
    CodeRecord creation;
    CodeRecord runtime;
    std::optional<JsonField> immutables;
    /// solc's metadata.
    std::optional<JsonField> metadata;
};

struct SourceRecord
{
    std::string name;
    std::int32_t id = -1;
    std::optional<JsonField> text;
    /// Tree in the compact format, or null.
    const SortedJson* ast = nullptr;
};

struct Document
{
    ArtifactFormat format = ArtifactFormat::bare;
    std::vector<ContractRecord> contracts;
    std::vector<SourceRecord> sources;
    Compiler compiler;
    /// Documents that were texts inside the main one.
    std::deque<SortedJson> nested;
};

/// Recognises the layout and reads it. The document refers to `root`'s JSON.
/// @throws ParseError naming file and field.
[[nodiscard]] Document read_document(const JsonField& root);

/// Parses a text that holds JSON; kept in `document.nested`.
[[nodiscard]] JsonField parse_nested(const JsonField& text, Document& document);

/// Completes the document from the contract's metadata: name, source, compiler, settings, source
/// texts.
void apply_metadata(ContractRecord& contract, Document& document);

}  // namespace sbst::evm::detail
