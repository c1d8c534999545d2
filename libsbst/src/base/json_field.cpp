// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_field.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace sbst
{

namespace
{

constexpr int max_json_depth = 2000;

/// Line and column (from 1) of the byte at which the parser failed.
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
template <class Json>
class JsonGuard
{
public:
    explicit JsonGuard(const std::string& file) : m_file(file) {}

    bool operator()(int depth, typename Json::parse_event_t event, Json& parsed)
    {
        if (depth > max_json_depth)
        {
            throw ParseError(m_file, "", fmt::format("nested deeper than {}", max_json_depth));
        }
        if (event == Json::parse_event_t::object_start)
        {
            m_keys.emplace_back();
        }
        else if (event == Json::parse_event_t::object_end)
        {
            m_keys.pop_back();
        }
        else if (event == Json::parse_event_t::key)
        {
            check_key(parsed.template get_ref<const std::string&>());
        }
        return true;
    }

private:
    void check_key(const std::string& key)
    {
        if (!m_keys.back().insert(key).second)
        {
            throw ParseError(m_file, "", fmt::format("the key '{}' appears twice", key));
        }
    }

    const std::string& m_file;
    std::vector<std::set<std::string>> m_keys;
};

/// The library's message, without its prefix and place.
std::string reason_of(const nlohmann::detail::exception& error)
{
    const std::string_view what = error.what();
    const std::size_t place = what.find("column ");
    const std::size_t begin = what.find(": ", place == std::string_view::npos ? 0 : place);
    std::string reason(begin == std::string_view::npos ? what : what.substr(begin + 2));
    // The message quotes the last token, which may be the whole file.
    constexpr std::size_t most = 200;
    if (reason.size() > most)
    {
        reason.resize(most);
        reason += "...";
    }
    return reason;
}

}  // namespace

template <class Json>
Json parse_json(std::string_view text, const std::string& file)
{
    try
    {
        JsonGuard<Json> guard(file);
        return Json::parse(text.begin(), text.end(), std::ref(guard));
    }
    catch (const typename Json::parse_error& error)
    {
        throw ParseError(file, place_of(text, error.byte == 0 ? 0 : error.byte - 1),
            "no JSON: " + reason_of(error));
    }
    catch (const typename Json::exception& error)
    {
        throw ParseError(file, "", "no JSON: " + reason_of(error));
    }
}

template SortedJson parse_json<SortedJson>(std::string_view, const std::string&);
template OrderedJson parse_json<OrderedJson>(std::string_view, const std::string&);

template <class Json>
void BasicJsonField<Json>::fail(std::string_view problem) const
{
    throw ParseError(m_file, m_path, std::string(problem));
}

template <class Json>
void BasicJsonField<Json>::fail_type(std::string_view expected) const
{
    fail(fmt::format("{} expected, {} found", expected,
        m_value->is_number() ? m_value->dump() : std::string(m_value->type_name())));
}

template <class Json>
std::string BasicJsonField<Json>::path_to(const std::string& key) const
{
    return m_path.empty() ? key : fmt::format("{}.{}", m_path, key);
}

template <class Json>
std::string BasicJsonField<Json>::path_to(std::size_t index) const
{
    return fmt::format("{}[{}]", m_path, index);
}

template <class Json>
std::optional<BasicJsonField<Json>> BasicJsonField<Json>::find(const std::string& key) const
{
    if (!m_value->is_object())
    {
        return std::nullopt;
    }
    const auto found = m_value->find(key);
    if (found == m_value->end() || found->is_null())
    {
        return std::nullopt;
    }
    return BasicJsonField(*found, m_file, path_to(key));
}

template <class Json>
BasicJsonField<Json> BasicJsonField<Json>::at(const std::string& key) const
{
    std::optional<BasicJsonField> member = as_object().find(key);
    if (!member)
    {
        throw ParseError(m_file, path_to(key), "the field is missing");
    }
    return *std::move(member);
}

template <class Json>
BasicJsonField<Json> BasicJsonField<Json>::at(std::size_t index) const
{
    return {(*m_value)[index], m_file, path_to(index)};
}

template <class Json>
std::vector<BasicJsonField<Json>> BasicJsonField<Json>::items() const
{
    std::vector<BasicJsonField> all;
    all.reserve(as_array().size());
    for (const Json& item : *m_value)
    {
        all.emplace_back(item, m_file, path_to(all.size()));
    }
    return all;
}

template <class Json>
std::vector<std::pair<std::string, BasicJsonField<Json>>> BasicJsonField<Json>::members() const
{
    std::vector<std::pair<std::string, BasicJsonField>> all;
    all.reserve(as_object().size());
    for (const auto& [key, value] : m_value->items())
    {
        all.emplace_back(key, BasicJsonField(value, m_file, path_to(key)));
    }
    return all;
}

template <class Json>
const std::string& BasicJsonField<Json>::text() const
{
    if (!m_value->is_string())
    {
        fail_type("a string");
    }
    return m_value->template get_ref<const std::string&>();
}

template <class Json>
bool BasicJsonField<Json>::boolean() const
{
    if (!m_value->is_boolean())
    {
        fail_type("true or false");
    }
    return m_value->template get<bool>();
}

template <class Json>
std::uint64_t BasicJsonField<Json>::count() const
{
    if (!m_value->is_number_unsigned())
    {
        fail_type("a number from 0");
    }
    return m_value->template get<std::uint64_t>();
}

template <class Json>
const BasicJsonField<Json>& BasicJsonField<Json>::as_object() const
{
    if (!m_value->is_object())
    {
        fail_type("an object");
    }
    return *this;
}

template <class Json>
const BasicJsonField<Json>& BasicJsonField<Json>::as_array() const
{
    if (!m_value->is_array())
    {
        fail_type("an array");
    }
    return *this;
}

template <class Json>
double BasicJsonField<Json>::number_or_null() const
{
    if (m_value->is_null())
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (!m_value->is_number())
    {
        fail_type("a number or null");
    }
    return m_value->template get<double>();
}

template <class Json>
double BasicJsonField<Json>::number_or_null(const std::string& key) const
{
    const auto found = as_object().json().find(key);
    if (found == m_value->end())
    {
        throw ParseError(m_file, path_to(key), "the field is missing");
    }
    return BasicJsonField(*found, m_file, path_to(key)).number_or_null();
}

template <class Json>
std::string BasicJsonField<Json>::text_or_empty(const std::string& key) const
{
    const std::optional<BasicJsonField> member = find(key);
    return member && member->is_string() ? member->text() : std::string();
}

template class BasicJsonField<SortedJson>;
template class BasicJsonField<OrderedJson>;

}  // namespace sbst
