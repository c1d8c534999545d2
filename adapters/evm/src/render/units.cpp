// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/render/units.hpp>
#include <sbst/report/totals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>

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

struct TimeUnit
{
    std::string_view name;
    std::uint64_t seconds = 1;
};

constexpr std::uint64_t minute = 60;
constexpr std::uint64_t hour = 60 * minute;
constexpr std::uint64_t day = 24 * hour;

constexpr std::array<TimeUnit, 23> time_units{{{"", 1}, {"s", 1}, {"sec", 1}, {"second", 1},
    {"seconds", 1}, {"m", minute}, {"min", minute}, {"minute", minute}, {"minutes", minute},
    {"h", hour}, {"hour", hour}, {"hours", hour}, {"d", day}, {"day", day}, {"days", day},
    {"w", 7 * day}, {"week", 7 * day}, {"weeks", 7 * day}, {"y", 365 * day}, {"year", 365 * day},
    {"years", 365 * day}, {"secs", 1}, {"mins", minute}}};

constexpr std::string_view digits = "0123456789";

/// A number as written and the word behind it.
struct Quantity
{
    std::string_view whole;
    std::string_view fraction;
    std::string_view unit;
};

std::string_view take_any_of(std::string_view& text, std::string_view wanted)
{
    const std::size_t count = std::min(text.find_first_not_of(wanted), text.size());
    const std::string_view taken = text.substr(0, count);
    text.remove_prefix(count);
    return taken;
}

/// Takes `12.5 days` from the front; the whole part is never empty, a point is followed by digits.
std::optional<Quantity> take_quantity(std::string_view& text)
{
    Quantity parts;
    parts.whole = take_any_of(text, digits);
    if (parts.whole.empty())
    {
        return std::nullopt;
    }
    if (text.starts_with('.'))
    {
        text.remove_prefix(1);
        parts.fraction = take_any_of(text, digits);
        if (parts.fraction.empty())
        {
            return std::nullopt;
        }
    }
    const bool has_gap = !take_any_of(text, " ").empty();
    parts.unit = take_any_of(text, "abcdefghijklmnopqrstuvwxyz");
    if (has_gap && parts.unit.empty())
    {
        return std::nullopt;
    }
    return parts;
}

std::optional<double> seconds_of(const Quantity& quantity)
{
    const auto* const unit = std::find_if(time_units.begin(), time_units.end(),
        [&quantity](const TimeUnit& candidate) { return candidate.name == quantity.unit; });
    if (unit == time_units.end())
    {
        return std::nullopt;
    }
    const std::string number =
        fmt::format("{}.{}", quantity.whole, quantity.fraction.empty() ? "0" : quantity.fraction);
    double value = 0.0;
    const auto result = std::from_chars(number.data(), number.data() + number.size(), value);
    if (result.ec != std::errc())
    {
        return std::nullopt;
    }
    return value * static_cast<double>(unit->seconds);
}

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

std::optional<std::chrono::duration<double>> parse_duration(std::string_view text)
{
    constexpr double longest = 9007199254740992.0;  // 2^53: whole seconds stay exact below
    double total = 0.0;
    bool is_first = true;
    do
    {
        const auto part = take_quantity(text);
        const auto seconds = part ? seconds_of(*part) : std::nullopt;
        const bool stands_alone = is_first && text.empty();
        if (!seconds || (part->unit.empty() && !stands_alone))
        {
            return std::nullopt;
        }
        total += *seconds;
        is_first = false;
        if (!text.empty() && (take_any_of(text, " ").empty() || text.empty()))
        {
            return std::nullopt;
        }
    } while (!text.empty());
    if (total >= longest)
    {
        return std::nullopt;
    }
    return std::chrono::duration<double>(total);
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

std::string duration_text(std::uint64_t seconds)
{
    constexpr std::array<TimeUnit, 4> shown{
        {{"day", day}, {"hour", hour}, {"minute", minute}, {"second", 1}}};
    std::string text;
    for (const TimeUnit& unit : shown)
    {
        const std::uint64_t count = seconds / unit.seconds;
        seconds %= unit.seconds;
        if (count > 0)
        {
            text += (text.empty() ? "" : " ") + counted(count, unit.name);
        }
    }
    return text.empty() ? counted(0, "second") : text;
}

}  // namespace sbst::evm
