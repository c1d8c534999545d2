// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/artifact/ast_facts.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Units are `factor * 10^zeros`.
struct Unit
{
    std::string_view name;
    std::uint64_t factor;
    int zeros;
};

constexpr std::array<Unit, 12> units{{{"", 1, 0}, {"wei", 1, 0}, {"gwei", 1, 9}, {"szabo", 1, 12},
    {"finney", 1, 15}, {"ether", 1, 18}, {"seconds", 1, 0}, {"minutes", 60, 0}, {"hours", 3600, 0},
    {"days", 86400, 0}, {"weeks", 604800, 0}, {"years", 31536000, 0}}};

/// a * b, unless that needs more than 256 bits.
std::optional<U256> multiply(const U256& a, const U256& b)
{
    if (is_zero(a) || is_zero(b))
    {
        return U256{};
    }
    if (a > U256::max() / b)
    {
        return std::nullopt;
    }
    return a * b;
}

/// Digits with their decimal point taken out: value = digits * 10^exponent.
struct Decimal
{
    std::string digits;
    long exponent = 0;
};

bool is_digits(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<Decimal> split_decimal(std::string_view text)
{
    Decimal decimal;
    const std::size_t e = text.find_first_of("eE");
    if (e != std::string_view::npos)
    {
        const std::string_view exponent = text.substr(e + 1);
        const char* const end = exponent.data() + exponent.size();
        const auto [stop, error] = std::from_chars(exponent.data(), end, decimal.exponent);
        if (error != std::errc{} || stop != end || decimal.exponent > 1000 ||
            decimal.exponent < -1000)
        {
            return std::nullopt;
        }
        text = text.substr(0, e);
    }
    const std::size_t point = text.find('.');
    decimal.digits = text.substr(0, point);
    if (point != std::string_view::npos)
    {
        const std::string_view fraction = text.substr(point + 1);
        decimal.digits += fraction;
        decimal.exponent -= static_cast<long>(fraction.size());
    }
    if (decimal.digits.empty() || !is_digits(decimal.digits))
    {
        return std::nullopt;
    }
    return decimal;
}

}  // namespace

std::optional<U256> evaluate_number(std::string_view text, std::string_view unit)
{
    const auto* const known = std::find_if(
        units.begin(), units.end(), [&](const Unit& entry) { return entry.name == unit; });
    if (known == units.end())
    {
        return std::nullopt;
    }
    std::string plain(text);
    std::erase(plain, '_');

    std::optional<U256> value;
    long exponent = known->zeros;
    if (plain.starts_with("0x"))
    {
        value = U256::parse(plain);
    }
    else
    {
        std::optional<Decimal> decimal = split_decimal(plain);
        if (!decimal)
        {
            return std::nullopt;
        }
        exponent += decimal->exponent;
        // 0.50 ether is whole although 50 * 10^-2 alone is not: trailing zeros are removed first.
        while (decimal->digits.size() > 1 && decimal->digits.back() == '0')
        {
            decimal->digits.pop_back();
            ++exponent;
        }
        value = U256::parse(decimal->digits);
        if (value && is_zero(*value))
        {
            return value;
        }
    }
    if (value)
    {
        value = multiply(*value, U256{known->factor});
    }
    for (; value && exponent > 0; --exponent)
    {
        value = multiply(*value, U256{10});
    }
    for (; value && exponent < 0; ++exponent)
    {
        const DivMod parts = divmod(*value, U256{10});
        value = is_zero(parts.remainder) ? std::optional(parts.quotient) : std::nullopt;
    }
    return value;
}

}  // namespace sbst::evm
