// SPDX-License-Identifier: Apache-2.0
// Operations of strings.
#include "apply.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sbst::symbolic
{

namespace
{

/// The number that a text of "-"? and decimal digits writes, in two's complement; nothing for other
/// texts and for numbers that 64 bits cannot hold.
std::optional<std::uint64_t> parsed_integer(std::u16string_view text)
{
    const bool is_below_zero = text.starts_with(u'-');
    const std::u16string_view digits = text.substr(is_below_zero ? 1 : 0);
    if (digits.empty())
    {
        return std::nullopt;
    }
    const std::uint64_t limit = (std::uint64_t{1} << 63U) - (is_below_zero ? 0U : 1U);
    std::uint64_t magnitude = 0;
    for (const char16_t unit : digits)
    {
        if (unit < u'0' || unit > u'9')
        {
            return std::nullopt;
        }
        const auto digit = static_cast<std::uint64_t>(unit - u'0');
        if (magnitude > (limit - digit) / 10)
        {
            return std::nullopt;
        }
        magnitude = 10 * magnitude + digit;
    }
    return is_below_zero ? std::uint64_t{0} - magnitude : magnitude;
}

std::u16string printed_integer(const U256& word)
{
    const std::string digits = (is_negative(word) ? -word : word).to_decimal();
    std::u16string text = is_negative(word) ? u"-" : u"";
    text.append(digits.begin(), digits.end());
    return text;
}

U256 place_of_part(const Application& x)
{
    const std::size_t place = x.text(0).find(x.text(1), low64(x.word(2)));
    return place == std::u16string::npos ? ones(32) : U256{place};
}

std::u16string part_of_text(const Application& x)
{
    const std::u16string& text = x.text(0);
    const std::uint64_t first = low64(x.word(1));
    return first < text.size() ? text.substr(first, low64(x.word(2))) : std::u16string();
}

bool is_so(const Application& x)
{
    const std::u16string& text = x.text(0);
    switch (x.node.op)
    {
        case Op::equal:
            return text == x.text(1);
        case Op::starts_with:
            return text.starts_with(x.text(1));
        case Op::ends_with:
            return text.ends_with(x.text(1));
        case Op::contains:
            return text.find(x.text(1)) != std::u16string::npos;
        case Op::is_integer:
            return parsed_integer(text).has_value();
        default:
            return matches(x.graph.language(x.node.a), text);
    }
}

}  // namespace

U256 word_of_texts(const Application& x)
{
    const std::u16string& text = x.text(0);
    switch (x.node.op)
    {
        case Op::length:
            return U256{text.size()} & ones(32);
        case Op::unit_at:
        {
            const std::uint64_t place = low64(x.word(1));
            return place < text.size() ? U256{text[place]} : U256{};
        }
        case Op::index_of:
            return place_of_part(x);
        case Op::parse_integer:
            return U256{parsed_integer(text).value_or(0)};
        default:
            return is_so(x) ? U256{1} : U256{};
    }
}

std::u16string text_of_operands(const Application& x)
{
    switch (x.node.op)
    {
        case Op::string_concat:
            return x.text(0) + x.text(1);
        case Op::substring:
            return part_of_text(x);
        default:
            return printed_integer(x.signed_word(0));
    }
}

}  // namespace sbst::symbolic
