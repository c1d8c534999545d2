// SPDX-License-Identifier: Apache-2.0
// The colours of pictures and pages, in light and in dark. Text has a contrast of at least 4.5 to
// its background, lines and marks at least 3 (WCAG 2.1, level AA); a test computes this.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sbst::study
{

/// `#rrggbb`.
using Colour = std::string_view;

inline constexpr std::size_t series_count = 8;

/// The colours of a page on a light or a dark background.
struct Palette
{
    Colour ground;
    Colour ink;
    /// Rules of tables, lines of grids.
    Colour rule;
    /// The mark of warnings.
    Colour alarm;
    Colour link;
    /// Based on the colours of Okabe and Ito, which colour-blind readers can tell apart, made
    /// darker or lighter to suit the background. Each series also has patterns of dashes and
    /// hatching.
    std::array<Colour, series_count> series;
};

inline constexpr Palette light_palette{"#ffffff", "#1a1a1a", "#8a8a8a", "#c04a00", "#005a8c",
    {"#0072b2", "#d55e00", "#00805d", "#b0588f", "#2a87bd", "#a36f00", "#6e6e6e", "#882255"}};
inline constexpr Palette dark_palette{"#161616", "#e6e6e6", "#777777", "#ff8a3d", "#8ecbff",
    {"#4aa8e0", "#ff8a3d", "#2fc79a", "#e59ac6", "#9ad7ff", "#f5b92e", "#b0b0b0", "#e0709f"}};

/// From the second's favour (orange) over none (white) to the first's (blue), for maps; the same in
/// light and dark.
inline constexpr std::size_t heat_count = 11;
inline constexpr std::array<Colour, heat_count> heat_colours{"#b35806", "#d9812c", "#f1a868",
    "#fbcfa0", "#fde8d2", "#f7f7f7", "#dbe9f4", "#b1d1e8", "#7db3d8", "#4287bd", "#1f5a94"};
inline constexpr Colour neutral_colour = "#c4c4c4";
/// Colours of texts on these.
inline constexpr Colour white_text = "#ffffff";
inline constexpr Colour black_text = "#111111";

/// Ratio of contrast, 1 to 21. Source: WCAG 2.1, relative luminance.
[[nodiscard]] double contrast(Colour a, Colour b);
/// The one of the two that is easier to read on that background.
[[nodiscard]] Colour text_on(Colour ground);

}  // namespace sbst::study
