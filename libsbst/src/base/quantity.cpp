// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/quantity.hpp>

#include <algorithm>
#include <cstddef>

namespace sbst
{

std::string_view take_any_of(std::string_view& text, std::string_view wanted)
{
    const std::size_t count = std::min(text.find_first_not_of(wanted), text.size());
    const std::string_view taken = text.substr(0, count);
    text.remove_prefix(count);
    return taken;
}

std::optional<Quantity> take_quantity(std::string_view& text)
{
    constexpr std::string_view digits = "0123456789";
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

}  // namespace sbst
