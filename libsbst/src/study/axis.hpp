// SPDX-License-Identifier: Apache-2.0
// Scales of pictures: round numbers at even steps.
#pragma once

#include "svg_canvas.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace sbst::study
{

/// A scale from data to pixels, straight or logarithmic (then low > 0).
struct Scale
{
    double low = 0.0;
    double high = 1.0;
    double first_pixel = 0.0;
    double last_pixel = 1.0;
    bool is_logarithmic = false;

    [[nodiscard]] double operator()(double value) const
    {
        return high > low ? first_pixel + share(value) * (last_pixel - first_pixel) :
                            (first_pixel + last_pixel) / 2.0;
    }

private:
    [[nodiscard]] double share(double value) const
    {
        return is_logarithmic ? std::log(value / low) / std::log(high / low) :
                                (value - low) / (high - low);
    }
};

struct Tick
{
    double value = 0.0;
    std::string label;
};

/// About `wanted` ticks at 1, 2 or 5 times a power of ten inside [low, high].
[[nodiscard]] std::vector<Tick> ticks(double low, double high, std::size_t wanted);

/// Powers of ten inside [low, high], low > 0; if there are few, also 2 and 5 times these, or all
/// nine multiples.
[[nodiscard]] std::vector<Tick> logarithmic_ticks(double low, double high);

/// A range that holds the values with some margin, never of width 0; `least` and `most` bound it.
[[nodiscard]] std::pair<double, double> range_of(
    const std::vector<double>& values, double least, double most);

/// Ticks, their labels and grid lines at the left of a plot between `left` and `right`.
void draw_left_axis(SvgCanvas& canvas, const Scale& scale, double left, double right);
/// The same below a plot between `top` and `bottom`.
void draw_bottom_axis(SvgCanvas& canvas, const Scale& scale, double top, double bottom);

}  // namespace sbst::study
