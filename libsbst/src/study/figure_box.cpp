// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"
#include "report_tables.hpp"
#include "svg_canvas.hpp"

#include <sbst/stats/descriptive.hpp>
#include <sbst/study/figure.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sbst::study
{

namespace
{

constexpr double row_height = 16.0;
constexpr double group_gap = 10.0;
constexpr double name_height = 18.0;
constexpr double box_width = 440.0;
/// Higher pictures do not fit on a page.
constexpr double most_height = 640.0;

/// One box: its configuration and its values.
struct Box
{
    std::string label;
    std::vector<double> values;
};

struct BoxGroup
{
    std::string label;
    std::vector<Box> boxes;
};

std::vector<BoxGroup> groups_of(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects)
{
    const auto& configurations = results.plan->spec.configurations;
    const bool is_one = subjects.size() > most_drawn_subjects;
    std::vector<BoxGroup> groups;
    if (is_one)
    {
        groups.push_back({fmt::format("means of {} subjects", subjects.size()), {}});
        groups.back().boxes.resize(configurations.size());
    }
    for (const std::size_t subject : subjects)
    {
        if (!is_one)
        {
            groups.push_back({results.plan->subjects[subject].name, {}});
        }
        for (std::size_t i = 0; i < configurations.size(); ++i)
        {
            const Sample found = sample(results, metric.name, subject, i);
            if (!is_one)
            {
                groups.back().boxes.push_back({configurations[i].label, found.values});
            }
            else if (!found.values.empty())
            {
                Box& box = groups.back().boxes[i];
                box.label = configurations[i].label;
                box.values.push_back(mean_of(found));
            }
        }
    }
    return groups;
}

/// Where a box is drawn, and as which series.
struct BoxPlace
{
    double top = 0.0;
    std::size_t series = 0;
};

void draw_box(SvgCanvas& canvas, const Box& box, const MetricInfo& metric, const Scale& x,
    const BoxPlace& place)
{
    const double top = place.top;
    if (box.values.empty())
    {
        canvas.text({x.first_pixel + 4.0, top + row_height - 4.0}, "no run");
        return;
    }
    std::vector<double> sorted = box.values;
    std::sort(sorted.begin(), sorted.end());
    const double middle_y = top + row_height / 2.0;
    const double low = stats::sorted_quantile(sorted, 0.25);
    const double middle = stats::sorted_quantile(sorted, 0.5);
    const double high = stats::sorted_quantile(sorted, 0.75);
    const std::string tip = fmt::format(
        "{}: median {}, middle half {} to {}, all {} to {}, {} "
        "values",
        box.label, rounded_number(middle, metric.digits), rounded_number(low, metric.digits),
        rounded_number(high, metric.digits), rounded_number(sorted.front(), metric.digits),
        rounded_number(sorted.back(), metric.digits), sorted.size());
    canvas.line({x(sorted.front()), middle_y}, {x(sorted.back()), middle_y}, "a");
    for (const double end : {sorted.front(), sorted.back()})
    {
        canvas.line({x(end), top + 5.0}, {x(end), top + row_height - 5.0}, "a");
    }
    constexpr double narrowest = 2.0;
    const double width = std::max(narrowest, x(high) - x(low));
    canvas.rectangle(
        {x(low), top + 3.0}, width, row_height - 6.0, SvgCanvas::fill(place.series), tip);
    canvas.line({x(middle), top + 1.0}, {x(middle), top + row_height - 1.0}, "a");
}

/// Boxes of the legend, as many lines as they need. Returns the height.
double draw_box_legend(SvgCanvas& canvas, const Plan& plan)
{
    constexpr double swatch = 12.0;
    constexpr double line_height = 20.0;
    constexpr double gap = 24.0;
    double left = 0.0;
    double top = 0.0;
    for (std::size_t i = 0; i < plan.spec.configurations.size(); ++i)
    {
        const std::string label = fitted(
            plan.spec.configurations[i].label, SvgCanvas::text_size, box_width - swatch - gap);
        const double width = swatch + 6.0 + text_width(label, SvgCanvas::text_size);
        if (left > 0.0 && left + width > box_width)
        {
            left = 0.0;
            top += line_height;
        }
        canvas.rectangle({left, top}, swatch, swatch, SvgCanvas::fill(i));
        canvas.text({left + swatch + 6.0, top + swatch - 2.0}, label);
        left += width + gap;
    }
    return top + line_height;
}

double height_of(const BoxGroup& group)
{
    return name_height + row_height * static_cast<double>(group.boxes.size()) + group_gap;
}

std::string box_svg(const Results& results, const MetricInfo& metric,
    std::span<const BoxGroup> groups, const Scale& x, const Figure& figure)
{
    SvgCanvas canvas;
    const double begin = draw_box_legend(canvas, *results.plan) + group_gap;
    double bottom = begin;
    for (const BoxGroup& group : groups)
    {
        bottom += height_of(group);
    }
    draw_bottom_axis(canvas, x, begin, bottom);
    double top = begin;
    for (const BoxGroup& group : groups)
    {
        canvas.text(
            {0.0, top + name_height - 4.0}, fitted(group.label, SvgCanvas::text_size, box_width));
        for (std::size_t i = 0; i < group.boxes.size(); ++i)
        {
            draw_box(canvas, group.boxes[i], metric, x,
                {top + name_height + row_height * static_cast<double>(i), i});
        }
        top += height_of(group);
    }
    canvas.text({box_width / 2.0, bottom + 36.0}, metric.title, Anchor::middle);
    return canvas.svg(figure.title, figure.description);
}

}  // namespace

std::vector<Figure> box_figures(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects)
{
    const std::vector<BoxGroup> groups = groups_of(results, metric, subjects);
    std::vector<double> all;
    for (const BoxGroup& group : groups)
    {
        for (const Box& box : group.boxes)
        {
            all.insert(all.end(), box.values.begin(), box.values.end());
        }
    }
    const bool is_share = metric.name.starts_with("coverage");
    const auto [low, high] =
        range_of(all, 0.0, is_share ? 1.0 : std::numeric_limits<double>::infinity());
    const Scale x{low, high, 0.0, box_width};
    std::vector<Figure> figures;
    for (std::size_t first = 0; first < groups.size() || figures.empty();)
    {
        std::size_t end = first;
        double height = 0.0;
        while (
            end < groups.size() && (end == first || height + height_of(groups[end]) < most_height))
        {
            height += height_of(groups[end]);
            ++end;
        }
        Figure figure;
        const bool is_only = first == 0 && end == groups.size();
        const std::size_t number = figures.size() + 1;
        figure.name =
            fmt::format("box-{}{}", metric.name, number == 1 ? "" : fmt::format("-{}", number));
        figure.title = headline(fmt::format(
            "{} by subject{}", metric.title, is_only ? "" : fmt::format(" ({})", number)));
        figure.description =
            "Boxes hold the middle half of the runs, the bar in them is the median, "
            "whiskers reach the least and the greatest value.";
        figure.svg =
            box_svg(results, metric, std::span(groups).subspan(first, end - first), x, figure);
        figures.push_back(std::move(figure));
        first = end;
        if (groups.empty())
        {
            break;
        }
    }
    return figures;
}

}  // namespace sbst::study
