// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/jvm/language/java_text.hpp>

#include <cstddef>
#include <optional>

namespace sbst::jvm
{

namespace
{

constexpr char32_t first_surrogate = 0xD800;
constexpr char32_t first_low_surrogate = 0xDC00;
constexpr char32_t after_surrogates = 0xE000;
constexpr char32_t first_supplementary = 0x10000;
constexpr unsigned surrogate_bits = 10;
/// A surrogate in three bytes, as UTF-8 would have it: 1110_1101 101x_xxxx 10xx_xxxx.
constexpr std::size_t surrogate_bytes = 3;

bool is_between(char32_t unit, char32_t from, char32_t to)
{
    return unit >= from && unit < to;
}

std::optional<char16_t> first_surrogate_of(std::string_view text)
{
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.size() < surrogate_bytes || byte(0) != 0xEDU || (byte(1) & 0xE0U) != 0xA0U ||
        (byte(2) & 0xC0U) != 0x80U)
    {
        return std::nullopt;
    }
    return static_cast<char16_t>(0xD000U | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU));
}

/// @param of_surrogate appends an unpaired one to the result
template <class OfSurrogate>
std::string to_bytes(std::u16string_view text, const OfSurrogate& of_surrogate)
{
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
            of_surrogate(result, text[i]);
            continue;
        }
        append_utf8(result, character);
    }
    return result;
}

}  // namespace

std::u16string to_utf16(std::string_view text)
{
    std::u16string units;
    units.reserve(text.size());
    while (!text.empty())
    {
        if (const auto surrogate = first_surrogate_of(text))
        {
            units += *surrogate;
            text.remove_prefix(surrogate_bytes);
            continue;
        }
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
    return to_bytes(text, [](std::string& result, char16_t) { result += '?'; });
}

std::string to_value_text(std::u16string_view text)
{
    return to_bytes(text, [](std::string& result, char16_t surrogate) {
        result += static_cast<char>(0xEDU);
        result += static_cast<char>(0x80U | ((surrogate >> 6U) & 0x3FU));
        result += static_cast<char>(0x80U | (surrogate & 0x3FU));
    });
}

}  // namespace sbst::jvm
