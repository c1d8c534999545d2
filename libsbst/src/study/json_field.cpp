// SPDX-License-Identifier: Apache-2.0
#include "json_field.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <limits>

namespace sbst::study
{
OrderedJson parse_json(const std::string& text, const std::string& file)
{
    // The library parses recursively: what nests deeper is none of ours.
    constexpr int most_levels = 64;
    bool is_too_deep = false;
    const auto watch = [&is_too_deep](int depth, OrderedJson::parse_event_t, OrderedJson&) {
        is_too_deep = is_too_deep || depth > most_levels;
        return true;
    };
    try
    {
        OrderedJson json = OrderedJson::parse(text, watch);
        if (!is_too_deep)
        {
            return json;
        }
    }
    catch (const OrderedJson::exception& error)
    {
        throw ParseError(file, "", fmt::format("no valid JSON: {}", error.what()));
    }
    throw ParseError(file, "", fmt::format("nests deeper than {} levels", most_levels));
}

void JsonField::fail(const std::string& problem) const
{
    throw ParseError(m_file, m_place, problem);
}

bool JsonField::has(const std::string& key) const
{
    return m_json->is_object() && m_json->contains(key);
}

JsonField JsonField::operator[](const std::string& key) const
{
    const std::string place = m_place.empty() ? key : fmt::format("{}.{}", m_place, key);
    if (!has(key))
    {
        throw ParseError(m_file, place, "is missing");
    }
    return {m_json->at(key), m_file, place};
}

std::vector<JsonField> JsonField::items() const
{
    if (!m_json->is_array())
    {
        fail("expected a list");
    }
    std::vector<JsonField> result;
    for (const OrderedJson& item : *m_json)
    {
        result.emplace_back(item, m_file, fmt::format("{}[{}]", m_place, result.size()));
    }
    return result;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const
{
    if (!m_json->is_object())
    {
        fail("expected an object");
    }
    std::vector<std::pair<std::string, JsonField>> result;
    for (const auto& [key, value] : m_json->items())
    {
        result.emplace_back(key, JsonField(value, m_file, fmt::format("{}.{}", m_place, key)));
    }
    return result;
}

std::string JsonField::text() const
{
    if (!m_json->is_string())
    {
        fail("expected a string");
    }
    return m_json->get<std::string>();
}

std::uint64_t JsonField::whole() const
{
    if (!m_json->is_number_unsigned())
    {
        fail("expected a whole number, 0 or more");
    }
    return m_json->get<std::uint64_t>();
}

bool JsonField::boolean() const
{
    if (!m_json->is_boolean())
    {
        fail("expected true or false");
    }
    return m_json->get<bool>();
}

double JsonField::number_or_null() const
{
    if (m_json->is_null())
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (!m_json->is_number())
    {
        fail("expected a number or null");
    }
    return m_json->get<double>();
}
}  // namespace sbst::study
