// SPDX-License-Identifier: Apache-2.0
// Little-endian records: writing, and reading from an untrusted process. Next: result_reader.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sbst::jvm
{

/// Appends a number in memory order; x86-64 and AArch64 are little-endian, like the JVM's side.
template <class Number>
void put(std::vector<std::byte>& bytes, Number number)
{
    static_assert(std::is_trivially_copyable_v<Number>);
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(number));
    std::memcpy(bytes.data() + at, &number, sizeof(number));
}

inline void put_bytes(std::vector<std::byte>& bytes, const void* data, std::size_t size)
{
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    if (size > 0)
    {
        std::memcpy(bytes.data() + at, data, size);
    }
}

/// A name or path: its length in bytes, then itself.
inline void put_name(std::vector<std::byte>& bytes, std::string_view text)
{
    put(bytes, static_cast<std::uint32_t>(text.size()));
    put_bytes(bytes, text.data(), text.size());
}

/// Reads foreign bytes: beyond the end everything is 0 and `is_broken()`.
class WireReader
{
public:
    explicit WireReader(std::span<const std::byte> bytes)
      : m_at(bytes.data()), m_end(bytes.data() + bytes.size())
    {}

    template <class Number>
    [[nodiscard]] Number get()
    {
        static_assert(std::is_trivially_copyable_v<Number>);
        Number number{};
        if (left() < sizeof(number))
        {
            fail();
            return number;
        }
        std::memcpy(&number, m_at, sizeof(number));
        m_at += sizeof(number);
        return number;
    }

    /// A number of items of at least `bytes_each`; broken when there is no room for them.
    [[nodiscard]] std::size_t get_count(std::size_t bytes_each)
    {
        const std::size_t count = get<std::uint32_t>();
        if (count > left() / bytes_each)
        {
            fail();
            return 0;
        }
        return count;
    }

    [[nodiscard]] std::span<const std::byte> get_bytes(std::size_t size)
    {
        if (left() < size)
        {
            fail();
            return {};
        }
        const std::span<const std::byte> bytes(m_at, size);
        m_at += size;
        return bytes;
    }

    [[nodiscard]] std::string get_name()
    {
        const std::size_t size = get_count(1);
        const std::span<const std::byte> bytes = get_bytes(size);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    void fail()
    {
        m_is_broken = true;
        m_at = m_end;
    }
    [[nodiscard]] bool is_broken() const { return m_is_broken; }
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }

private:
    const std::byte* m_at;
    const std::byte* m_end;
    bool m_is_broken = false;
};

}  // namespace sbst::jvm
