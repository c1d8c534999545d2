// SPDX-License-Identifier: Apache-2.0
// Numbers with units, taken from the front of a text. Next: duration_text.hpp.
#pragma once

#include <optional>
#include <string_view>

namespace sbst
{

/// A number as written and the word after it.
struct Quantity
{
    std::string_view whole;
    std::string_view fraction;
    std::string_view unit;
};

/// Takes `12.5 days` from the front; the whole part is never empty, a point is followed by digits.
/// Nothing when the text begins otherwise; the rest of the text is then unspecified.
[[nodiscard]] std::optional<Quantity> take_quantity(std::string_view& text);

/// Takes characters from the front while they are among the wanted ones.
std::string_view take_any_of(std::string_view& text, std::string_view wanted);

}  // namespace sbst
