// SPDX-License-Identifier: Apache-2.0
// Reads big-endian numbers from a class file's bytes; missing bytes are a ParseError. Next:
// pool_reader.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sbst::jvm
{

/// The state shared by all readers of one file.
struct FileReading
{
    std::string file;
    /// How many more bytes of text may be copied out of the constant pool. A small file can refer
    /// to one long text very often: 64 KiB x 64 Ki names would be 4 GiB.
    std::size_t text_left = std::size_t{64} << 20U;
};

/// Reads from a part of a file; keeps references to its bytes and to what the readers share.
class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, FileReading& reading)
      : m_bytes(bytes), m_reading(&reading)
    {}

    [[nodiscard]] std::size_t left() const { return m_bytes.size() - m_position; }
    /// From the start of the file.
    [[nodiscard]] std::size_t offset() const { return m_start + m_position; }
    [[nodiscard]] const std::string& file() const { return m_reading->file; }

    std::uint8_t u1() { return static_cast<std::uint8_t>(unsigned_number(1)); }
    std::uint16_t u2() { return static_cast<std::uint16_t>(unsigned_number(2)); }
    std::uint32_t u4() { return static_cast<std::uint32_t>(unsigned_number(4)); }
    std::uint64_t u8() { return unsigned_number(8); }
    std::int8_t i1() { return static_cast<std::int8_t>(u1()); }
    std::int16_t i2() { return static_cast<std::int16_t>(u2()); }
    std::int32_t i4() { return static_cast<std::int32_t>(u4()); }
    std::span<const std::byte> take(std::size_t size);
    /// The next `size` bytes as a reader of their own.
    ByteReader part(std::size_t size);

    /// Accounts for a copied text.
    /// @throws ParseError when too much was.
    void count_text(std::size_t size);

    /// @throws ParseError that names the file and the byte.
    [[noreturn]] void fail(const std::string& problem) const;
    /// @throws ParseError when bytes are left.
    void expect_end(const std::string& what) const;

private:
    std::uint64_t unsigned_number(std::size_t size);

    std::span<const std::byte> m_bytes;
    FileReading* m_reading;
    std::size_t m_position = 0;
    std::size_t m_start = 0;
};

}  // namespace sbst::jvm
