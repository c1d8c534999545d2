// SPDX-License-Identifier: Apache-2.0
#include "svg_canvas.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sbst::study
{

namespace
{

/// Advance widths of U+0020 to U+007E in DejaVu Sans, in thousandths of the font's size.
constexpr std::array<int, 95> advances{318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838,
    318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838,
    531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787,
    695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818,
    592, 592, 525, 636, 337, 636, 838};
constexpr int widest = 1000;
constexpr double sheet_margin = 8.0;
constexpr std::string_view ellipsis = "\xe2\x80\xa6";

std::string number(double value)
{
    std::string text = rounded_number(value, 2);
    while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.'))
    {
        const bool was_point = text.back() == '.';
        text.pop_back();
        if (was_point)
        {
            break;
        }
    }
    return text;
}

std::string point_list(const std::vector<Point>& points)
{
    std::string text;
    for (const auto& [x, y] : points)
    {
        text += fmt::format("{}{},{}", text.empty() ? "" : " ", number(x), number(y));
    }
    return text;
}

/// The style rules of one palette.
std::string colours(const Palette& palette)
{
    std::string text = fmt::format(
        "svg{{background:{0}}}.t{{fill:{1}}}.a,.g,.b{{stroke:{1}}}", palette.ground, palette.ink);
    for (std::size_t i = 0; i < series_count; ++i)
    {
        text += fmt::format(".s{0}{{stroke:{1}}}.f{0}{{fill:{1}}}", i, palette.series.at(i));
    }
    return text;
}

/// A hatching for each series, with its own direction and distance of lines.
std::string hatchings()
{
    struct Hatching
    {
        int angle;
        int distance;
    };
    constexpr std::array<Hatching, series_count> all{
        {{45, 9}, {-45, 9}, {90, 8}, {0, 8}, {20, 7}, {-20, 7}, {70, 11}, {-70, 11}}};
    std::string text = "<defs>\n";
    for (std::size_t i = 0; i < series_count; ++i)
    {
        const auto [angle, distance] = all.at(i);
        text += fmt::format(
            "<pattern id=\"hatching{0}\" width=\"{1}\" height=\"{1}\" "
            "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({2})\"><line "
            "class=\"hatch s{0}\" x1=\"0\" y1=\"1\" x2=\"{1}\" y2=\"1\"/></pattern>\n",
            i, distance, angle);
    }
    return text + "</defs>\n";
}

std::string with_tip(std::string element, std::string_view name, std::string_view tip)
{
    if (tip.empty())
    {
        return element + "/>\n";
    }
    return fmt::format("{}><title>{}</title></{}>\n", element, escape_html(tip), name);
}

}  // namespace

double text_width(std::string_view text, double size)
{
    int width = 0;
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
        {
            width += advances.at(byte - 0x20U);
        }
        else if (!is_continuation(c))
        {
            width += widest;
        }
    }
    constexpr double thousand = 1000.0;
    return size * width / thousand;
}

std::string fitted(std::string_view text, double size, double width)
{
    if (text_width(text, size) <= width)
    {
        return std::string(text);
    }
    std::string kept(text);
    while (!kept.empty() && text_width(kept + std::string(ellipsis), size) > width)
    {
        while (kept.size() > 1 && is_continuation(kept.back()))
        {
            kept.pop_back();
        }
        kept.pop_back();
    }
    return kept + std::string(ellipsis);
}

void SvgCanvas::reach(double x, double y)
{
    m_left = std::min(m_left, x);
    m_right = std::max(m_right, x);
    m_top = std::min(m_top, y);
    m_bottom = std::max(m_bottom, y);
}

void SvgCanvas::line(Point from, Point to, std::string_view css_class)
{
    reach(from.first, from.second);
    reach(to.first, to.second);
    m_body += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
        css_class, number(from.first), number(from.second), number(to.first), number(to.second));
}

void SvgCanvas::polyline(const std::vector<Point>& points, std::string_view css_class)
{
    for (const auto& [x, y] : points)
    {
        reach(x, y);
    }
    m_body +=
        fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", css_class, point_list(points));
}

void SvgCanvas::polygon(const std::vector<Point>& points, std::string_view css_class)
{
    for (const auto& [x, y] : points)
    {
        reach(x, y);
    }
    m_body += fmt::format("<polygon class=\"{}\" points=\"{}\"/>\n", css_class, point_list(points));
}

