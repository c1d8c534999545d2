// SPDX-License-Identifier: Apache-2.0
// JSON as this project writes it. Next: json_field.hpp, which reads it.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sbst
{

/// A document that keeps its members in order of insertion, for human readers.
using OrderedJson = nlohmann::ordered_json;

/// Writes a document: members in their order, two spaces per level, short arrays and objects on one
/// line, doubles with the fewest digits that read back. In strings, bytes that are not UTF-8 become
/// U+FFFD, and unsafe characters (is_unsafe()) become escapes. Ends with a newline.
[[nodiscard]] std::string to_json_text(const OrderedJson& json);

/// Replaces unsafe characters (is_unsafe()) of a JSON text by JSON escapes: the same document, safe
/// for a terminal.
[[nodiscard]] std::string json_escaped(std::string_view json);

}  // namespace sbst
