// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/json_text.hpp>
#include <sbst/base/utf8.hpp>
#include <sbst/base/visible_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sbst
{

namespace
{

constexpr std::size_t line_width = 100;

/// Names of a subject can be any bytes: bytes that are not UTF-8 are replaced, never an error.
std::string plain_text(const OrderedJson& json)
{
    return json_escaped(json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
}

/// JSON cannot express numbers that are not finite: they become null.
std::string scalar_text(const OrderedJson& json)
{
    const bool is_finite = json.is_number_float() && std::isfinite(json.get<double>());
    return is_finite ? fmt::format("{}", json.get<double>()) : plain_text(json);
}

/// Everything on one line; stops early, with a text that is too long, when it exceeds `room`.
std::string inline_text(const OrderedJson& json, std::size_t room)
{
    if (!json.is_structured())
    {
        return scalar_text(json);
    }
    std::string text(1, json.is_object() ? '{' : '[');
    for (const auto& item : json.items())
    {
        text += text.size() > 1 ? ", " : "";
        if (json.is_object())
        {
            text += plain_text(item.key()) + ": ";
        }
        text += inline_text(item.value(), room);
        if (text.size() > room)
        {
            return text;
        }
    }
    return text + (json.is_object() ? '}' : ']');
}

void append(std::string& text, const OrderedJson& json, std::size_t indent, std::size_t used)
{
    const std::size_t room = used < line_width ? line_width - used : 0;
    const std::string on_one_line = inline_text(json, room);
    if (!json.is_structured() || on_one_line.size() <= room)
    {
        text += on_one_line;
        return;
    }
    constexpr std::size_t step = 2;
    const std::string margin(indent + step, ' ');
    bool is_first = true;
    text += json.is_object() ? "{" : "[";
    for (const auto& item : json.items())
    {
        text += (is_first ? "\n" : ",\n") + margin;
        is_first = false;
        const std::string key = json.is_object() ? plain_text(item.key()) + ": " : std::string();
        text += key;
        append(text, item.value(), indent + step, indent + step + key.size() + 1);
    }
    text += '\n' + std::string(indent, ' ') + (json.is_object() ? '}' : ']');
}

}  // namespace

std::string json_escaped(std::string_view json)
{
    constexpr std::uint32_t first_of_two = 0x10000;
    std::string text;
    text.reserve(json.size());
    while (!json.empty())
    {
        const CodePoint point = first_code_point(json);
        // Line ends are layout: inside strings the library has escaped them.
        if (!is_unsafe(point.value) || point.value == '\n')
        {
            text += json.substr(0, point.length);
        }
        else if (point.value < first_of_two)
        {
            text += fmt::format("\\u{:04x}", point.value);
        }
        else
        {
            const std::uint32_t rest = point.value - first_of_two;
            text +=
                fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10U), 0xdc00 + (rest & 0x3ffU));
        }
        json.remove_prefix(point.length);
    }
    return text;
}

std::string to_json_text(const OrderedJson& json)
{
    std::string text;
    append(text, json, 0, 0);
    return text + '\n';
}

}  // namespace sbst
