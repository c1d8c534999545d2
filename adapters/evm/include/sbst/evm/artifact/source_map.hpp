// SPDX-License-Identifier: Apache-2.0
// Source texts and the compiler's map from instructions to them. Next: ast_facts.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// A range of bytes of a source; `file` is the compiler's index, -1 = no source.
struct SourceSpan
{
    std::int32_t start = -1;
    std::int32_t length = -1;
    std::int32_t file = -1;

    friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// One instruction's entry of a source map.
struct SourceMapEntry
{
    SourceSpan span;
    /// `i` jumps into a function, `o` out of one, `-` neither.
    char jump = '-';

    friend bool operator==(const SourceMapEntry&, const SourceMapEntry&) = default;
};

/// Parses a compressed source map, `start:length:file:jump:depth;...`; one entry per instruction.
/// @throws ParseError (file and place empty) naming the entry; also for more than `max_entries`.
/// Source: Solidity documentation, "Source Mappings".
[[nodiscard]] std::vector<SourceMapEntry> parse_source_map(
    std::string_view text, std::size_t max_entries);

/// A place in a text, both from 1; the column counts bytes.
struct LineColumn
{
    std::size_t line = 1;
    std::size_t column = 1;

    friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// One source of the compilation.
struct SourceFile
{
    std::string name;
    /// The compiler's index, to which spans refer; -1 = not known.
    std::int32_t id = -1;
    /// Empty when the artifact has no text.
    std::string text;
    /// Offsets at which lines begin; empty without a text.
    std::vector<std::size_t> line_starts;

    /// Sets the text and its lines.
    void set_text(std::string new_text);
    [[nodiscard]] bool has_text() const { return !line_starts.empty(); }
    /// The place of a byte; offsets beyond the end give the end. Precondition: `has_text()`.
    [[nodiscard]] LineColumn locate(std::size_t offset) const;
};

}  // namespace sbst::evm
