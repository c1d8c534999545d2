// SPDX-License-Identifier: Apache-2.0
#include "json_field.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace sbst::evm::detail
{
namespace
{
constexpr int max_json_depth = 2000;

/// Line and column (from 1) of the byte that a parser stumbled over.
std::string place_of(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t last_break = before.rfind('\n');
    const std::size_t column =
        last_break == std::string_view::npos ? before.size() + 1 : before.size() - last_break;
    return fmt::format("line {}, column {}", line, column);
}

/// Watches the parser: keys of the objects being read, and depth.
class Guard
{
public:
    explicit Guard(const std::string& file) : m_file(file) {}

    bool operator()(int depth, Json::parse_event_t event, Json& parsed)
    {
        if (depth > max_json_depth)
            throw ParseError(m_file, "", fmt::format("nested deeper than {}", max_json_depth));
        if (event == Json::parse_event_t::object_start)
            m_keys.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            m_keys.pop_back();
        else if (event == Json::parse_event_t::key)
            check_key(parsed.get_ref<const std::string&>());
        return true;
    }

private:
    void check_key(const std::string& key)
    {
        if (!m_keys.back().insert(key).second)
            throw ParseError(m_file, "", fmt::format("the key '{}' is there twice", key));
    }

    const std::string& m_file;
    std::vector<std::set<std::string>> m_keys;
};

/// What the library says, without its own prefix and place.
std::string reason_of(const Json::exception& error)
{
    const std::string_view what = error.what();
    const std::size_t place = what.find("column ");
    const std::size_t begin = what.find(": ", place == std::string_view::npos ? 0 : place);
    std::string reason(begin == std::string_view::npos ? what : what.substr(begin + 2));
    // It quotes what it read last, which may be the whole file.
    constexpr std::size_t most = 200;
    if (reason.size() > most)
    {
        reason.resize(most);
        reason += "...";
    }
    return reason;
}
}  // namespace

Json parse_json(std::string_view text, const std::string& file)
{
    try
    {
        Guard guard(file);
        return Json::parse(
            text.begin(), text.end(), [&](int depth, Json::parse_event_t event, Json& parsed) {
                return guard(depth, event, parsed);
            });
    }
    catch (const Json::parse_error& error)
    {
        throw ParseError(file, place_of(text, error.byte == 0 ? 0 : error.byte - 1),
            "no JSON: " + reason_of(error));
    }
    catch (const Json::exception& error)
    {
        throw ParseError(file, "", "no JSON: " + reason_of(error));
    }
}

void JsonField::fail(std::string_view problem) const
{
    throw ParseError(m_file, m_path, std::string(problem));
}

void JsonField::fail_type(std::string_view expected) const
{
    fail(fmt::format("{} expected, {} found", expected,
        m_value->is_number() ? m_value->dump() : std::string(m_value->type_name())));
}

std::optional<JsonField> JsonField::find(const std::string& key) const
{
    if (!m_value->is_object())
        return std::nullopt;
    const auto found = m_value->find(key);
    if (found == m_value->end() || found->is_null())
        return std::nullopt;
    return JsonField(*found, m_file, m_path.empty() ? key : fmt::format("{}.{}", m_path, key));
}

JsonField JsonField::at(const std::string& key) const
{
    std::optional<JsonField> member = as_object().find(key);
    if (!member)
        throw ParseError(m_file, m_path.empty() ? key : fmt::format("{}.{}", m_path, key),
            "the field is missing");
    return *std::move(member);
}

JsonField JsonField::at(std::size_t index) const
{
    return {(*m_value)[index], m_file, fmt::format("{}[{}]", m_path, index)};
}

const std::string& JsonField::text() const
{
    if (!m_value->is_string())
        fail_type("a string");
    return m_value->get_ref<const std::string&>();
}

bool JsonField::boolean() const
{
    if (!m_value->is_boolean())
        fail_type("true or false");
    return m_value->get<bool>();
}

std::size_t JsonField::count() const
{
    if (!m_value->is_number_unsigned())
        fail_type("a number from 0");
    return m_value->get<std::size_t>();
}

const JsonField& JsonField::as_object() const
{
    if (!m_value->is_object())
        fail_type("an object");
    return *this;
}

const JsonField& JsonField::as_array() const
{
    if (!m_value->is_array())
        fail_type("an array");
    return *this;
}

std::string JsonField::text_or_empty(const std::string& key) const
{
    const std::optional<JsonField> member = find(key);
    return member && member->is_string() ? member->text() : std::string();
}
}  // namespace sbst::evm::detail
