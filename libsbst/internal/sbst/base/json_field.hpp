// SPDX-License-Identifier: Apache-2.0
// Strict reading of JSON: a value with its file and its path, so that every error names both.
#pragma once

#include <sbst/base/json_text.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst
{

/// A document whose members are sorted by name and found without a linear search: for documents
/// written by others, which may be large.
using SortedJson = nlohmann::json;

/// Parses JSON; refuses repeated keys and nesting above 2,000 levels. `Json` is SortedJson or
/// OrderedJson.
/// @throws ParseError with line and column.
template <class Json>
[[nodiscard]] Json parse_json(std::string_view text, const std::string& file);

/// Refers to a value of a document, which must outlive it.
template <class Json>
class BasicJsonField
{
public:
    BasicJsonField(const Json& value, std::string file, std::string path)
      : m_value(&value), m_file(std::move(file)), m_path(std::move(path))
    {}

    /// @throws ParseError always.
    [[noreturn]] void fail(std::string_view problem) const;

    [[nodiscard]] const Json& json() const { return *m_value; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const std::string& path() const { return m_path; }

    /// The member of an object, if present; `null` counts as absent.
    [[nodiscard]] std::optional<BasicJsonField> find(const std::string& key) const;
    /// The member of an object. @throws ParseError when it is missing.
    [[nodiscard]] BasicJsonField at(const std::string& key) const;
    /// The element of an array. Precondition: index < size().
    [[nodiscard]] BasicJsonField at(std::size_t index) const;
    [[nodiscard]] std::size_t size() const { return m_value->size(); }

    /// All elements of an array. @throws ParseError when it is not an array.
    [[nodiscard]] std::vector<BasicJsonField> items() const;
    /// All members of an object, including `null` ones. @throws ParseError when it is not an
    /// object.
    [[nodiscard]] std::vector<std::pair<std::string, BasicJsonField>> members() const;

    [[nodiscard]] bool is_object() const { return m_value->is_object(); }
    [[nodiscard]] bool is_string() const { return m_value->is_string(); }

    /// The value as that type. @throws ParseError when it has another type.
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] const BasicJsonField& as_object() const;
    [[nodiscard]] const BasicJsonField& as_array() const;
    /// A number; NaN for `null`. @throws ParseError for anything else.
    [[nodiscard]] double number_or_null() const;

    /// The member as a number; NaN for `null`. @throws ParseError for anything else, and when it is
    /// missing.
    [[nodiscard]] double number_or_null(const std::string& key) const;
    /// The member as a text, empty when absent or of another type.
    [[nodiscard]] std::string text_or_empty(const std::string& key) const;

private:
    [[noreturn]] void fail_type(std::string_view expected) const;
    [[nodiscard]] std::string path_to(const std::string& key) const;
    [[nodiscard]] std::string path_to(std::size_t index) const;

    const Json* m_value;
    std::string m_file;
    std::string m_path;
};

using JsonField = BasicJsonField<SortedJson>;
using OrderedJsonField = BasicJsonField<OrderedJson>;

extern template class BasicJsonField<SortedJson>;
extern template class BasicJsonField<OrderedJson>;

}  // namespace sbst
