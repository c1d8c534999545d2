// SPDX-License-Identifier: Apache-2.0
#include "literals.hpp"

#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace sbst::jvm::detail
{

namespace
{

/// Bits that a reader sees as bits: a power of two, one less, or nothing in the low half.
bool reads_better_in_hex(std::uint64_t value)
{
    return value > 0x10000 &&
           (std::has_single_bit(value) || std::has_single_bit(value + 1) || value % 0x10000 == 0);
}

std::string digits(std::int64_t value)
{
    // What is round for people stays decimal.
    if (value > 0 && value % 1000 != 0 && reads_better_in_hex(static_cast<std::uint64_t>(value)))
    {
        return fmt::format("{:#x}", value);
    }
    return std::to_string(value);
}

template <typename Bounded>
std::string bounded(std::int64_t value, std::string_view box, std::string_view format)
{
    if (value == std::numeric_limits<Bounded>::min())
    {
        return fmt::format("{}.MIN_VALUE", box);
    }
    if (value == std::numeric_limits<Bounded>::max())
    {
        return fmt::format("{}.MAX_VALUE", box);
    }
    return fmt::format(fmt::runtime(format), digits(value));
}

template <typename Real>
std::string real_text(Real value, std::string_view box, std::string_view suffix)
{
    if (std::isnan(value))
    {
        return fmt::format("{}.NaN", box);
    }
    if (std::isinf(value))
    {
        return fmt::format("{}.{}_INFINITY", box, value < 0 ? "NEGATIVE" : "POSITIVE");
    }
    if (std::abs(value) == std::numeric_limits<Real>::max())
    {
        return fmt::format("{}{}.MAX_VALUE", value < 0 ? "-" : "", box);
    }
    if (std::abs(value) == std::numeric_limits<Real>::denorm_min())
    {
        return fmt::format("{}{}.MIN_VALUE", value < 0 ? "-" : "", box);
    }
    // The shortest digits that mean this value: 1e+22, 0.5, -0.0.
    std::string text = fmt::format("{}", value);
    const std::size_t exponent = text.find('e');
    std::string tail;
    if (exponent != std::string::npos)
    {
        tail = fmt::format("E{}", std::stoi(text.substr(exponent + 1)));
        text.erase(exponent);
    }
    if (text.find('.') == std::string::npos)
    {
        text += ".0";
    }
    return fmt::format("{}{}{}", text, tail, suffix);
}

std::string escape(char16_t unit, char quote)
{
    switch (unit)
    {
        case u'\b':
            return "\\b";
        case u'\t':
            return "\\t";
        case u'\n':
            return "\\n";
        case u'\f':
            return "\\f";
        case u'\r':
            return "\\r";
        case u'\\':
            return "\\\\";
        default:
            break;
    }
    if (unit == static_cast<char16_t>(quote))
    {
        return {'\\', quote};
    }
    if (unit >= u' ' && unit < 0x7f)
    {
        return {static_cast<char>(unit)};
    }
    return fmt::format("\\u{:04x}", static_cast<unsigned>(unit));
}

}  // namespace

std::string primitive_literal(const JavaValue& value)
{
    assert(value.kind == JavaValueKind::literal);
    switch (value.type)
    {
        case JavaTypeKind::boolean:
            return value.number != 0 ? "true" : "false";
        case JavaTypeKind::byte:
            return bounded<std::int8_t>(value.number, "Byte", "(byte) {}");
        case JavaTypeKind::short_integer:
            return bounded<std::int16_t>(value.number, "Short", "(short) {}");
        case JavaTypeKind::character:
            return fmt::format("'{}'", escape(static_cast<char16_t>(value.number), '\''));
        case JavaTypeKind::long_integer:
            return bounded<std::int64_t>(value.number, "Long", "{}L");
        case JavaTypeKind::single_float:
            return real_text(
                std::bit_cast<float>(static_cast<std::int32_t>(value.number)), "Float", "F");
        case JavaTypeKind::double_float:
            return real_text(std::bit_cast<double>(value.number), "Double", "");
        default:
            return bounded<std::int32_t>(value.number, "Integer", "{}");
    }
}

std::vector<std::string> string_parts(std::u16string_view text, std::size_t width)
{
    std::vector<std::string> parts;
    std::string part;
    // Where the part may end nicely: after its last space or line end; 0 = nowhere.
    std::size_t nice_end = 0;
    for (const char16_t unit : text)
    {
        const std::string piece = escape(unit, '"');
        if (!part.empty() && part.size() + piece.size() > width)
        {
            const std::size_t end = nice_end > width / 2 ? nice_end : part.size();
            parts.push_back(part.substr(0, end));
            part.erase(0, end);
            nice_end = 0;
        }
        part += piece;
        nice_end = unit == u' ' || unit == u'\n' ? part.size() : nice_end;
    }
    if (!part.empty() || parts.empty())
    {
        parts.push_back(part);
    }
    return parts;
}

std::string string_literal(std::u16string_view text)
{
    return '"' + string_parts(text, std::numeric_limits<std::size_t>::max()).front() + '"';
}

std::u16string_view repeated_part(std::u16string_view text)
{
    constexpr std::size_t min_length = 32;
    constexpr std::size_t max_part = 8;
    if (text.size() < min_length)
    {
        return {};
    }
    for (std::size_t size = 1; size <= max_part; ++size)
    {
        if (text.size() % size == 0 && text.substr(size) == text.substr(0, text.size() - size))
        {
            return text.substr(0, size);
        }
    }
    return {};
}

std::u16string widen(std::string_view ascii)
{
    std::u16string wide;
    for (const char letter : ascii)
    {
        wide += static_cast<char16_t>(static_cast<unsigned char>(letter));
    }
    return wide;
}

std::string neutral_text(const std::string& descriptor)
{
    switch (descriptor.front())
    {
        case 'Z':
            return "false";
        case 'J':
            return "0L";
        case 'F':
            return "0.0f";
        case 'D':
            return "0.0";
        case 'L':
        case '[':
            return "null";
        default:
            return "0";
    }
}

}  // namespace sbst::jvm::detail
