// SPDX-License-Identifier: Apache-2.0
#include "short_names.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace sbst::jvm
{

std::string character_text(std::int64_t character)
{
    constexpr std::array<std::pair<char, std::string_view>, 8> escapes{
        {{'\n', "\\n"}, {'\t', "\\t"}, {'\r', "\\r"}, {'\f', "\\f"}, {'\b', "\\b"}, {'\0', "\\0"},
            {'\'', "\\'"}, {'\\', "\\\\"}}};
    const auto* const escape = std::find_if(escapes.begin(), escapes.end(),
        [character](const auto& one) { return one.first == character; });
    if (escape != escapes.end())
    {
        return fmt::format("'{}'", escape->second);
    }
    const bool is_plain = character >= ' ' && character < 0x7f;
    return is_plain ? fmt::format("'{}'", static_cast<char>(character)) :
                      fmt::format("'\\u{:04x}'", character);
}

std::string_view name_without_package(std::string_view internal_name)
{
    return internal_name.substr(internal_name.rfind('/') + 1);
}

std::string short_type(std::string_view descriptor)
{
    const std::size_t dimensions = std::min(descriptor.find_first_not_of('['), descriptor.size());
    std::string_view element = descriptor.substr(dimensions);
    constexpr std::array<std::pair<char, std::string_view>, 9> names{
        {{'B', "byte"}, {'C', "char"}, {'D', "double"}, {'F', "float"}, {'I', "int"}, {'J', "long"},
            {'S', "short"}, {'Z', "boolean"}, {'V', "void"}}};
    const auto* const primitive = std::find_if(names.begin(), names.end(),
        [&](const auto& name) { return element.starts_with(name.first); });
    std::string text;
    if (primitive != names.end())
    {
        text = primitive->second;
    }
    else
    {
        element.remove_prefix(1);
        element.remove_suffix(1);
        text = name_without_package(element);
    }
    for (std::size_t i = 0; i < dimensions; ++i)
    {
        text += "[]";
    }
    return text;
}

std::string short_parameters(std::string_view descriptor)
{
    std::vector<std::string> names;
    if (const auto types = parse_method_descriptor(descriptor))
    {
        std::transform(types->parameters.begin(), types->parameters.end(),
            std::back_inserter(names), [](const std::string& type) { return short_type(type); });
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace sbst::jvm
