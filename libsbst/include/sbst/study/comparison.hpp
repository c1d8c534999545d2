// SPDX-License-Identifier: Apache-2.0
// Compares two configurations over all subjects, and all configurations at once. Next: report.hpp.
#pragma once

#include <sbst/stats/friedman.hpp>
#include <sbst/study/results.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sbst::study
{

/// Which configuration a difference favours.
enum class Verdict
{
    second,
    tie,
    first,
};

/// Two samples of one subject. NaN where a sample is empty.
struct SubjectComparison
{
    std::size_t subject = 0;
    Sample first;
    Sample second;
    double mean_first = 0.0;
    double mean_second = 0.0;
    /// p-values of the two-sided rank-sum test: as computed, and after the study's correction over
    /// subjects.
    double p = 1.0;
    double adjusted_p = 1.0;
    /// p-value of the signed-rank test on runs paired by seed, with the normal approximation and no
    /// continuity correction, as AGSolT computed its p-values. For comparison only.
    double p_signed_rank = 1.0;
    double a12 = 0.5;
    /// From the adjusted p-value and the direction in which the metric is better.
    Verdict verdict = Verdict::tie;
};

/// One pair over one metric.
struct PairComparison
{
    std::size_t first = 0;
    std::size_t second = 0;
    MetricInfo metric;
    std::vector<SubjectComparison> subjects;
    /// Numbers of significant differences for each side, and of the others.
    std::size_t wins = 0;
    std::size_t losses = 0;
    std::size_t ties = 0;
    /// Numbers of subjects whose mean is better, worse or equal, significant or not.
    std::size_t better = 0;
    std::size_t worse = 0;
    std::size_t equal = 0;
    /// Means over the subjects that have both.
    double mean_first = 0.0;
    double mean_second = 0.0;
    double mean_a12 = 0.5;
    /// Wilcoxon signed-rank over the subjects' means.
    double p_over_subjects = 1.0;
};

/// @param subjects indices into the plan's.
[[nodiscard]] PairComparison compare(const Results& results, const MetricInfo& metric,
    std::size_t first, std::size_t second, const std::vector<std::size_t>& subjects);

/// The pairs that the study asks for, as indices of configurations; without pairs in its file those
/// of one budget.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> wanted_pairs(const Plan& plan);

/// All configurations, ranked over the subjects for which all of them have a mean; rank 1 is the
/// best.
struct Ranking
{
    MetricInfo metric;
    stats::Friedman friedman{};
    /// Indexed by configuration.
    std::vector<double> mean_ranks;
    double critical_difference = 0.0;
    std::size_t subjects = 0;
};
/// Nothing with fewer than three configurations or two subjects.
[[nodiscard]] std::optional<Ranking> rank_configurations(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects);

/// Mean of a sample; NaN when it is empty.
[[nodiscard]] double mean_of(const Sample& sample);

/// A warning in words when there are too few runs for any significance after the correction;
/// otherwise empty.
[[nodiscard]] std::string design_warning(const Plan& plan, std::size_t subjects);

}  // namespace sbst::study
