// SPDX-License-Identifier: Apache-2.0
#include "palette.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sbst::study
{

namespace
{

/// One of three channels, linear.
double channel(Colour colour, std::size_t index)
{
    constexpr int base = 16;
    constexpr double most = 255.0;
    unsigned value = 0;
    const char* const first = colour.data() + 1 + 2 * index;
    std::from_chars(first, first + 2, value, base);
    const double share = value / most;
    constexpr double straight_up_to = 0.03928;
    return share <= straight_up_to ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

double luminance(Colour colour)
{
    return 0.2126 * channel(colour, 0) + 0.7152 * channel(colour, 1) + 0.0722 * channel(colour, 2);
}

}  // namespace

double contrast(Colour a, Colour b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    constexpr double flare = 0.05;
    return (lighter + flare) / (darker + flare);
}

Colour text_on(Colour ground)
{
    return contrast(white_text, ground) > contrast(black_text, ground) ? white_text : black_text;
}

}  // namespace sbst::study
