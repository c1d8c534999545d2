// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstddef>

namespace sbst::jvm
{

namespace
{

// JVMS 4.3.2: an array has at most 255 dimensions.
constexpr std::size_t max_dimensions = 255;

/// Length of the field descriptor at the start of `text`; 0 when there is none.
std::size_t descriptor_length(std::string_view text)
{
    const std::size_t dimensions = std::min(text.find_first_not_of('['), text.size());
    if (dimensions > max_dimensions || dimensions == text.size())
    {
        return 0;
    }
    const char first = text[dimensions];
    if (std::string_view("BCDFIJSZ").find(first) != std::string_view::npos)
    {
        return dimensions + 1;
    }
    const std::size_t end = text.find(';', dimensions);
    const bool is_class = first == 'L' && end != std::string_view::npos && end > dimensions + 1;
    return is_class ? end + 1 : 0;
}

std::string with_replaced(std::string_view text, char from, char to)
{
    std::string result(text);
    std::replace(result.begin(), result.end(), from, to);
    return result;
}

}  // namespace

std::optional<MethodDescriptor> parse_method_descriptor(std::string_view descriptor)
{
    MethodDescriptor parsed;
    std::string_view rest = descriptor;
    if (!rest.starts_with('('))
    {
        return std::nullopt;
    }
    rest.remove_prefix(1);
    while (!rest.starts_with(')'))
    {
        const std::size_t length = descriptor_length(rest);
        if (length == 0)
        {
            return std::nullopt;
        }
        parsed.parameters.emplace_back(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    rest.remove_prefix(1);
    if (rest != "V" && !is_field_descriptor(rest))
    {
        return std::nullopt;
    }
    parsed.result = rest;
    return parsed;
}

bool is_field_descriptor(std::string_view text)
{
    return !text.empty() && descriptor_length(text) == text.size();
}

std::string binary_name(std::string_view internal_name)
{
    return with_replaced(internal_name, '/', '.');
}

std::string internal_name(std::string_view binary_name)
{
    return with_replaced(binary_name, '.', '/');
}

}  // namespace sbst::jvm
