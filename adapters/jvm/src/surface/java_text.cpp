// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/surface/java_text.hpp>

#include <array>
#include <cstddef>

namespace sbst::jvm
{
namespace
{
constexpr char32_t first_surrogate = 0xD800;
constexpr char32_t first_low_surrogate = 0xDC00;
constexpr char32_t after_surrogates = 0xE000;
constexpr char32_t first_supplementary = 0x10000;
constexpr char32_t after_last = 0x110000;
constexpr unsigned surrogate_bits = 10;
constexpr unsigned continuation_bits = 6;
constexpr unsigned continuation_mask = 0x3F;

struct Sequence
{
    std::size_t length = 0;
    char32_t character = 0;
};

unsigned byte_at(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

/// How many bytes follow the first one, and the bits that it contributes; no length: it is none.
Sequence first_byte(unsigned byte)
{
    if (byte < 0x80U)
        return {1, byte};
    if (byte >= 0xC2U && byte < 0xE0U)
        return {2, byte & 0x1FU};
    if (byte >= 0xE0U && byte < 0xF0U)
        return {3, byte & 0x0FU};
    if (byte >= 0xF0U && byte < 0xF5U)
        return {4, byte & 0x07U};
    return {};
}

/// The well-formed sequence at the start, of length 0 when there is none.
Sequence read_sequence(std::string_view text)
{
    constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, first_supplementary};
    Sequence sequence = first_byte(byte_at(text, 0));
    if (sequence.length > text.size())
        return {};
    for (std::size_t i = 1; i < sequence.length; ++i)
    {
        const unsigned byte = byte_at(text, i);
        if (byte >> continuation_bits != 2U)
            return {};
        sequence.character = sequence.character << continuation_bits | (byte & continuation_mask);
    }
    const char32_t character = sequence.character;
    const bool is_surrogate = character >= first_surrogate && character < after_surrogates;
    const bool is_well_formed = sequence.length > 0 && character >= least[sequence.length] &&
                                character < after_last && !is_surrogate;
    return is_well_formed ? sequence : Sequence{};
}

void append_utf8(std::string& text, char32_t character)
{
    const auto put = [&text](char32_t byte) { text += static_cast<char>(byte); };
    const auto continuation = [](char32_t bits) { return 0x80U | (bits & continuation_mask); };
    if (character < 0x80U)
    {
        put(character);
    }
    else if (character < 0x800U)
    {
        put(0xC0U | character >> 6U);
        put(continuation(character));
    }
    else if (character < first_supplementary)
    {
        put(0xE0U | character >> 12U);
        put(continuation(character >> 6U));
        put(continuation(character));
    }
    else
    {
        put(0xF0U | character >> 18U);
        put(continuation(character >> 12U));
        put(continuation(character >> 6U));
        put(continuation(character));
    }
}
}  // namespace

std::u16string to_utf16(std::string_view text)
{
    std::u16string units;
    units.reserve(text.size());
    while (!text.empty())
    {
        const Sequence sequence = read_sequence(text);
        if (sequence.length == 0)
        {
            units += static_cast<char16_t>(byte_at(text, 0));
        }
        else if (sequence.character < first_supplementary)
        {
            units += static_cast<char16_t>(sequence.character);
        }
        else
        {
            const char32_t bits = sequence.character - first_supplementary;
            units += static_cast<char16_t>(first_surrogate + (bits >> surrogate_bits));
            units += static_cast<char16_t>(first_low_surrogate + (bits & 0x3FFU));
        }
        text.remove_prefix(sequence.length == 0 ? 1 : sequence.length);
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
