// SPDX-License-Identifier: Apache-2.0
// Decodes code from hexadecimal text, with its source map.
#pragma once

#include "document.hpp"

#include <sbst/evm/artifact/artifact.hpp>

#include <string>
#include <vector>

namespace sbst::evm::detail
{

/// Tells whether a code has any bytes, decodable or not.
[[nodiscard]] bool has_code(const CodeRecord& record);

/// Tells whether a runtime code is that of a library: it begins with its own address, which is not
/// yet known.
[[nodiscard]] bool is_library(const CodeRecord& runtime);

/// Decodes; an absent code gives empty bytes.
/// @throws ParseError naming file and field; for a library that is not linked also its name.
[[nodiscard]] Code read_code(const CodeRecord& record);

/// @throws ParseError when the table is malformed or refers outside the code.
[[nodiscard]] std::vector<ImmutableReference> read_immutables(
    const std::optional<JsonField>& table, std::size_t code_size);

}  // namespace sbst::evm::detail
