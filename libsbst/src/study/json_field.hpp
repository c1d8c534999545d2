// SPDX-License-Identifier: Apache-2.0
// JSON read strictly: whoever asks for a field gets it or a complaint that names file and place.
#pragma once

#include <sbst/report/report_json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sbst::study
{
/// @throws ParseError naming `file` when the text is no JSON.
[[nodiscard]] OrderedJson parse_json(const std::string& text, const std::string& file);

/// A value in a document, which outlives it.
class JsonField
{
public:
    JsonField(const OrderedJson& json, std::string file, std::string place)
      : m_json(&json), m_file(std::move(file)), m_place(std::move(place))
    {}

    /// A member. @throws ParseError when this is no object or has none of that name.
    [[nodiscard]] JsonField operator[](const std::string& key) const;
    [[nodiscard]] bool has(const std::string& key) const;
    [[nodiscard]] std::vector<JsonField> items() const;
    [[nodiscard]] std::vector<std::pair<std::string, JsonField>> members() const;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::uint64_t whole() const;
    [[nodiscard]] bool boolean() const;
    /// A number; NaN for null.
    [[nodiscard]] double number_or_null() const;

    [[noreturn]] void fail(const std::string& problem) const;

private:
    const OrderedJson* m_json;
    std::string m_file;
    std::string m_place;
};
}  // namespace sbst::study
