// SPDX-License-Identifier: Apache-2.0
// A JSON value with its path, so that every complaint names file and field.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sbst::evm::detail
{
using Json = nlohmann::json;

/// Parses JSON; refuses repeated keys and nesting above 2,000 levels.
/// @throws ParseError with line and column.
[[nodiscard]] Json parse_json(std::string_view text, const std::string& file);

/// Refers to a value of a document that outlives it.
class JsonField
{
public:
    JsonField(const Json& value, std::string file, std::string path)
      : m_value(&value), m_file(std::move(file)), m_path(std::move(path))
    {}

    /// @throws ParseError always.
    [[noreturn]] void fail(std::string_view problem) const;

    [[nodiscard]] const Json& json() const { return *m_value; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const std::string& path() const { return m_path; }

    /// The member of an object, if there; `null` counts as absent.
    [[nodiscard]] std::optional<JsonField> find(const std::string& key) const;
    /// The member of an object. @throws ParseError when it is missing.
    [[nodiscard]] JsonField at(const std::string& key) const;
    /// The element of an array. Precondition: index < size().
    [[nodiscard]] JsonField at(std::size_t index) const;
    [[nodiscard]] std::size_t size() const { return m_value->size(); }

    [[nodiscard]] bool is_object() const { return m_value->is_object(); }
    [[nodiscard]] bool is_string() const { return m_value->is_string(); }

    /// The value as that type. @throws ParseError when it is another.
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::size_t count() const;
    [[nodiscard]] const JsonField& as_object() const;
    [[nodiscard]] const JsonField& as_array() const;

    /// The member as a text, empty when absent or of another type.
    [[nodiscard]] std::string text_or_empty(const std::string& key) const;

private:
    [[noreturn]] void fail_type(std::string_view expected) const;

    const Json* m_value;
    std::string m_file;
    std::string m_path;
};
}  // namespace sbst::evm::detail
