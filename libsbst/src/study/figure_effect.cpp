// SPDX-License-Identifier: Apache-2.0
#include "svg_canvas.hpp"

#include <sbst/study/figure.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sbst::study
{

namespace
{

constexpr double cell_height = 18.0;
constexpr double cell_width = 60.0;
constexpr double verdict_width = 360.0;
/// Longer names of subjects and pairs are cut.
constexpr double longest_subject = 200.0;
constexpr double longest_pair = 440.0;
constexpr std::size_t rows_a_picture = 40;
/// Columns of one map; further pairs are shown in another map below.
constexpr std::size_t most_columns = 4;

std::string pair_name(const Results& results, const PairComparison& pair)
{
    const auto& configurations = results.plan->spec.configurations;
    return fmt::format(
        "{} : {}", configurations[pair.first].label, configurations[pair.second].label);
}

/// The step of the colour scale, from the second's favour to the first's.
std::size_t heat_step(double a12, bool is_more_better)
{
    constexpr double steps = 10.0;
    const double favour = is_more_better ? a12 : 1.0 - a12;
    return static_cast<std::size_t>(std::lround(std::clamp(favour, 0.0, 1.0) * steps));
}

void draw_cell(SvgCanvas& canvas, const SubjectComparison& row, const PairComparison& pair,
    Point corner, double width)
{
    const Point centre{corner.first + width / 2.0, corner.second + cell_height - 5.0};
    if (std::isnan(row.a12))
    {
        canvas.text(centre, "-", Anchor::middle);
        return;
    }
    const std::size_t step = heat_step(row.a12, pair.metric.is_more_better);
    const std::string mark = row.verdict == Verdict::tie ? "" : " *";
    canvas.rectangle(corner, width, cell_height, fmt::format("h{}", step),
        fmt::format(
            "A12 {}, adjusted p {}", rounded_number(row.a12, 3), p_cell(row.adjusted_p).text));
    canvas.text(centre, rounded_number(row.a12, 2) + mark, Anchor::middle,
        SvgCanvas::text_class(heat_colours.at(step)));
}

/// Rows of some subjects, columns of some pairs, which are numbered.
struct MapPart
{
    std::size_t first_row;
    std::size_t end_row;
    std::size_t first_pair;
    std::size_t end_pair;
};

/// Returns where the map ends.
double draw_map(SvgCanvas& canvas, const Results& results, const std::vector<PairComparison>& pairs,
    const MapPart& part, double top)
{
    for (std::size_t column = part.first_pair; column < part.end_pair; ++column)
    {
        const PairComparison& pair = pairs[column];
        const double left = cell_width * static_cast<double>(column - part.first_pair);
        canvas.text(
            {left + cell_width / 2.0, top - 8.0}, std::to_string(column + 1), Anchor::middle);
        for (std::size_t i = part.first_row; i < std::min(part.end_row, pair.subjects.size()); ++i)
        {
            const double y = top + cell_height * static_cast<double>(i - part.first_row);
            if (column == part.first_pair)
            {
                const std::string& name = results.plan->subjects[pair.subjects[i].subject].name;
                canvas.text({-8.0, y + cell_height - 5.0},
                    fitted(name, SvgCanvas::text_size, longest_subject), Anchor::end);
            }
            draw_cell(canvas, pair.subjects[i], pair, {left, y}, cell_width);
        }
    }
    return top + cell_height * static_cast<double>(part.end_row - part.first_row);
}

std::string map_svg(const Results& results, const std::vector<PairComparison>& pairs,
    std::size_t first_row, std::size_t end_row, const Figure& figure)
{
    constexpr double map_gap = 40.0;
    constexpr double legend_line = 18.0;
    SvgCanvas canvas;
    double top = 0.0;
    for (std::size_t first = 0; first < pairs.size(); first += most_columns)
    {
        const std::size_t end = std::min(first + most_columns, pairs.size());
        top = draw_map(canvas, results, pairs, {first_row, end_row, first, end}, top) + map_gap;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        canvas.text({-longest_subject, top - map_gap / 2.0 + legend_line * static_cast<double>(i)},
            fitted(fmt::format("{}  {}", i + 1, pair_name(results, pairs[i])), SvgCanvas::text_size,
                longest_pair));
    }
    return canvas.svg(figure.title, figure.description);
}

}  // namespace

std::vector<Figure> effect_figures(const Results& results, const std::vector<PairComparison>& pairs)
{
    std::vector<Figure> figures;
    const std::size_t rows = pairs.empty() ? 0 : pairs.front().subjects.size();
    for (std::size_t first = 0; first < rows; first += rows_a_picture)
    {
        const std::size_t end = std::min(first + rows_a_picture, rows);
        const MetricInfo& metric = pairs.front().metric;
        Figure figure;
        figure.name = fmt::format(
            "effect-{}{}", metric.name, first == 0 ? "" : fmt::format("-{}", figures.size() + 1));
        figure.title = fmt::format("Effect size A12 of {}{}", metric.title,
            rows <= rows_a_picture ? "" : fmt::format(", subjects {} to {}", first + 1, end));
        figure.description =
            "Blue favours the first of a pair, orange the second; * marks a significant "
            "difference.";
        figure.svg = map_svg(results, pairs, first, end, figure);
        figures.push_back(std::move(figure));
    }
    return figures;
}

Figure verdict_figure(const Results& results, const std::vector<PairComparison>& pairs)
{
    SvgCanvas canvas;
    struct Part
    {
        std::size_t count;
        std::string_view css_class;
        Colour ground;
        std::string_view name;
    };
    constexpr double height = 22.0;
    constexpr double gap = 30.0;
    double legend_x = 0.0;
    for (const auto& [css_class, name] : {std::pair{"h9", "first better"},
             {"n", "no significant difference"}, {"h1", "second better"}})
    {
        canvas.rectangle({legend_x, -52.0}, 12.0, 12.0, css_class);
        canvas.text({legend_x + 18.0, -42.0}, name);
        legend_x += text_width(name, SvgCanvas::text_size) + 34.0;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        const PairComparison& pair = pairs[i];
        const double top = (height + gap) * static_cast<double>(i);
        const std::size_t all = pair.wins + pair.ties + pair.losses;
        canvas.text(
            {0.0, top - 5.0}, fitted(pair_name(results, pair), SvgCanvas::text_size, longest_pair));
        double left = 0.0;
        for (const Part& part : {Part{pair.wins, "h9", heat_colours[9], "first better"},
                 Part{pair.ties, "n", neutral_colour, "no significant difference"},
                 Part{pair.losses, "h1", heat_colours[1], "second better"}})
        {
            const double width = all == 0 ? 0.0 :
                                            verdict_width * static_cast<double>(part.count) /
                                                static_cast<double>(all);
            if (part.count == 0)
            {
                continue;
            }
            canvas.rectangle({left, top}, width, height, part.css_class,
                fmt::format("{}: {} of {}", part.name, part.count, all));
            const std::string count = std::to_string(part.count);
            if (text_width(count, SvgCanvas::text_size) + 2.0 <= width)
            {
                canvas.text({left + width / 2.0, top + height - 7.0}, count, Anchor::middle,
                    SvgCanvas::text_class(part.ground));
            }
            left += width;
        }
        canvas.text({verdict_width + 8.0, top + height - 7.0},
            fmt::format("{} / {} / {}", pair.wins, pair.ties, pair.losses));
    }
    Figure figure;
    const std::string metric = pairs.empty() ? "" : pairs.front().metric.title;
    figure.name = "verdict-" + (pairs.empty() ? std::string() : pairs.front().metric.name);
    figure.title = fmt::format("Subjects by verdict on {}", metric);
    figure.description =
        "Subjects on which the first of a pair is significantly better, neither, "
        "or the second.";
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}

}  // namespace sbst::study
