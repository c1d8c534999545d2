// SPDX-License-Identifier: Apache-2.0
#include "result_text.hpp"

#include <sbst/jvm/language/java_text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace sbst::jvm::detail
{

namespace
{

std::string escaped(const std::u16string& text, char quotation_mark)
{
    std::string escaped;
    for (const char byte : to_utf8(text))
    {
        if (byte == '\n')
        {
            escaped += "\\n";
            continue;
        }
        escaped += byte == quotation_mark || byte == '\\' ? "\\" : "";
        escaped += byte;
    }
    return escaped;
}

std::string real_text(double number)
{
    return std::isnan(number) ? "NaN" :
           std::isinf(number) ? (number < 0 ? "-Infinity" : "Infinity") :
                                fmt::format("{}", number);
}

std::string elements_text(const JavaResult& array)
{
    std::string text;
    for (const JavaResult& element : array.elements)
    {
        text += text.empty() ? "" : ", ";
        text += result_text(element);
    }
    return fmt::format("[{}{}]", text, array.is_truncated ? "..." : "");
}

}  // namespace

std::string quoted_text(const std::u16string& text)
{
    return fmt::format("\"{}\"", escaped(text, '"'));
}

std::string result_text(const JavaResult& result)
{
    switch (result.kind)
    {
        case JavaResultKind::nothing:
            return {};
        case JavaResultKind::null:
            return "null";
        case JavaResultKind::boolean:
            return result.bits != 0 ? "true" : "false";
        case JavaResultKind::character:
            return fmt::format(
                "'{}'", escaped(std::u16string(1, static_cast<char16_t>(result.bits)), '\''));
        case JavaResultKind::single_float:
            return real_text(static_cast<double>(to_float(result)));
        case JavaResultKind::double_float:
            return real_text(to_double(result));
        case JavaResultKind::string:
            return quoted_text(result.text) + (result.is_truncated ? "..." : "");
        case JavaResultKind::enumeration:
            return fmt::format("{}.{}",
                result.class_name.substr(result.class_name.find_last_of(".$") + 1),
                result.constant);
        case JavaResultKind::array:
            return elements_text(result);
        case JavaResultKind::object:
            if (result.content == JavaContentKind::optional)
            {
                return "Optional" + elements_text(result);
            }
            return result.content == JavaContentKind::none ? result.class_name :
                                                             elements_text(result);
        default:
            return std::to_string(result.bits);
    }
}

}  // namespace sbst::jvm::detail
