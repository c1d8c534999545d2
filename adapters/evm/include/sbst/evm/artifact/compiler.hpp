// SPDX-License-Identifier: Apache-2.0
// The compiler of a contract, and the metadata that it appends to the code.
#pragma once

#include <sbst/evm/base/bytes.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sbst::evm
{

/// A compiler and its settings, as far as they are known.
struct Compiler
{
    /// `solc` unless the artifact says otherwise.
    std::string name;
    /// `0.8.28+commit.7893614a`; empty = not known.
    std::string version;
    /// The EVM version that the artifact's settings name; empty = the compiler's default.
    std::string evm_version;
    std::optional<bool> optimizer;
    std::optional<bool> via_ir;

    /// Major, minor and patch; nothing when the version is unknown or malformed.
    [[nodiscard]] std::optional<std::array<unsigned, 3>> numbers() const;
    /// The EVM version that the code was made for: `evm_version`, else the default of that solc;
    /// empty when neither is known.
    [[nodiscard]] std::string target_evm_version() const;
};

/// The default EVM version of a solc (`byzantium` before 0.4.21, which had no choice). Source:
/// Solidity's change log.
[[nodiscard]] std::string_view default_evm_version(const std::array<unsigned, 3>& solc);

/// The CBOR map that solc appends to code.
struct MetadataTrailer
{
    /// Bytes at the end of the code, the two bytes of the length included.
    std::size_t size = 0;
    /// Version of the compiler; empty before solc 0.5.9.
    std::string compiler_version;
};

/// Finds the metadata at the end of a code; nothing unless the whole map is well formed and has a
/// key that solc writes.
/// Source: Solidity documentation, "Contract Metadata"; RFC 8949.
[[nodiscard]] std::optional<MetadataTrailer> find_metadata(BytesView code);

}  // namespace sbst::evm
