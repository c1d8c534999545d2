// SPDX-License-Identifier: Apache-2.0
// A canvas for SVG: it grows with its content, so that nothing is clipped, and measures text in the
// widest font that readers are likely to have.
#pragma once

#include "palette.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::study
{

/// Width of a text in pixels, in DejaVu Sans, which is wider than the other fonts in the font list.
[[nodiscard]] double text_width(std::string_view text, double size);

/// A text cut to a width, with an ellipsis; whole if it fits.
[[nodiscard]] std::string fitted(std::string_view text, double size, double width);

/// The position of a text relative to its point.
enum class Anchor
{
    start,
    middle,
    end,
};

using Point = std::pair<double, double>;

class SvgCanvas
{
public:
    static constexpr double text_size = 12.0;

    /// `css_class` gives colour and dashes; see style().
    void line(Point from, Point to, std::string_view css_class);
    void polyline(const std::vector<Point>& points, std::string_view css_class);
    void polygon(const std::vector<Point>& points, std::string_view css_class);
    void rectangle(Point corner, double width, double height, std::string_view css_class,
        std::string_view tip = {});
    void circle(Point centre, double radius, std::string_view css_class, std::string_view tip = {});
    void text(Point at, std::string_view content, Anchor anchor = Anchor::start,
        std::string_view css_class = "t");

    /// The area between two lines in the colour and the hatching of the i-th series, with edges
    /// dashed like its line, so that overlapping bands can be told apart without colour.
    void band(const std::vector<Point>& low, const std::vector<Point>& high, std::size_t index);

    /// The picture with its size, name and description.
    [[nodiscard]] std::string svg(std::string_view title, std::string_view description) const;

    /// The style sheet in every picture: light and dark colours, patterns of lines.
    [[nodiscard]] static std::string style();
    /// Classes of the i-th series: its colour and its dash pattern go together.
    [[nodiscard]] static std::string series(std::size_t index);
    [[nodiscard]] static std::string fill(std::size_t index);
    /// The class of a text that is readable on that background.
    [[nodiscard]] static std::string text_class(Colour ground);

private:
    void reach(double x, double y);

    std::string m_body;
    bool m_has_hatching = false;
    double m_left = 0.0;
    double m_top = 0.0;
    double m_right = 0.0;
    double m_bottom = 0.0;
};

}  // namespace sbst::study
