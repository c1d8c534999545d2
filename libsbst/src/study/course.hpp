// SPDX-License-Identifier: Apache-2.0
// How coverage grows over the runs of a configuration, as a line and a band. Next:
// figure_convergence.cpp.
#pragma once

#include "axis.hpp"
#include "svg_canvas.hpp"

#include <sbst/study/results.hpp>

#include <cstddef>
#include <vector>

namespace sbst::study
{

/// The unit of a timeline's axis.
enum class TimeAxis
{
    executions,
    seconds,
};

/// Coverage at some places: the runs' median, and the quartiles around it.
struct Course
{
    std::vector<double> at;
    std::vector<double> low;
    std::vector<double> middle;
    std::vector<double> high;
};

/// The range of a picture: from the first improvement of any run to the end of the longest
/// timeline, or of the budget if that has such a limit. Empty without runs.
struct CourseSpan
{
    double begin = 0.0;
    double end = 0.0;

    [[nodiscard]] bool is_empty() const { return !(begin > 0.0 && end >= begin); }
};

[[nodiscard]] CourseSpan span_of(const Results& results, TimeAxis axis);

/// The course of all runs of a configuration on these subjects, at even logarithmic steps.
[[nodiscard]] Course course_of(const Results& results, const std::vector<std::size_t>& subjects,
    std::size_t configuration, const CourseSpan& span, TimeAxis axis);

/// Where a course is drawn, and as which series.
struct CoursePlace
{
    Scale x;
    Scale y;
    std::size_t series = 0;
};
void draw_course(SvgCanvas& canvas, const Course& course, const CoursePlace& place);

/// Least and greatest coverage of all bands, with some margin.
[[nodiscard]] std::pair<double, double> coverage_range(const std::vector<Course>& courses);

/// A line for each configuration: its sample, its label. Returns the height of the legend.
double draw_legend(SvgCanvas& canvas, const Plan& plan, double top, double width);

}  // namespace sbst::study
