// SPDX-License-Identifier: Apache-2.0
// Whether the report's colours can be read: WCAG 2.1, level AA.
#include "palette.hpp"

#include "support/catch.hpp"
#include "svg_canvas.hpp"

#include <set>
#include <string>

namespace
{

using namespace sbst::study;

constexpr double least_of_text = 4.5;
constexpr double least_of_marks = 3.0;

TEST_CASE("contrast: black on white is 21, a colour on itself 1", "[core][study][unit]")
{
    CHECK(contrast("#000000", "#ffffff") == Approx(21.0));
    CHECK(contrast("#ffffff", "#000000") == Approx(21.0));
    CHECK(contrast("#4287bd", "#4287bd") == Approx(1.0));
    // Known from others' calculators.
    CHECK(contrast("#777777", "#ffffff") == Approx(4.48).margin(0.01));
}

TEST_CASE(
    "palettes: text can be read in light and in dark, marks can be seen", "[core][study][unit]")
{
    for (const Palette& palette : {light_palette, dark_palette})
    {
        INFO("on " << palette.ground);
        CHECK(contrast(palette.ink, palette.ground) >= least_of_text);
        CHECK(contrast(palette.link, palette.ground) >= least_of_text);
        CHECK(contrast(palette.rule, palette.ground) >= least_of_marks);
        CHECK(contrast(palette.alarm, palette.ground) >= least_of_marks);
        for (const Colour colour : palette.series)
        {
            INFO(colour);
            CHECK(contrast(colour, palette.ground) >= least_of_marks);
        }
        CHECK(
            std::set<Colour>(palette.series.begin(), palette.series.end()).size() == series_count);
    }
}

TEST_CASE("palettes: numbers on maps can be read", "[core][study][unit]")
{
    for (const Colour colour : heat_colours)
    {
        INFO(colour);
        CHECK(contrast(text_on(colour), colour) >= least_of_text);
    }
    CHECK(contrast(text_on(neutral_colour), neutral_colour) >= least_of_text);
    CHECK(SvgCanvas::text_class("#000000") == "w");
    CHECK(SvgCanvas::text_class("#ffffff") == "k");
}

TEST_CASE("pictures: dark is for screens only, and every series has its own dashes and hatching",
    "[core][study][unit]")
{
    const std::string style = SvgCanvas::style();
    CHECK_THAT(style, Catch::Contains("@media screen and (prefers-color-scheme:dark)"));
    CHECK_THAT(style, Catch::Contains(std::string(dark_palette.series[0])));
    SvgCanvas canvas;
    canvas.band({{0, 10}, {5, 10}}, {{0, 0}, {5, 0}}, 1);
    const std::string svg = canvas.svg("bands", "");
    CHECK_THAT(svg, Catch::Contains("class=\"x1\""));
    CHECK_THAT(svg, Catch::Contains("class=\"e s1 d1\""));
    std::set<std::string> dashes;
    std::set<std::string> hatchings;
    for (std::size_t i = 0; i < series_count; ++i)
    {
        const std::string rule = ".d" + std::to_string(i) + "{";
        const std::size_t at = style.find(rule);
        REQUIRE(at != std::string::npos);
        dashes.insert(style.substr(at + rule.size(), style.find('}', at) - at - rule.size()));
        const std::string pattern = "id=\"hatching" + std::to_string(i) + "\"";
        const std::size_t begin = svg.find(pattern);
        REQUIRE(begin != std::string::npos);
        hatchings.insert(
            svg.substr(begin + pattern.size(), svg.find("<line", begin) - begin - pattern.size()));
    }
    CHECK(dashes.size() == series_count);
    CHECK(hatchings.size() == series_count);
    CHECK_THAT(SvgCanvas().svg("plain", ""), !Catch::Contains("<pattern"));
}

}  // namespace
