// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/duration_text.hpp>
#include <sbst/base/quantity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace sbst
{

namespace
{

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

}  // namespace

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
            text += fmt::format(
                "{}{} {}{}", text.empty() ? "" : " ", count, unit.name, count == 1 ? "" : "s");
        }
    }
    return text.empty() ? "0 seconds" : text;
}

}  // namespace sbst
