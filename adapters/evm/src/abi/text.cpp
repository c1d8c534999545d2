// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/abi/revert.hpp>
#include <sbst/evm/base/address.hpp>

#include <fmt/format.h>

#include <array>

namespace sbst::evm
{

namespace
{

constexpr std::size_t max_text_bytes = 256;

struct Utf8Range
{
    unsigned first_low;
    unsigned first_high;
    unsigned second_low;
    unsigned second_high;
    std::size_t length;
};

/// Well-formed UTF-8. Source: The Unicode Standard 15, table 3-7.
constexpr std::array<Utf8Range, 8> utf8_ranges{
    {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}}};

unsigned byte_at(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

/// Bytes of the character at `at` when it is well formed and beyond ASCII, otherwise 0.
std::size_t utf8_length(std::string_view text, std::size_t at)
{
    for (const Utf8Range& range : utf8_ranges)
    {
        const unsigned first = byte_at(text, at);
        if (first < range.first_low || first > range.first_high)
        {
            continue;
        }
        if (range.length > text.size() - at)
        {
            return 0;
        }
        const unsigned second = byte_at(text, at + 1);
        if (second < range.second_low || second > range.second_high)
        {
            return 0;
        }
        for (std::size_t i = 2; i < range.length; ++i)
        {
            if ((byte_at(text, at + i) & 0xc0U) != 0x80U)
            {
                return 0;
            }
        }
        return range.length;
    }
    return 0;
}

std::string signed_decimal(const U256& word)
{
    return is_negative(word) ? "-" + (-word).to_decimal() : word.to_decimal();
}

std::string bytes_text(std::string_view text)
{
    const Bytes bytes(text.begin(), text.end());
    if (bytes.size() <= max_text_bytes)
    {
        return to_hex(bytes);
    }
    return to_hex(BytesView(bytes).first(max_text_bytes)) + "...";
}

std::string list_text(const AbiType& type, const Value& value, const AddressNamer& name_address)
{
    const bool is_tuple = type.kind() == AbiKind::tuple;
    std::string text(1, is_tuple ? '(' : '[');
    for (std::size_t i = 0; i < value.list().size(); ++i)
    {
        if (i > 0)
        {
            text += ", ";
        }
        text += to_text(type.members()[is_tuple ? i : 0], value.list()[i], name_address);
    }
    return text + (is_tuple ? ')' : ']');
}

}  // namespace

std::string quote(std::string_view text)
{
    std::string quoted = "\"";
    for (std::size_t i = 0; i < text.size();)
    {
        const char c = text[i];
        const std::size_t length = utf8_length(text, i);
        if (length > 0)
        {
            quoted += text.substr(i, length);
        }
        else if (c == '"' || c == '\\')
        {
            quoted += fmt::format("\\{}", c);
        }
        else if (c == '\n')
        {
            quoted += "\\n";
        }
        else if (c < ' ' || c > '~')
        {
            quoted += fmt::format("\\x{:02x}", byte_at(text, i));
        }
        else
        {
            quoted += c;
        }
        i += std::max<std::size_t>(length, 1);
    }
    return quoted + '"';
}

std::string to_text(const AbiType& type, const Value& value, const AddressNamer& name_address)
{
    switch (type.kind())
    {
        case AbiKind::unsigned_integer:
            return value.word().to_decimal();
        case AbiKind::signed_integer:
            return signed_decimal(value.word());
        case AbiKind::address:
            return name_address ? name_address(value.word()) :
                                  Address::from_word(value.word()).to_checksum_hex();
        case AbiKind::boolean:
            return is_zero(value.word()) ? "false" : "true";
        case AbiKind::fixed_bytes:
        case AbiKind::bytes:
        case AbiKind::function:
            return bytes_text(value.text());
        case AbiKind::string:
            if (value.text().size() <= max_text_bytes)
            {
                return quote(value.text());
            }
            return quote(std::string_view(value.text()).substr(0, max_text_bytes)) + "...";
        case AbiKind::array:
        case AbiKind::fixed_array:
        case AbiKind::tuple:
            break;
    }
    return list_text(type, value, name_address);
}

}  // namespace sbst::evm