void SvgCanvas::rectangle(
    Point corner, double width, double height, std::string_view css_class, std::string_view tip)
{
    reach(corner.first, corner.second);
    reach(corner.first + width, corner.second + height);
    m_body +=
        with_tip(fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}")", css_class,
                     number(corner.first), number(corner.second), number(width), number(height)),
            "rect", tip);
}

void SvgCanvas::circle(
    Point centre, double radius, std::string_view css_class, std::string_view tip)
{
    reach(centre.first - radius, centre.second - radius);
    reach(centre.first + radius, centre.second + radius);
    m_body += with_tip(fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}")", css_class,
                           number(centre.first), number(centre.second), number(radius)),
        "circle", tip);
}

void SvgCanvas::text(Point at, std::string_view content, Anchor anchor, std::string_view css_class)
{
    const double width = text_width(content, text_size);
    const double left = at.first - (anchor == Anchor::start     ? 0.0 :
                                       anchor == Anchor::middle ? width / 2.0 :
                                                                  width);
    reach(left, at.second - text_size);
    reach(left + width, at.second + text_size / 3.0);
    constexpr std::array<std::string_view, 3> names{
        "", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    m_body += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n", css_class,
        number(at.first), number(at.second), names.at(static_cast<std::size_t>(anchor)),
        escape_html(content));
}

std::string SvgCanvas::svg(std::string_view title, std::string_view description) const
{
    const double width = m_right - m_left + 2.0 * sheet_margin;
    const double height = m_bottom - m_top + 2.0 * sheet_margin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" "
        "width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">\n<title>{}</title>\n<desc>{}</desc>\n"
        "<style>{}</style>\n{}{}</svg>\n",
        escape_html(title), number(width), number(height), number(m_left - sheet_margin),
        number(m_top - sheet_margin), number(width), number(height), escape_html(title),
        escape_html(description), style(), m_has_hatching ? hatchings() : "", m_body);
}

std::string SvgCanvas::series(std::size_t index)
{
    return fmt::format("l s{} d{}", index % series_count, index % series_count);
}

std::string SvgCanvas::fill(std::size_t index)
{
    return fmt::format("f{}", index % series_count);
}

void SvgCanvas::band(
    const std::vector<Point>& low, const std::vector<Point>& high, std::size_t index)
{
    m_has_hatching = true;
    std::vector<Point> outline = high;
    outline.insert(outline.end(), low.rbegin(), low.rend());
    polygon(outline, "tint " + fill(index));
    polygon(outline, fmt::format("x{}", index % series_count));
    for (const auto* const edge : {&low, &high})
    {
        polyline(*edge, fmt::format("e s{} d{}", index % series_count, index % series_count));
    }
}

std::string SvgCanvas::style()
{
    constexpr std::array<std::string_view, series_count> dashes{
        "none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2", "1 2", "6 2 2 2 2 2"};
    const std::string font = "font:12px 'DejaVu Sans',Verdana,Arial,sans-serif";
    std::string text = fmt::format(
        "svg{{color-scheme:light dark}}.t,.w,.k{{{}}}.w{{fill:{}}}.k{{fill:{}}}"
        ".a{{stroke-width:1;fill:none}}.g{{stroke-opacity:.15;fill:none}}"
        ".b{{stroke-width:4;fill:none}}.l{{stroke-width:2.5;fill:none}}"
        ".e{{stroke-width:1;fill:none}}.hatch{{stroke-width:1;stroke-opacity:.45}}"
        ".tint{{fill-opacity:.1;stroke:none}}.n{{fill:{}}}",
        font, white_text, black_text, neutral_colour);
    for (std::size_t i = 0; i < heat_colours.size(); ++i)
    {
        text += fmt::format(".h{}{{fill:{}}}", i, heat_colours.at(i));
    }
    for (std::size_t i = 0; i < series_count; ++i)
    {
        text += fmt::format(
            ".d{0}{{stroke-dasharray:{1}}}.x{0}{{fill:url(#hatching{0})}}", i, dashes.at(i));
    }
    text += colours(light_palette);
    // On paper the light colours are used.
    text +=
        fmt::format("@media screen and (prefers-color-scheme:dark){{{}}}", colours(dark_palette));
    return text;
}

std::string SvgCanvas::text_class(Colour ground)
{
    return text_on(ground) == white_text ? "w" : "k";
}

}  // namespace sbst::study
