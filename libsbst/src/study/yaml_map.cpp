// SPDX-License-Identifier: Apache-2.0
#include "yaml_map.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/base/utf8.hpp>
#include <sbst/base/yaml_document.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace sbst::study
{

namespace
{

/// Far more than any study needs; a text that refers to itself ends here.
constexpr std::size_t most_depth = 16;
constexpr std::size_t most_values = 100'000;

/// Reads a whole text as a number; nothing when a part of it is not a number.
template <class Number>
std::optional<Number> parse_number(const std::string& text)
{
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? std::optional<Number>(value) : std::nullopt;
}

std::string place_in(const std::string& file, const YAML::Mark& mark)
{
    return mark.is_null() ? file : fmt::format("{}:{}", file, mark.line + 1);
}

}  // namespace

void YamlValue::fail(const std::string& problem) const
{
    throw ConfigError(fmt::format("{}: {}: {}", m_place, m_name, problem));
}

std::string YamlValue::found() const
{
    return m_node.IsScalar()   ? fmt::format("'{}'", m_node.Scalar()) :
           m_node.IsSequence() ? "a list" :
           m_node.IsMap()      ? "keys and values" :
                                 "nothing";
}

void YamlValue::fail_expected(const std::string& expected) const
{
    fail(fmt::format("found {}, expected {}", found(), expected));
}

std::string YamlValue::place_of(const YAML::Node& node) const
{
    return node.Mark().is_null() ? m_place : place_in(m_file->name, node.Mark());
}

YamlValue YamlValue::child(
    const YAML::Node& node, const std::string& name, const std::string& place) const
{
    if (m_depth == most_depth)
    {
        fail(fmt::format("lies more than {} levels deep", most_depth));
    }
    if (++m_file->values > most_values)
    {
        fail(fmt::format("is one of more than {} values, with what aliases repeat", most_values));
    }
    return {node, m_file, name, place, m_depth + 1};
}

std::string YamlValue::text() const
{
    if (!m_node.IsScalar())
    {
        fail_expected("one value");
    }
    return m_node.Scalar();
}

std::uint64_t YamlValue::whole(std::uint64_t least, std::uint64_t most) const
{
    const auto value =
        m_node.IsScalar() ? parse_number<std::uint64_t>(m_node.Scalar()) : std::nullopt;
    if (!value || *value < least || *value > most)
    {
        fail_expected(fmt::format("a whole number from {} to {}", least, most));
    }
    return *value;
}

double YamlValue::number(double least, double most) const
{
    const auto value = m_node.IsScalar() ? parse_number<double>(m_node.Scalar()) : std::nullopt;
    if (!value || !(*value >= least && *value <= most))
    {
        fail_expected(fmt::format("a number from {} to {}", least, most));
    }
    return *value;
}

std::size_t YamlValue::word(const std::vector<std::string_view>& words) const
{
    const auto found =
        m_node.IsScalar() ? std::find(words.begin(), words.end(), m_node.Scalar()) : words.end();
    if (found == words.end())
    {
        fail_expected(fmt::format("one of {}{}", fmt::join(words, ", "),
            suggestion(m_node.IsScalar() ? m_node.Scalar() : std::string(), words)));
    }
    return static_cast<std::size_t>(found - words.begin());
}

std::vector<YamlValue> YamlValue::items() const
{
    std::vector<YamlValue> result;
    if (m_node.IsSequence())
    {
        for (const YAML::Node& item : m_node)
        {
            result.push_back(child(item, m_name, place_of(item)));
        }
    }
    else if (!m_node.IsNull())
    {
        result.push_back(*this);
    }
    return result;
}

std::vector<std::string> YamlValue::texts() const
{
    std::vector<std::string> result;
    for (const YamlValue& item : items())
    {
        result.push_back(item.text());
    }
    return result;
}

std::vector<YamlValue> YamlValue::entries() const
{
    if (!m_node.IsMap())
    {
        fail_expected("keys and values");
    }
    std::vector<YamlValue> result;
    std::set<std::string> keys;
    for (const auto& entry : m_node)
    {
        if (!entry.first.IsScalar())
        {
            fail("found a key that is not a word");
        }
        const std::string& key = entry.first.Scalar();
        const YamlValue value = child(entry.second, key, place_of(entry.first));
        if (!keys.insert(key).second)
        {
            value.fail("is given twice");
        }
        result.push_back(value);
    }
    return result;
}

void YamlValue::read_map(const std::vector<Reader>& readers) const
{
    for (const YamlValue& value : entries())
    {
        const auto reader = std::find_if(readers.begin(), readers.end(),
            [&value](const Reader& known) { return known.key == value.name(); });
        if (reader == readers.end())
        {
            std::vector<std::string_view> keys;
            keys.reserve(readers.size());
            for (const Reader& known : readers)
            {
                keys.push_back(known.key);
            }
            throw ConfigError(
                fmt::format("{}: unknown key '{}', expected one of {}{}", value.place(),
                    value.name(), fmt::join(keys, ", "), suggestion(value.name(), keys)));
        }
        reader->read(value);
    }
}

YamlValue read_yaml(const std::string& text, const std::string& file)
{
    if (text.find('\0') != std::string::npos)
    {
        throw ConfigError(fmt::format("{}: holds a byte 0; expected text in UTF-8", file));
    }
    if (!is_utf8(text))
    {
        throw ConfigError(fmt::format("{}: is not UTF-8; expected text in UTF-8", file));
    }
    try
    {
        const YamlDocument document = load_yaml(text);
        if (document.second || !document.root.IsMap())
        {
            throw ConfigError(fmt::format(
                "{}: expected one document of keys and values such as 'name: my-study'", file));
        }
        return {document.root, std::make_shared<YamlValue::File>(YamlValue::File{file}), "study",
            place_in(file, document.root.Mark())};
    }
    catch (const YAML::Exception& error)
    {
        throw ConfigError(
            fmt::format("{}: no valid YAML: {}", place_in(file, error.mark), error.msg));
    }
}

}  // namespace sbst::study
