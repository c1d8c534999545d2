// SPDX-License-Identifier: Apache-2.0
#include "modified_utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace sbst::jvm
{

namespace
{

constexpr std::uint32_t replacement = 0xfffd;

bool is_high_surrogate(std::uint32_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool is_low_surrogate(std::uint32_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

/// Reads the UTF-16 units encoded by modified UTF-8.
class UnitReader
{
public:
    explicit UnitReader(std::span<const std::byte> bytes) : m_rest(bytes) {}

    [[nodiscard]] bool is_empty() const { return m_rest.empty(); }

    /// Nothing when there is no unit here.
    std::optional<std::uint32_t> next()
    {
        const std::uint32_t first = byte(0);
        if (first >= 0x01 && first < 0x80)
        {
            return taken(1, first);
        }
        if ((first & 0xe0U) == 0xc0 && is_continuation(1))
        {
            return taken(2, (first & 0x1fU) << 6U | (byte(1) & 0x3fU));
        }
        if ((first & 0xf0U) == 0xe0 && is_continuation(1) && is_continuation(2))
        {
            return taken(3, (first & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU));
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::uint32_t byte(std::size_t index) const
    {
        return std::to_integer<std::uint32_t>(m_rest[index]);
    }
    [[nodiscard]] bool is_continuation(std::size_t index) const
    {
        return index < m_rest.size() && (byte(index) & 0xc0U) == 0x80;
    }
    std::uint32_t taken(std::size_t size, std::uint32_t unit)
    {
        m_rest = m_rest.subspan(size);
        return unit;
    }

    std::span<const std::byte> m_rest;
};

void put_character(std::string& text, std::uint32_t character)
{
    const auto put = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto put_rest = [&](unsigned shift) { put(0x80U | ((character >> shift) & 0x3fU)); };
    if (character < 0x80)
    {
        put(character);
    }
    else if (character < 0x800)
    {
        put(0xc0U | character >> 6U);
        put_rest(0);
    }
    else if (character < 0x10000)
    {
        put(0xe0U | character >> 12U);
        put_rest(6);
        put_rest(0);
    }
    else
    {
        put(0xf0U | character >> 18U);
        put_rest(12);
        put_rest(6);
        put_rest(0);
    }
}

bool is_plain(std::span<const std::byte> bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) {
        return byte != std::byte{0} && std::to_integer<unsigned>(byte) < 0x80;
    });
}

}  // namespace

std::optional<std::string> decode_modified_utf8(std::span<const std::byte> bytes)
{
    std::string text;
    text.reserve(bytes.size());
    if (is_plain(bytes))
    {
        std::transform(bytes.begin(), bytes.end(), std::back_inserter(text),
            [](std::byte byte) { return static_cast<char>(byte); });
        return text;
    }
    UnitReader reader{bytes};
    // The first half of a pair; 0 = none.
    std::uint32_t high = 0;
    const auto end_pair = [&] {
        if (high != 0)
        {
            put_character(text, replacement);
            high = 0;
        }
    };
    while (!reader.is_empty())
    {
        const std::optional<std::uint32_t> unit = reader.next();
        if (!unit)
        {
            return std::nullopt;
        }
        if (high != 0 && is_low_surrogate(*unit))
        {
            put_character(text, 0x10000 + ((high - 0xd800) << 10U) + (*unit - 0xdc00));
            high = 0;
            continue;
        }
        end_pair();
        if (is_high_surrogate(*unit))
        {
            high = *unit;
        }
        else
        {
            put_character(text, is_low_surrogate(*unit) ? replacement : *unit);
        }
    }
    end_pair();
    return text;
}

}  // namespace sbst::jvm
