// SPDX-License-Identifier: Apache-2.0
// Pictures of a study as SVG: no scripts, no embedded fonts, the same bytes for the same results.
// Next: report.hpp.
#pragma once

#include <sbst/study/comparison.hpp>
#include <sbst/study/results.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::study
{

struct Figure
{
    /// Stem of its file.
    std::string name;
    std::string title;
    /// A description in words, for readers who cannot see the picture.
    std::string description;
    /// A whole `<svg>`.
    std::string svg;
};

/// Coverage over executions, or over seconds, on a logarithmic axis (most happens early): the
/// median over all runs of the subjects' coverage, and the band of the middle half.
[[nodiscard]] Figure convergence_figure(
    const Results& results, const std::vector<std::size_t>& subjects, bool is_over_seconds);

/// With more subjects than this, pictures have no part for each subject.
inline constexpr std::size_t most_drawn_subjects = 48;

/// The same for each subject, with equal axes, twelve per picture, over the unit that the budget
/// limits; empty for a single subject or for more than most_drawn_subjects.
[[nodiscard]] std::vector<Figure> subject_figures(
    const Results& results, const std::vector<std::size_t>& subjects);

/// One box per configuration for each subject, divided into pictures that fit on a page; with more
/// than most_drawn_subjects subjects, one box for all of them.
[[nodiscard]] std::vector<Figure> box_figures(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects);

/// A12 of each pair on each subject, as maps of colours with their numbers, forty subjects per
/// picture.
[[nodiscard]] std::vector<Figure> effect_figures(
    const Results& results, const std::vector<PairComparison>& pairs);

/// Wins, ties and losses of each pair, as bars.
[[nodiscard]] Figure verdict_figure(
    const Results& results, const std::vector<PairComparison>& pairs);

/// Mean ranks and Nemenyi's critical difference.
[[nodiscard]] Figure ranking_figure(const Results& results, const Ranking& ranking);

}  // namespace sbst::study
