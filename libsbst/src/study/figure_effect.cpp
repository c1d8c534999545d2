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
constexpr double verdict_width = 420.0;
// Room for forty characters.
constexpr double longest_name = 380.0;

std::string pair_name(const Results& results, const PairComparison& pair)
{
    const auto& configurations = results.plan->spec.configurations;
    return fmt::format(
        "{} : {}", configurations[pair.first].label, configurations[pair.second].label);
}

/// Colours of the map, from the second's favour to the first's.
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
    const bool is_dark = step < 2 || step > 8;
    const std::string mark = row.verdict == Verdict::tie ? "" : " *";
    canvas.rectangle(corner, width, cell_height, fmt::format("h{}", step),
        fmt::format(
            "A12 {}, adjusted p {}", rounded_number(row.a12, 3), p_cell(row.adjusted_p).text));
    canvas.text(centre, rounded_number(row.a12, 2) + mark, Anchor::middle, is_dark ? "w" : "k");
}
}  // namespace

Figure effect_figure(const Results& results, const std::vector<PairComparison>& pairs)
{
    SvgCanvas canvas;
    double width = 90.0;
    for (const PairComparison& pair : pairs)
    {
        width = std::max(width, text_width(pair_name(results, pair), SvgCanvas::text_size) + 16.0);
    }
    for (std::size_t column = 0; column < pairs.size(); ++column)
    {
        const PairComparison& pair = pairs[column];
        const double left = width * static_cast<double>(column);
        canvas.text({left + width / 2.0, -8.0}, pair_name(results, pair), Anchor::middle);
        for (std::size_t i = 0; i < pair.subjects.size(); ++i)
        {
            const double top = cell_height * static_cast<double>(i);
            if (column == 0)
            {
                const std::string& name = results.plan->subjects[pair.subjects[i].subject].name;
                canvas.text({-8.0, top + cell_height - 5.0},
                    fitted(name, SvgCanvas::text_size, longest_name), Anchor::end);
            }
            draw_cell(canvas, pair.subjects[i], pair, {left, top}, width);
        }
    }
    Figure figure;
    const std::string metric = pairs.empty() ? "" : pairs.front().metric.title;
    figure.name = "effect-" + (pairs.empty() ? std::string() : pairs.front().metric.name);
    figure.title = fmt::format("Effect size A12 of {}", metric);
    figure.description =
        "Blue favours the first of a pair, orange the second; * marks a significant difference.";
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}

Figure verdict_figure(const Results& results, const std::vector<PairComparison>& pairs)
{
    SvgCanvas canvas;
    struct Part
    {
        std::size_t count;
        std::string_view css_class;
        std::string_view text_class;
        std::string_view name;
    };
    constexpr double height = 22.0;
    constexpr double gap = 10.0;
    double legend_x = 0.0;
    for (const auto& [css_class, name] : {std::pair{"h9", "first better"},
             {"n", "no significant difference"}, {"h1", "second better"}})
    {
        canvas.rectangle({legend_x, -32.0}, 12.0, 12.0, css_class);
        canvas.text({legend_x + 18.0, -22.0}, name);
        legend_x += text_width(name, SvgCanvas::text_size) + 44.0;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        const PairComparison& pair = pairs[i];
        const double top = (height + gap) * static_cast<double>(i);
        const std::size_t all = pair.wins + pair.ties + pair.losses;
        canvas.text({-8.0, top + height - 7.0}, pair_name(results, pair), Anchor::end);
        double left = 0.0;
        for (const Part& part : {Part{pair.wins, "h9", "w", "first better"},
                 Part{pair.ties, "n", "k", "no significant difference"},
                 Part{pair.losses, "h1", "w", "second better"}})
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
                    part.text_class);
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
