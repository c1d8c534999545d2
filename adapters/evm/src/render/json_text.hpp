// SPDX-License-Identifier: Apache-2.0
// Writes JSON for people and for byte comparison. Next: value_json.hpp.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace sbst::evm::detail
{
using OrderedJson = nlohmann::ordered_json;

/// Writes a document: members in their order, two spaces a level, arrays and objects that fit on a
/// line on one line, doubles in the fewest digits that read back. Strings must be UTF-8; ends with
/// a newline.
[[nodiscard]] std::string to_json_text(const OrderedJson& json);
}  // namespace sbst::evm::detail
