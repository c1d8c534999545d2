// SPDX-License-Identifier: Apache-2.0
#include "wire.hpp"

#include <sbst/jvm/exec/test_writer.hpp>
#include <sbst/jvm/language/java_text.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

namespace sbst::jvm
{

namespace
{

// Arguments.java reads these.
constexpr std::uint8_t null_tag = 0;
constexpr std::uint8_t bits_tag = 1;
constexpr std::uint8_t latin1_tag = 2;
constexpr std::uint8_t utf16_tag = 3;
constexpr std::uint8_t result_tag = 4;
constexpr std::uint8_t enum_tag = 5;
constexpr std::uint8_t array_tag = 6;

void patch_count(std::vector<std::byte>& bytes, std::size_t at, std::size_t count)
{
    const auto number = static_cast<std::uint16_t>(count);
    std::memcpy(bytes.data() + at, &number, sizeof(number));
}

}  // namespace

void TestWriter::begin_test()
{
    m_bytes.clear();
    m_calls = 0;
    m_open_elements = 0;
    put(m_bytes, std::uint16_t{0});
}

void TestWriter::begin_call(std::size_t callable)
{
    assert(m_open_elements == 0);
    if (m_calls == UINT16_MAX)
    {
        throw std::length_error("a test has at most 65,535 calls");
    }
    patch_count(m_bytes, 0, ++m_calls);
    put(m_bytes, static_cast<std::uint32_t>(callable));
    m_argument_count_at = m_bytes.size();
    m_arguments = 0;
    put(m_bytes, std::uint16_t{0});
}

void TestWriter::begin_argument(std::uint8_t tag)
{
    assert(m_calls > 0);
    if (m_open_elements > 0)
    {
        --m_open_elements;
    }
    else
    {
        if (m_arguments == UINT16_MAX)
        {
            throw std::length_error("a call has at most 65,535 arguments");
        }
        patch_count(m_bytes, m_argument_count_at, ++m_arguments);
    }
    put(m_bytes, tag);
}

void TestWriter::add_null()
{
    begin_argument(null_tag);
}

void TestWriter::add_integer(std::int64_t value)
{
    begin_argument(bits_tag);
    put(m_bytes, value);
}

void TestWriter::add_float(float value)
{
    add_integer(std::bit_cast<std::int32_t>(value));
}

void TestWriter::add_double(double value)
{
    add_integer(std::bit_cast<std::int64_t>(value));
}

void TestWriter::add_string(std::string_view text)
{
    const bool is_ascii = std::all_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
    if (!is_ascii)
    {
        add_string(to_utf16(text));
        return;
    }
    begin_argument(latin1_tag);
    put_name(m_bytes, text);
}

void TestWriter::add_string(std::u16string_view text)
{
    begin_argument(utf16_tag);
    put(m_bytes, static_cast<std::uint32_t>(text.size()));
    put_bytes(m_bytes, text.data(), text.size() * sizeof(char16_t));
}

void TestWriter::add_enum(std::string_view descriptor, std::string_view constant)
{
    begin_argument(enum_tag);
    put_name(m_bytes, descriptor);
    put_name(m_bytes, constant);
}

void TestWriter::begin_array(std::string_view descriptor, std::size_t length)
{
    begin_argument(array_tag);
    put_name(m_bytes, descriptor);
    put(m_bytes, static_cast<std::uint32_t>(length));
    m_open_elements += length;
}

void TestWriter::add_result(std::size_t call)
{
    assert(call + 1 < m_calls);
    begin_argument(result_tag);
    put(m_bytes, static_cast<std::uint32_t>(call));
}

std::span<const std::byte> TestWriter::end_test()
{
    assert(m_open_elements == 0);
    return m_bytes;
}

}  // namespace sbst::jvm
