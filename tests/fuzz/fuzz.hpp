// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets: an assertion whose failure is a finding, and a reader that makes
// values from the fuzzer's bytes. Next: any *_fuzz.cpp; replay_main.cpp runs them without a fuzzer.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

/// Runs one input; the entry that libFuzzer and `replay_main.cpp` call. Whatever does not return is
/// a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sbst::fuzz
{

/// Ends the process with a message when a property does not hold: a finding.
inline void require(bool holds, std::string_view property)
{
    if (holds)
    {
        return;
    }
    std::fprintf(
        stderr, "property violated: %.*s\n", static_cast<int>(property.size()), property.data());
    std::abort();
}

/// Makes values from bytes; after their end everything is zero and empty.
class ByteSource
{
public:
    explicit ByteSource(std::span<const std::uint8_t> bytes) : m_rest(bytes) {}

    [[nodiscard]] bool is_empty() const { return m_rest.empty(); }

    std::uint8_t byte()
    {
        if (m_rest.empty())
        {
            return 0;
        }
        const std::uint8_t value = m_rest.front();
        m_rest = m_rest.subspan(1);
        return value;
    }

    /// Draws from [0, count); precondition: count > 0.
    std::size_t below(std::size_t count)
    {
        std::size_t value = byte();
        if (count > 256)
        {
            value = (value << 8U) | byte();
        }
        return value % count;
    }

    bool flag() { return (byte() & 1U) != 0; }

    /// Takes at most `size` bytes.
    std::span<const std::uint8_t> take(std::size_t size)
    {
        const auto taken = m_rest.first(std::min(size, m_rest.size()));
        m_rest = m_rest.subspan(taken.size());
        return taken;
    }

    std::span<const std::uint8_t> rest() { return take(m_rest.size()); }

    /// Draws a word; the first byte gives its number of significant bytes.
    U256 word()
    {
        std::array<std::uint8_t, 32> bytes{};
        const auto taken = take(below(33));
        std::copy_backward(taken.begin(), taken.end(), bytes.end());
        return U256::from_be_bytes(bytes);
    }

private:
    std::span<const std::uint8_t> m_rest;
};

}  // namespace sbst::fuzz
