// SPDX-License-Identifier: Apache-2.0
// A strict decoder of UTF-8. Next: visible_text.hpp, which shows foreign text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sbst
{

/// The character at the beginning of a text.
struct CodePoint
{
    std::uint32_t value = 0;
    /// Number of bytes, at least 1.
    std::size_t length = 1;
    /// False when the first byte does not begin well-formed UTF-8 (no overlong forms, no
    /// surrogates, nothing above U+10FFFF); the length is then 1. Source: RFC 3629.
    bool is_valid = false;
};

/// Reads the first character of a text that is not empty.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

/// Writes a character behind a text. Precondition: at most U+10FFFF.
void append_utf8(std::string& text, std::uint32_t character);

/// Tells whether the bytes are well-formed UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Tells whether a byte of UTF-8 continues a character that an earlier byte begins.
[[nodiscard]] constexpr bool is_continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace sbst
