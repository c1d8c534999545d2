// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/quantity.hpp>
#include <sbst/evm/render/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace sbst::evm
{

namespace
{

struct AmountUnit
{
    std::string_view name;
    unsigned decimals = 0;
};

constexpr std::array<AmountUnit, 3> amount_units{{{"ether", 18}, {"gwei", 9}, {"wei", 0}}};

std::string without_trailing_zeros(std::string text)
{
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

}  // namespace

std::optional<U256> parse_amount(std::string_view text)
{
    const auto parts = take_quantity(text);
    if (!parts || !text.empty())
    {
        return std::nullopt;
    }
    const std::string_view name = parts->unit.empty() ? "wei" : parts->unit;
    const auto* const unit = std::find_if(amount_units.begin(), amount_units.end(),
        [name](const AmountUnit& candidate) { return candidate.name == name; });
    if (unit == amount_units.end())
    {
        return std::nullopt;
    }
    // Exact: the fraction's digits stand where the unit's zeros would.
    std::string fraction = without_trailing_zeros(std::string(parts->fraction));
    if (fraction.size() > unit->decimals)
    {
        return std::nullopt;
    }
    fraction.resize(unit->decimals, '0');
    return U256::parse(std::string(parts->whole) + fraction);
}

std::string amount_text(const U256& wei)
{
    std::string all = wei.to_decimal();
    if (all == "0")
    {
        return all;
    }
    for (const AmountUnit& unit : amount_units)
    {
        // Padded so that at least one digit stands before the point.
        const std::size_t padding =
            all.size() > unit.decimals ? 0 : std::size_t{unit.decimals} + 1 - all.size();
        const std::string padded = std::string(padding, '0') + all;
        const std::size_t point = padded.size() - unit.decimals;
        const std::string fraction = without_trailing_zeros(padded.substr(point));
        const bool is_below_one = padding > 0;
        if (fraction.size() <= (is_below_one ? 3U : 6U))
        {
            return fmt::format("{}{}{} {}", padded.substr(0, point), fraction.empty() ? "" : ".",
                fraction, unit.name);
        }
    }
    return all + " wei";
}

}  // namespace sbst::evm
