// SPDX-License-Identifier: Apache-2.0
#include "course.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/study/figure.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::study
{

namespace
{

constexpr double curve_width = 420.0;
constexpr double curve_height = 240.0;

// Small multiples.
constexpr std::size_t panel_columns = 2;
constexpr std::size_t panels_a_picture = 12;
constexpr double panel_width = 190.0;
constexpr double panel_height = 84.0;
constexpr double panel_gap = 46.0;
constexpr double panel_step = 136.0;

std::string unit_of(TimeAxis axis)
{
    return axis == TimeAxis::seconds ? "seconds" : "executions";
}

/// The unit that the budget limits: executions, unless it limits only seconds.
TimeAxis main_axis(const Results& results)
{
    const StudyBudget& budget = results.plan->spec.budget;
    const bool has_counts = budget.executions || budget.calls || budget.generations;
    return has_counts ? TimeAxis::executions : TimeAxis::seconds;
}

std::vector<Course> courses_of(const Results& results, const std::vector<std::size_t>& subjects,
    const CourseSpan& span, TimeAxis axis)
{
    std::vector<Course> courses;
    for (std::size_t i = 0; i < results.plan->spec.configurations.size(); ++i)
    {
        courses.push_back(course_of(results, subjects, i, span, axis));
    }
    return courses;
}

/// Place and size of a plot.
struct Frame
{
    Point corner;
    double width;
    double height;
};

void draw_plot(SvgCanvas& canvas, const std::vector<Course>& courses, const CourseSpan& span,
    std::pair<double, double> range, const Frame& frame)
{
    const auto [left, top] = frame.corner;
    const Scale x{span.begin, span.end, left, left + frame.width, true};
    const Scale y{range.first, range.second, top + frame.height, top};
    draw_left_axis(canvas, y, left, left + frame.width);
    draw_bottom_axis(canvas, x, top, top + frame.height);
    for (std::size_t i = 0; i < courses.size(); ++i)
    {
        draw_course(canvas, courses[i], {x, y, i});
    }
}

/// One of several pictures, or the only one.
struct Part
{
    std::size_t number;
    std::size_t count;
};

Figure subject_figure(const Results& results, const std::vector<std::size_t>& subjects,
    const CourseSpan& span, const Part& part)
{
    const TimeAxis axis = main_axis(results);
    std::vector<std::vector<Course>> panels;
    std::vector<Course> all;
    for (const std::size_t subject : subjects)
    {
        panels.push_back(courses_of(results, {subject}, span, axis));
        all.insert(all.end(), panels.back().begin(), panels.back().end());
    }
    const std::pair<double, double> range = coverage_range(all);
    SvgCanvas canvas;
    double bottom = 0.0;
    for (std::size_t i = 0; i < panels.size(); ++i)
    {
        const double left = (panel_width + panel_gap) * static_cast<double>(i % panel_columns);
        const std::size_t row = i / panel_columns;
        const double top = panel_step * static_cast<double>(row);
        canvas.text({left, top - 8.0},
            fitted(results.plan->subjects[subjects[i]].name, SvgCanvas::text_size, panel_width));
        draw_plot(canvas, panels[i], span, range, {{left, top}, panel_width, panel_height});
        bottom = top + panel_step;
    }
    draw_legend(canvas, *results.plan, bottom - 16.0, panel_width * 2.0 + panel_gap);
    Figure figure;
    figure.name = part.number == 1 ? "coverage-by-subject" :
                                     fmt::format("coverage-by-subject-{}", part.number);
    const std::string place =
        part.count == 1 ? "" : fmt::format(" ({} of {})", part.number, part.count);
    figure.title = fmt::format("Coverage over {}, by subject{}", unit_of(axis), place);
    figure.description = fmt::format(
        "Each subject with the same axes, {} logarithmic: median of its runs; the band holds the "
        "middle half of them.",
        unit_of(axis));
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}

}  // namespace

Figure convergence_figure(
    const Results& results, const std::vector<std::size_t>& subjects, bool is_over_seconds)
{
    const TimeAxis axis = is_over_seconds ? TimeAxis::seconds : TimeAxis::executions;
    const CourseSpan span = span_of(results, axis);
    const std::vector<Course> courses = courses_of(results, subjects, span, axis);
    SvgCanvas canvas;
    draw_plot(
        canvas, courses, span, coverage_range(courses), {{0.0, 0.0}, curve_width, curve_height});
    const std::string unit = unit_of(axis);
    canvas.text({curve_width / 2.0, curve_height + 34.0}, unit + ", logarithmic", Anchor::middle);
    canvas.text({0.0, -10.0}, "coverage");
    draw_legend(canvas, *results.plan, curve_height + 44.0, curve_width);
    Figure figure;
    figure.name = "coverage-over-" + unit;
    figure.title = fmt::format("Coverage over {}", unit);
    figure.description =
        fmt::format("Median over all runs on {}; the band holds the middle half of the runs.",
            counted(subjects.size(), "subject"));
    figure.svg = canvas.svg(figure.title, figure.description);
    return figure;
}

std::vector<Figure> subject_figures(
    const Results& results, const std::vector<std::size_t>& subjects)
{
    std::vector<Figure> figures;
    if (subjects.size() < 2 || subjects.size() > most_drawn_subjects)
    {
        return figures;
    }
    const CourseSpan span = span_of(results, main_axis(results));
    const std::size_t count = (subjects.size() + panels_a_picture - 1) / panels_a_picture;
    for (std::size_t first = 0; first < subjects.size(); first += panels_a_picture)
    {
        const std::size_t end = std::min(first + panels_a_picture, subjects.size());
        const std::vector<std::size_t> some(subjects.begin() + static_cast<std::ptrdiff_t>(first),
            subjects.begin() + static_cast<std::ptrdiff_t>(end));
        figures.push_back(subject_figure(results, some, span, {figures.size() + 1, count}));
    }
    return figures;
}

}  // namespace sbst::study
