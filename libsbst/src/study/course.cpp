// SPDX-License-Identifier: Apache-2.0
#include "course.hpp"

#include <sbst/stats/descriptive.hpp>

#include <algorithm>
#include <cmath>

namespace sbst::study
{

namespace
{

constexpr std::size_t point_count = 80;

double coverage_at(const RunRecord& record, double at, TimeAxis axis)
{
    const std::uint64_t covered = axis == TimeAxis::seconds ?
                                      covered_at_seconds(record, at) :
                                      covered_at_executions(record, static_cast<std::uint64_t>(at));
    return record.goals == 0 ? 1.0 :
                               static_cast<double>(covered) / static_cast<double>(record.goals);
}

}  // namespace

CourseSpan span_of(const Results& results, TimeAxis axis)
{
    const auto place = [axis](const TimelinePoint& point) {
        return axis == TimeAxis::seconds ? point.seconds : static_cast<double>(point.executions);
    };
    // Clocks and counts may begin at 0, which has no logarithm.
    const double least = axis == TimeAxis::seconds ? 1e-6 : 1.0;
    CourseSpan span;
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
    if (axis == TimeAxis::executions && budget.executions)
    {
        span.end = static_cast<double>(*budget.executions);
    }
    else if (axis == TimeAxis::seconds && budget.seconds && !budget.executions)
    {
        span.end = std::max(span.end, *budget.seconds);
    }
    return span;
}

Course course_of(const Results& results, const std::vector<std::size_t>& subjects,
    std::size_t configuration, const CourseSpan& span, TimeAxis axis)
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
                    values.push_back(coverage_at(run.stored->record, at, axis));
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

void draw_course(SvgCanvas& canvas, const Course& course, const CoursePlace& place)
{
    std::vector<Point> low;
    std::vector<Point> line;
    std::vector<Point> high;
    for (std::size_t i = 0; i < course.at.size(); ++i)
    {
        const double x = place.x(course.at[i]);
        low.emplace_back(x, place.y(course.low[i]));
        line.emplace_back(x, place.y(course.middle[i]));
        high.emplace_back(x, place.y(course.high[i]));
    }
    if (!line.empty())
    {
        canvas.band(low, high, place.series);
        canvas.polyline(line, SvgCanvas::series(place.series));
    }
}

std::pair<double, double> coverage_range(const std::vector<Course>& courses)
{
    std::vector<double> seen;
    for (const Course& course : courses)
    {
        seen.insert(seen.end(), course.low.begin(), course.low.end());
        seen.insert(seen.end(), course.high.begin(), course.high.end());
    }
    return range_of(seen, 0.0, 1.0);
}

double draw_legend(SvgCanvas& canvas, const Plan& plan, double top, double width)
{
    constexpr double line_height = 20.0;
    constexpr double sample_width = 36.0;
    constexpr double sample_height = 12.0;
    constexpr double text_begin = 44.0;
    const auto& configurations = plan.spec.configurations;
    for (std::size_t i = 0; i < configurations.size(); ++i)
    {
        const double y = top + line_height * (static_cast<double>(i) + 0.5);
        const double up = y - sample_height / 2.0;
        canvas.band({{0.0, up + sample_height}, {sample_width, up + sample_height}},
            {{0.0, up}, {sample_width, up}}, i);
        canvas.line({0.0, y}, {sample_width, y}, SvgCanvas::series(i));
        canvas.text({text_begin, y + 4.0},
            fitted(configurations[i].label, SvgCanvas::text_size, width - text_begin));
    }
    return line_height * static_cast<double>(configurations.size());
}

}  // namespace sbst::study
