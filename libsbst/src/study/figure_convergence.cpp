// SPDX-License-Identifier: Apache-2.0
#include "axis.hpp"
#include "svg_canvas.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/study/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sbst::study
{
namespace
{
constexpr double curve_width = 620.0;
constexpr double curve_height = 280.0;
constexpr std::size_t point_count = 80;
constexpr double legend_line = 20.0;

/// Where a timeline is read: the point's place, and a run's coverage there.
struct Course
{
    std::vector<double> at;
    std::vector<double> low;
    std::vector<double> middle;
    std::vector<double> high;
};

double coverage_at(const RunRecord& record, double at, bool is_over_seconds)
{
    const std::uint64_t covered = is_over_seconds ?
                                      covered_at_seconds(record, at) :
                                      covered_at_executions(record, static_cast<std::uint64_t>(at));
    return record.goals == 0 ? 1.0 :
                               static_cast<double>(covered) / static_cast<double>(record.goals);
}

/// What the picture shows: from the first improvement that any run made to the end of the longest
/// timeline, or of the budget where it has such a limit. Empty without runs.
struct Span
{
    double begin = 0.0;
    double end = 0.0;

    [[nodiscard]] bool is_empty() const { return !(begin > 0.0 && end >= begin); }
};

Span span_of(const Results& results, bool is_over_seconds)
{
    const auto place = [is_over_seconds](const TimelinePoint& point) {
        return is_over_seconds ? point.seconds : static_cast<double>(point.executions);
    };
    // Clocks and counts may begin at 0, where no logarithm is.
    const double least = is_over_seconds ? 1e-6 : 1.0;
    Span span;
    for (const auto& by_configuration : results.runs)
    {
        for (const auto& runs : by_configuration)
        {
            for (const Run& run : runs)
            {
                if (run.stored && !run.stored->record.timeline.empty())
                {
                    const auto& timeline = run.stored->record.timeline;
                    const double first = std::max(place(timeline.front()), least);
                    span.begin = span.begin > 0.0 ? std::min(span.begin, first) : first;
                    span.end = std::max({span.end, first, place(timeline.back())});
                }
            }
        }
    }
    const StudyBudget& budget = results.plan->spec.budget;
    if (!is_over_seconds && budget.executions)
    {
        span.end = static_cast<double>(*budget.executions);
    }
    else if (is_over_seconds && budget.seconds && !budget.executions)
    {
        span.end = std::max(span.end, *budget.seconds);
    }
    return span;
}

Course course_of(const Results& results, const std::vector<std::size_t>& subjects,
    std::size_t configuration, const Span& span, bool is_over_seconds)
{
    Course course;
    for (std::size_t i = 0; i <= point_count && !span.is_empty(); ++i)
    {
        const double share = static_cast<double>(i) / static_cast<double>(point_count);
        const double at =
            i == point_count ? span.end : span.begin * std::pow(span.end / span.begin, share);
        std::vector<double> values;
        for (const std::size_t subject : subjects)
        {
            for (const Run& run : results.runs[subject][configuration])
            {
                if (run.stored)
                {
                    values.push_back(coverage_at(run.stored->record, at, is_over_seconds));
                }
            }
        }
        if (values.empty())
        {
            continue;
        }
        std::sort(values.begin(), values.end());
        course.at.push_back(at);
        course.low.push_back(stats::sorted_quantile(values, 0.25));
        course.middle.push_back(stats::sorted_quantile(values, 0.5));
        course.high.push_back(stats::sorted_quantile(values, 0.75));
    }
    return course;
}

void draw(
    SvgCanvas& canvas, const Course& course, const Scale& x, const Scale& y, std::size_t series)
{
    std::vector<Point> band;
    std::vector<Point> line;
    for (std::size_t i = 0; i < course.at.size(); ++i)
    {
        band.emplace_back(x(course.at[i]), y(course.high[i]));
        line.emplace_back(x(course.at[i]), y(course.middle[i]));
    }
    for (std::size_t i = course.at.size(); i > 0; --i)
    {
        band.emplace_back(x(course.at[i - 1]), y(course.low[i - 1]));
    }
    if (!line.empty())
    {
        canvas.polygon(band, "band " + SvgCanvas::fill(series));
        canvas.polyline(line, SvgCanvas::series(series));
    }
}
}  // namespace

Figure convergence_figure(
    const Results& results, const std::vector<std::size_t>& subjects, bool is_over_seconds)
{
    const auto& configurations = results.plan->spec.configurations;
    const Span span = span_of(results, is_over_seconds);
    std::vector<Course> courses;
    std::vector<double> seen;
    for (std::size_t i = 0; i < configurations.size(); ++i)
    {
        courses.push_back(course_of(results, subjects, i, span, is_over_seconds));
        seen.insert(seen.end(), courses.back().low.begin(), courses.back().low.end());
        seen.insert(seen.end(), courses.back().high.begin(), courses.back().high.end());
    }
    const auto [low, high] = range_of(seen, 0.0, 1.0);
    SvgCanvas canvas;
    const Scale x{span.begin, span.end, 0.0, curve_width, true};
    const Scale y{low, high, curve_height, 0.0};
    draw_left_axis(canvas, y, 0.0, curve_width);
    draw_bottom_axis(canvas, x, 0.0, curve_height);
    for (std::size_t i = 0; i < courses.size(); ++i)
    {
        draw(canvas, courses[i], x, y, i);
        const double legend_y = curve_height + 50.0 + legend_line * static_cast<double>(i);
        canvas.line({0.0, legend_y}, {36.0, legend_y}, SvgCanvas::series(i));
        canvas.text({44.0, legend_y + 4.0}, configurations[i].label);
    }
    const std::string unit = is_over_seconds ? "seconds" : "executions";
    canvas.text({curve_width / 2.0, curve_height + 34.0}, unit + ", logarithmic", Anchor::middle);
    canvas.text({0.0, -10.0}, "coverage");
    Figure figure;
    figure.name = "coverage-over-" + unit;
    figure.title = fmt::format("Coverage over {}", unit);
    figure.description =
        fmt::format("Median over all runs on {}; the band holds the middle half of the runs.",
            counted(subjects.size(), "subject"));
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}
}  // namespace sbst::study
