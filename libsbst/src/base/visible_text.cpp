// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/utf8.hpp>
#include <sbst/base/visible_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst
{

namespace
{

struct CodePointRange
{
    std::uint32_t first;
    std::uint32_t last;
};

/// Control characters, and those of Unicode's category Cf that change how other text is shown or
/// show nothing. Joiners and soft hyphens are part of written languages and stay.
constexpr std::array<CodePointRange, 14> unsafe_ranges{
    {{0x00, 0x08}, {0x0a, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c}, {0x180e, 0x180e}, {0x200b, 0x200b},
        {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}}};

std::string escape(std::string_view bytes, CodePoint point)
{
    const std::uint32_t value =
        point.is_valid ? point.value : static_cast<std::uint8_t>(bytes.front());
    return !point.is_valid || value < 0x80 ? fmt::format("\\x{:02x}", value) :
           value <= 0xffff                 ? fmt::format("\\u{:04x}", value) :
                                             fmt::format("\\U{:08x}", value);
}

bool begins_with_hex(std::string_view text, std::size_t digits)
{
    constexpr std::string_view hex = "0123456789abcdefABCDEF";
    return text.size() >= digits &&
           text.substr(0, digits).find_first_not_of(hex) == std::string_view::npos;
}

/// Tells whether a backslash before the text would look like an escape.
bool completes_escape(std::string_view text)
{
    constexpr std::size_t byte_digits = 2;
    constexpr std::size_t short_digits = 4;
    constexpr std::size_t long_digits = 8;
    return (text.starts_with('x') && begins_with_hex(text.substr(1), byte_digits)) ||
           (text.starts_with('u') && begins_with_hex(text.substr(1), short_digits)) ||
           (text.starts_with('U') && begins_with_hex(text.substr(1), long_digits));
}

enum class Shown
{
    foreign,
    line,
    page
};

std::string escaped(std::string_view text, Shown shown)
{
    std::string result;
    result.reserve(text.size());
    std::size_t backslashes = 0;
    while (!text.empty())
    {
        const CodePoint point = first_code_point(text);
        const bool is_layout = shown == Shown::page && point.value == '\n';
        const bool is_escaped = !point.is_valid || (is_unsafe(point.value) && !is_layout);
        if (shown == Shown::foreign && (is_escaped || completes_escape(text)))
        {
            result.append(backslashes, '\\');
        }
        result += is_escaped ? escape(text, point) : std::string(text.substr(0, point.length));
        backslashes = text.front() == '\\' ? backslashes + 1 : 0;
        text.remove_prefix(point.length);
    }
    return result;
}

}  // namespace

bool is_unsafe(std::uint32_t code_point)
{
    return std::any_of(
        unsafe_ranges.begin(), unsafe_ranges.end(), [code_point](CodePointRange range) {
            return code_point >= range.first && code_point <= range.last;
        });
}

std::string visible(std::string_view foreign)
{
    return escaped(foreign, Shown::foreign);
}

std::string visible_line(std::string_view line)
{
    return escaped(line, Shown::line);
}

std::string visible_page(std::string_view text)
{
    return escaped(text, Shown::page);
}

}  // namespace sbst
