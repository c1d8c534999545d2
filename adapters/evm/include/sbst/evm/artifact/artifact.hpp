// SPDX-License-Identifier: Apache-2.0
// A compiled contract in the formats of common tools. Only this one file is read. Next:
// ../analysis/contract_facts.hpp.
#pragma once

#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/artifact/ast_facts.hpp>
#include <sbst/evm/artifact/compiler.hpp>
#include <sbst/evm/artifact/source_map.hpp>
#include <sbst/evm/base/bytes.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// The layouts that are understood.
enum class ArtifactFormat
{
    bare,
    truffle,
    hardhat,
    foundry,
    build_info,
    standard_json,
    combined_json
};

/// The layout's name for people.
[[nodiscard]] std::string_view to_string(ArtifactFormat format);

/// Bytes of code that the constructor fills in; zero in the artifact.
struct ImmutableReference
{
    /// The compiler's id of the variable.
    std::string variable;
    std::size_t start = 0;
    std::size_t length = 0;
};

/// One of the two programs of a contract.
struct Code
{
    Bytes bytes;
    /// Bytes before the compiler's metadata; all of them when there is none.
    std::size_t size_without_metadata = 0;
    /// One entry per instruction; empty when the artifact has no map.
    std::vector<SourceMapEntry> source_map;
};

/// A deployable contract.
struct Artifact
{
    /// The file that was read.
    std::string file;
    ArtifactFormat format = ArtifactFormat::bare;
    std::string contract_name;
    /// The source of the contract, as the compiler names it; empty = unknown.
    std::string source_name;
    ContractAbi abi;
    /// Runs at deployment, followed by the encoded arguments of the constructor; never empty.
    Code creation;
    /// As compiled: immutables are zero. Empty bytes = the artifact has no runtime code; the
    /// deployed code is authoritative.
    Code runtime;
    /// The place of the runtime code in the creation code; absent when it is not found there.
    std::optional<std::size_t> runtime_offset;
    std::vector<ImmutableReference> immutables;
    Compiler compiler;
    /// Every source named by the artifact, ascending by id.
    std::vector<SourceFile> sources;
    bool has_ast = false;
    AstFacts ast;

    /// The source with that id, or null; valid as long as `sources`.
    [[nodiscard]] const SourceFile* find_source(std::int32_t id) const;
};

/// Tells whether the runtime code begins like that of a Solidity library: its own address is filled
/// in at deployment, and it refuses direct calls.
[[nodiscard]] bool is_library(const Artifact& artifact);

/// The largest artifact that is read: build infos of big projects take tens of megabytes.
inline constexpr std::size_t max_artifact_bytes = std::size_t{64} << 20U;

/// The largest program that is read. The chain allows 24,576 bytes of code and 49,152 of creation
/// code; before Shanghai a block's gas allowed about 120,000. The analysis takes up to 1.5 KB of
/// memory per byte of code.
inline constexpr std::size_t max_program_bytes = std::size_t{1} << 18U;

/// Reads a compiled contract from a file of any `ArtifactFormat`.
///
/// `contract` is a name or `source.sol:Name`; it may be empty when the file has one contract that
/// can be deployed (libraries do not count).
/// @throws ParseError naming file and field when the file cannot be read or used: unknown layout,
/// malformed ABI or code, library not linked, interface or abstract contract.
/// @throws ConfigError when the contract is not found (with near names), not unique, or not chosen.
[[nodiscard]] Artifact load_artifact(
    const std::filesystem::path& path, std::string_view contract = {});

/// Like `load_artifact`, but reads a text; `file` is used in messages, and its stem is the
/// contract's name when the text has none.
[[nodiscard]] Artifact parse_artifact(
    std::string_view text, const std::string& file, std::string_view contract = {});

}  // namespace sbst::evm
