// SPDX-License-Identifier: Apache-2.0
#include "byte_reader.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

namespace sbst::jvm
{

std::span<const std::byte> ByteReader::take(std::size_t size)
{
    if (size > left())
    {
        fail(fmt::format("{} bytes are missing", size - left()));
    }
    const auto taken = m_bytes.subspan(m_position, size);
    m_position += size;
    return taken;
}

ByteReader ByteReader::part(std::size_t size)
{
    const std::size_t start = offset();
    ByteReader reader{take(size), *m_reading};
    reader.m_start = start;
    return reader;
}

void ByteReader::count_text(std::size_t size)
{
    if (size > m_reading->text_left)
    {
        fail("names and texts are repeated too often");
    }
    m_reading->text_left -= size;
}

void ByteReader::fail(const std::string& problem) const
{
    throw ParseError(file(), fmt::format("byte {}", offset()), problem);
}

void ByteReader::expect_end(const std::string& what) const
{
    if (left() != 0)
    {
        fail(fmt::format("{} bytes are left after {}", left(), what));
    }
}

std::uint64_t ByteReader::unsigned_number(std::size_t size)
{
    std::uint64_t value = 0;
    for (const std::byte byte : take(size))
    {
        value = (value << 8U) | std::to_integer<std::uint64_t>(byte);
    }
    return value;
}

}  // namespace sbst::jvm
