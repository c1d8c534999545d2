// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>

namespace sbst
{

namespace
{

/// For a leading byte: the number of following bytes, the least code point that needs them, and the
/// bits of its own.
struct Sequence
{
    std::size_t followers = 0;
    std::uint32_t least = 0;
    std::uint32_t bits = 0;
};

Sequence sequence_of(std::uint32_t lead)
{
    if ((lead & 0xe0U) == 0xc0U)
    {
        return {1, 0x80, lead & 0x1fU};
    }
    if ((lead & 0xf0U) == 0xe0U)
    {
        return {2, 0x800, lead & 0x0fU};
    }
    if ((lead & 0xf8U) == 0xf0U)
    {
        return {3, 0x10000, lead & 0x07U};
    }
    return {};
}

}  // namespace

CodePoint first_code_point(std::string_view text)
{
    constexpr std::uint32_t largest = 0x10ffff;
    const auto lead = static_cast<std::uint8_t>(text.front());
    if (lead < 0x80U)
    {
        return {.value = lead, .length = 1, .is_valid = true};
    }
    const Sequence sequence = sequence_of(lead);
    if (sequence.followers == 0 || text.size() <= sequence.followers)
    {
        return {};
    }
    std::uint32_t value = sequence.bits;
    for (std::size_t i = 1; i <= sequence.followers; ++i)
    {
        const auto follower = static_cast<std::uint8_t>(text[i]);
        if ((follower & 0xc0U) != 0x80U)
        {
            return {};
        }
        value = (value << 6U) | (follower & 0x3fU);
    }
    const bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < sequence.least || value > largest || is_surrogate)
    {
        return {};
    }
    return {.value = value, .length = sequence.followers + 1, .is_valid = true};
}

void append_utf8(std::string& text, std::uint32_t character)
{
    const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto continuation = [](std::uint32_t bits) { return 0x80U | (bits & 0x3FU); };
    if (character < 0x80U)
    {
        put(character);
    }
    else if (character < 0x800U)
    {
        put(0xC0U | character >> 6U);
        put(continuation(character));
    }
    else if (character < 0x10000U)
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

bool is_utf8(std::string_view text)
{
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        if (!point.is_valid)
        {
            return false;
        }
        text.remove_prefix(point.length);
    }
    return true;
}

}  // namespace sbst
