// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/base/bytes.hpp>

namespace sbst::evm
{

namespace
{

/// Returns the value of a digit, or 16 for anything else.
unsigned digit_value(char c) noexcept
{
    if (c >= '0' && c <= '9')
    {
        return static_cast<unsigned>(c - '0');
    }
    if (c >= 'a' && c <= 'f')
    {
        return static_cast<unsigned>(c - 'a') + 10;
    }
    if (c >= 'A' && c <= 'F')
    {
        return static_cast<unsigned>(c - 'A') + 10;
    }
    return 16;
}

}  // namespace

std::string to_hex(BytesView bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "0x";
    text.reserve(2 + (2 * bytes.size()));
    for (const std::uint8_t byte : bytes)
    {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

std::optional<Bytes> parse_hex(std::string_view text)
{
    if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    {
        text.remove_prefix(2);
    }
    if (text.size() % 2 != 0)
    {
        return std::nullopt;
    }
    Bytes bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2)
    {
        const unsigned high = digit_value(text[i]);
        const unsigned low = digit_value(text[i + 1]);
        if (high > 15 || low > 15)
        {
            return std::nullopt;
        }
        bytes.push_back(static_cast<std::uint8_t>((high << 4U) | low));
    }
    return bytes;
}

}  // namespace sbst::evm
