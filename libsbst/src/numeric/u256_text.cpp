// SPDX-License-Identifier: Apache-2.0
#include <sbst/numeric/u256.hpp>

namespace sbst
{

namespace
{

constexpr std::uint64_t decimal_chunk =
    10'000'000'000'000'000'000U;  // 10^19, the largest in a word
constexpr unsigned decimal_chunk_digits = 19;

/// Returns the value of a digit, or 16 for anything else.
unsigned digit_value(char c) noexcept
{
    if (c >= '0' && c <= '9')
    {
        return static_cast<unsigned>(c - '0');
    }
    if (c >= 'a' && c <= 'f')
    {
        return static_cast<unsigned>(c - 'a') + 10;
    }
    if (c >= 'A' && c <= 'F')
    {
        return static_cast<unsigned>(c - 'A') + 10;
    }
    return 16;
}

std::optional<U256> parse_hex(std::string_view digits) noexcept
{
    U256 value;
    for (const char c : digits)
    {
        const unsigned digit = digit_value(c);
        if (digit > 15 || (value.limbs[3] >> 60U) != 0)
        {
            return std::nullopt;
        }
        value = (value << 4U) | U256{digit};
    }
    return value;
}

std::optional<U256> parse_decimal(std::string_view digits) noexcept
{
    U256 value;
    for (const char c : digits)
    {
        const unsigned digit = digit_value(c);
        if (digit > 9)
        {
            return std::nullopt;
        }
        std::uint64_t carry = digit;
        for (std::uint64_t& limb : value.limbs)
        {
            const Uint128 t = (Uint128{limb} * 10U) + carry;
            limb = static_cast<std::uint64_t>(t);
            carry = static_cast<std::uint64_t>(t >> 64U);
        }
        if (carry != 0)
        {
            return std::nullopt;
        }
    }
    return value;
}

}  // namespace

std::optional<U256> U256::parse(std::string_view text) noexcept
{
    const bool hex = text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex)
    {
        text.remove_prefix(2);
    }
    if (text.empty())
    {
        return std::nullopt;
    }
    return hex ? parse_hex(text) : parse_decimal(text);
}

std::string U256::to_decimal() const
{
    if (is_zero(*this))
    {
        return "0";
    }
    std::string reversed;
    U256 rest = *this;
    while (!is_zero(rest))
    {
        const DivMod step = divmod(rest, U256{decimal_chunk});
        rest = step.quotient;
        std::uint64_t chunk = low64(step.remainder);
        for (unsigned i = 0; i < decimal_chunk_digits && (chunk != 0 || !is_zero(rest)); ++i)
        {
            reversed += static_cast<char>('0' + static_cast<char>(chunk % 10));
            chunk /= 10;
        }
    }
    return {reversed.rbegin(), reversed.rend()};
}

std::string U256::to_hex() const
{
    constexpr std::string_view digits = "0123456789abcdef";
    const unsigned count = std::max(1U, (bit_width(*this) + 3) / 4);
    std::string text = "0x";
    for (unsigned i = count; i-- > 0;)
    {
        text += digits[(limbs[i / 16] >> (4 * (i % 16))) & 0xfU];
    }
    return text;
}

}  // namespace sbst
