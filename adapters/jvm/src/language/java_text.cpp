// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/jvm/language/java_text.hpp>

#include <cstddef>

namespace sbst::jvm
{

namespace
{

constexpr char32_t first_surrogate = 0xD800;
constexpr char32_t first_low_surrogate = 0xDC00;
constexpr char32_t after_surrogates = 0xE000;
constexpr char32_t first_supplementary = 0x10000;
constexpr unsigned surrogate_bits = 10;

}  // namespace

std::u16string to_utf16(std::string_view text)
{
    std::u16string units;
    units.reserve(text.size());
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        if (!point.is_valid)
        {
            units += static_cast<char16_t>(static_cast<unsigned char>(text.front()));
        }
        else if (point.value < first_supplementary)
        {
            units += static_cast<char16_t>(point.value);
        }
        else
        {
            const char32_t bits = point.value - first_supplementary;
            units += static_cast<char16_t>(first_surrogate + (bits >> surrogate_bits));
            units += static_cast<char16_t>(first_low_surrogate + (bits & 0x3FFU));
        }
        text.remove_prefix(point.length);
    }
    return units;
}

std::string to_utf8(std::u16string_view text)
{
    const auto is_between = [](char32_t unit, char32_t from, char32_t to) {
        return unit >= from && unit < to;
    };
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
    {
        char32_t character = text[i];
        const bool is_pair = is_between(character, first_surrogate, first_low_surrogate) &&
                             i + 1 < text.size() &&
                             is_between(text[i + 1], first_low_surrogate, after_surrogates);
        if (is_pair)
        {
            ++i;
            character = first_supplementary + ((character - first_surrogate) << surrogate_bits) +
                        (text[i] - first_low_surrogate);
        }
        else if (is_between(character, first_surrogate, after_surrogates))
        {
            character = U'?';
        }
        append_utf8(result, character);
    }
    return result;
}

}  // namespace sbst::jvm
