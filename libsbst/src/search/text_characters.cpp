// SPDX-License-Identifier: Apache-2.0
#include "text_characters.hpp"

#include <sbst/base/utf8.hpp>

namespace sbst
{

namespace
{

constexpr std::uint32_t first_printable = 32;
constexpr std::uint32_t last_printable = 126;
constexpr std::uint32_t last_byte = 255;
constexpr std::uint32_t first_surrogate = 0xD800;
constexpr std::uint32_t after_surrogates = 0xE000;
constexpr std::uint32_t surrogates = after_surrogates - first_surrogate;
constexpr std::uint32_t last_character = 0x10FFFF;

}  // namespace

std::uint32_t CodeRange::size() const
{
    return place_of(last) + 1;
}

std::uint32_t CodeRange::place_of(std::uint32_t code) const
{
    return code - first - (code >= after_surrogates ? surrogates : 0);
}

std::uint32_t CodeRange::code_at(std::uint64_t place) const
{
    const auto code = static_cast<std::uint32_t>(first + place);
    return code >= first_surrogate ? code + surrogates : code;
}

Characters Characters::of(std::string_view text, const Type& type)
{
    Characters characters;
    characters.is_unicode = type.kind == TypeKind::string && type.is_unicode;
    characters.is_binary = type.kind == TypeKind::bytes;
    while (!text.empty())
    {
        const CodePoint point = characters.is_unicode ? first_code_point(text) : CodePoint{};
        characters.codes.push_back(
            point.is_valid ? point.value : static_cast<unsigned char>(text.front()));
        text.remove_prefix(point.length);
    }
    return characters;
}

std::string Characters::text() const
{
    std::string text;
    for (const std::uint32_t code : codes)
    {
        if (is_unicode)
        {
            append_utf8(text, code);
        }
        else
        {
            text.push_back(static_cast<char>(static_cast<unsigned char>(code)));
        }
    }
    return text;
}

CodeRange Characters::range_of(std::size_t place) const
{
    const std::uint32_t code = codes[place];
    if (is_unicode)
    {
        return {0, last_character};
    }
    const bool stays = !is_binary && code >= first_printable && code <= last_printable;
    return stays ? CodeRange{first_printable, last_printable} : CodeRange{0, last_byte};
}

}  // namespace sbst
