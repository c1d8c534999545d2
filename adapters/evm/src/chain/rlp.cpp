// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/evm/chain/rlp.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sbst::evm
{

namespace
{

constexpr std::uint8_t string_base = 0x80;
constexpr std::uint8_t list_base = 0xc0;
constexpr std::size_t longest_short = 55;  // longer lengths are written explicitly
constexpr std::size_t max_nesting = 1024;

/// Writes the head of a string or list of that many bytes.
void append_head(Bytes& out, std::uint8_t base, std::size_t size)
{
    if (size <= longest_short)
    {
        out.push_back(static_cast<std::uint8_t>(base + size));
        return;
    }
    const auto digits = U256{size}.to_be_bytes();
    const std::size_t count = (bit_width(U256{size}) + 7) / 8;
    out.push_back(static_cast<std::uint8_t>(base + longest_short + count));
    out.insert(out.end(), digits.end() - static_cast<std::ptrdiff_t>(count), digits.end());
}

void append_item(Bytes& out, const RlpItem& item)
{
    if (!item.is_list)
    {
        append_rlp(out, item.bytes);
        return;
    }
    Bytes payload;
    for (const RlpItem& each : item.items)
    {
        append_item(payload, each);
    }
    append_rlp_list(out, payload);
}

/// Reads items from borrowed bytes.
class RlpReader
{
public:
    explicit RlpReader(BytesView bytes) : m_bytes{bytes} {}

    [[nodiscard]] bool is_at(std::size_t end) const noexcept { return m_at == end; }

    RlpItem read(std::size_t end, std::size_t depth)
    {
        if (depth > max_nesting)
        {
            fail(fmt::format("at most {} lists inside each other expected", max_nesting));
        }
        if (m_at >= end)
        {
            fail("an item expected");
        }
        const std::uint8_t first = m_bytes[m_at++];
        RlpItem item;
        item.is_list = first >= list_base;
        if (first < string_base)
        {
            item.bytes.push_back(first);
            return item;
        }
        const std::size_t size = read_size(first, item.is_list ? list_base : string_base, end);
        if (item.is_list)
        {
            const std::size_t list_end = m_at + size;
            while (m_at < list_end)
            {
                item.items.push_back(read(list_end, depth + 1));
            }
            return item;
        }
        const BytesView string = m_bytes.subspan(m_at, size);
        if (size == 1 && string[0] < string_base)
        {
            fail("a single byte below 0x80 is its own encoding, no head expected");
        }
        item.bytes.assign(string.begin(), string.end());
        m_at += size;
        return item;
    }

    [[noreturn]] void fail(std::string_view problem) const
    {
        throw ParseError{"", fmt::format("offset {}", m_at), fmt::format("no RLP: {}", problem)};
    }

private:
    std::size_t read_size(std::uint8_t first, std::uint8_t base, std::size_t end)
    {
        auto size = static_cast<std::size_t>(first - base);
        if (size > longest_short)
        {
            const std::size_t count = size - longest_short;
            if (count > end - m_at)
            {
                fail(fmt::format("a length of {} bytes expected", count));
            }
            const U256 length = U256::from_be_bytes(m_bytes.subspan(m_at, count));
            if (m_bytes[m_at] == 0 || length <= U256{longest_short})
            {
                fail("the shortest form of a length expected");
            }
            m_at += count;
            if (length > U256{end - m_at})
            {
                fail(fmt::format("{} bytes expected, {} left", length.to_decimal(), end - m_at));
            }
            size = low64(length);
        }
        if (size > end - m_at)
        {
            fail(fmt::format("{} bytes expected, {} left", size, end - m_at));
        }
        return size;
    }

    BytesView m_bytes;
    std::size_t m_at{};
};

}  // namespace

void append_rlp(Bytes& out, BytesView string)
{
    if (string.size() != 1 || string[0] >= string_base)
    {
        append_head(out, string_base, string.size());
    }
    out.insert(out.end(), string.begin(), string.end());
}

void append_rlp(Bytes& out, const U256& number)
{
    const auto digits = number.to_be_bytes();
    append_rlp(out, BytesView{digits}.last((bit_width(number) + 7) / 8));
}

void append_rlp_list(Bytes& out, BytesView payload)
{
    append_head(out, list_base, payload.size());
    out.insert(out.end(), payload.begin(), payload.end());
}

Bytes encode_rlp(const RlpItem& item)
{
    Bytes out;
    append_item(out, item);
    return out;
}

RlpItem decode_rlp(BytesView encoded)
{
    RlpReader decoder{encoded};
    RlpItem item = decoder.read(encoded.size(), 0);
    if (!decoder.is_at(encoded.size()))
    {
        decoder.fail("nothing expected after the item");
    }
    return item;
}

}  // namespace sbst::evm
