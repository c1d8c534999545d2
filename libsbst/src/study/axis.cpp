// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"

#include <sbst/study/table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbst::study
{

namespace
{

constexpr double tick_gap = 6.0;
constexpr double text_drop = 4.0;

}  // namespace

std::vector<Tick> ticks(double low, double high, std::size_t wanted)
{
    std::vector<Tick> result;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || wanted == 0)
    {
        return result;
    }
    const double rough = (high - low) / static_cast<double>(wanted);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0);
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    const double slack = step * 1e-9;
    const double first = std::ceil((low - slack) / step);
    for (std::size_t i = 0; (first + static_cast<double>(i)) * step <= high + slack; ++i)
    {
        const double value = (first + static_cast<double>(i)) * step;
        result.push_back({value, rounded_number(value, digits)});
    }
    return result;
}

std::vector<Tick> logarithmic_ticks(double low, double high)
{
    std::vector<Tick> result;
    if (!(high > low) || !(low > 0.0) || !std::isfinite(high))
    {
        return result;
    }
    constexpr double slack = 1e-9;
    constexpr std::size_t enough = 3;
    const int first = static_cast<int>(std::floor(std::log10(low) + slack));
    const int last = static_cast<int>(std::floor(std::log10(high) + slack));
    using Leads = std::vector<double>;
    for (const Leads& leads : {Leads{1}, Leads{1, 2, 5}, Leads{1, 2, 3, 4, 5, 6, 7, 8, 9}})
    {
        result.clear();
        for (int power = first; power <= last; ++power)
        {
            for (const double lead : leads)
            {
                const double value = lead * std::pow(10.0, power);
                if (value >= low * (1.0 - slack) && value <= high * (1.0 + slack))
                {
                    result.push_back({value, rounded_number(value, std::max(0, -power))});
                }
            }
        }
        if (result.size() >= enough)
        {
            break;
        }
    }
    return result;
}

std::pair<double, double> range_of(const std::vector<double>& values, double least, double most)
{
    double low = most;
    double high = least;
    for (const double value : values)
    {
        if (std::isfinite(value))
        {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low > high)
    {
        // There is no value.
        return {std::isfinite(least) ? least : 0.0, std::isfinite(most) ? most : 1.0};
    }
    constexpr double air = 0.05;
    const double width = high > low ? high - low : std::max(std::abs(high), 1.0);
    return {std::max(least, low - air * width), std::min(most, high + air * width)};
}

void draw_left_axis(SvgCanvas& canvas, const Scale& scale, double left, double right)
{
    constexpr std::size_t wanted = 5;
    for (const Tick& tick : ticks(scale.low, scale.high, wanted))
    {
        const double y = scale(tick.value);
        canvas.line({left, y}, {right, y}, "g");
        canvas.text({left - tick_gap, y + text_drop}, tick.label, Anchor::end);
    }
    canvas.line({left, scale.first_pixel}, {left, scale.last_pixel}, "a");
}

void draw_bottom_axis(SvgCanvas& canvas, const Scale& scale, double top, double bottom)
{
    constexpr std::size_t wanted = 6;
    double free_from = -std::numeric_limits<double>::infinity();
    for (const Tick& tick : scale.is_logarithmic ? logarithmic_ticks(scale.low, scale.high) :
                                                   ticks(scale.low, scale.high, wanted))
    {
        const double x = scale(tick.value);
        canvas.line({x, top}, {x, bottom}, "g");
        const double half = text_width(tick.label, SvgCanvas::text_size) / 2.0;
        if (x - half < free_from)
        {
            continue;
        }
        canvas.text({x, bottom + tick_gap + SvgCanvas::text_size}, tick.label, Anchor::middle);
        free_from = x + half + tick_gap;
    }
    canvas.line({scale.first_pixel, bottom}, {scale.last_pixel, bottom}, "a");
}

}  // namespace sbst::study
