// SPDX-License-Identifier: Apache-2.0
// JSON as this project writes it. Next: json_field.hpp, which reads it.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sbst
{

/// A document that keeps its members in their order, as what people read does.
using OrderedJson = nlohmann::ordered_json;

/// Writes a document: members in their order, two spaces a level, arrays and objects that fit on a
/// line on one line, doubles in the fewest digits that read back. What is no UTF-8 in a string is
/// replaced by U+FFFD, and what a terminal would obey is written as an escape. Ends with a newline.
[[nodiscard]] std::string to_json_text(const OrderedJson& json);

/// Writes what is_unsafe() of a JSON text as escapes of JSON: the same document, fit for a
/// terminal.
[[nodiscard]] std::string json_escaped(std::string_view json);

}  // namespace sbst
