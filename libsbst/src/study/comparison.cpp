// SPDX-License-Identifier: Apache-2.0
#include "labels.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/effect_size.hpp>
#include <sbst/stats/multiple.hpp>
#include <sbst/stats/rank_sum.hpp>
#include <sbst/stats/signed_rank.hpp>
#include <sbst/study/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace sbst::study
{

namespace
{

/// Keeps the values of runs that both samples have, paired by seed.
void keep_pairs(
    const Sample& first, const Sample& second, std::vector<double>& x, std::vector<double>& y)
{
    for (std::size_t i = 0; i < first.values.size(); ++i)
    {
        const auto found =
            std::find(second.repetitions.begin(), second.repetitions.end(), first.repetitions[i]);
        if (found != second.repetitions.end())
        {
            x.push_back(first.values[i]);
            y.push_back(
                second.values[static_cast<std::size_t>(found - second.repetitions.begin())]);
        }
    }
}

double signed_rank_p(const std::vector<double>& x, const std::vector<double>& y,
    const stats::RankTestOptions& options)
{
    return x.empty() ? not_measured :
                       stats::signed_rank(x, y, stats::ZeroPolicy::drop, options).p_two_sided;
}

SubjectComparison compare_subject(const Results& results, const MetricInfo& metric,
    std::size_t first, std::size_t second, std::size_t subject)
{
    SubjectComparison row;
    row.subject = subject;
    row.first = sample(results, metric.name, subject, first);
    row.second = sample(results, metric.name, subject, second);
    row.mean_first = mean_of(row.first);
    row.mean_second = mean_of(row.second);
    if (row.first.values.empty() || row.second.values.empty())
    {
        row.p = not_measured;
        row.adjusted_p = not_measured;
        row.p_signed_rank = not_measured;
        row.a12 = not_measured;
        return row;
    }
    row.p = stats::rank_sum(row.first.values, row.second.values).p_two_sided;
    row.a12 = stats::a12(row.first.values, row.second.values);
    std::vector<double> x;
    std::vector<double> y;
    keep_pairs(row.first, row.second, x, y);
    row.p_signed_rank =
        signed_rank_p(x, y, {.method = stats::Method::normal, .is_continuity_corrected = false});
    return row;
}

void adjust(const Plan& plan, PairComparison& pair)
{
    std::vector<double> p_values;
    for (const SubjectComparison& row : pair.subjects)
    {
        p_values.push_back(row.p);
    }
    if (plan.spec.report.correction == Correction::holm)
    {
        p_values = stats::holm(p_values);
    }
    for (std::size_t i = 0; i < p_values.size(); ++i)
    {
        SubjectComparison& row = pair.subjects[i];
        row.adjusted_p = p_values[i];
        const bool is_significant = row.adjusted_p <= plan.spec.report.alpha;
        const bool favours_first = (row.a12 > 0.5) == pair.metric.is_more_better;
        row.verdict = !is_significant || row.a12 == 0.5 ? Verdict::tie :
                      favours_first                     ? Verdict::first :
                                                          Verdict::second;
    }
}

/// A mean for ranking in tests over subjects: rounded to twelve digits, so that rounding errors do
/// not break ties.
double to_rank(double mean)
{
    const std::string digits = fmt::format("{:.11e}", mean);
    double value = mean;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

void count(PairComparison& pair)
{
    std::vector<double> first;
    std::vector<double> second;
    double a12 = 0.0;
    for (const SubjectComparison& row : pair.subjects)
    {
        pair.wins += (row.verdict == Verdict::first) ? 1U : 0U;
        pair.losses += (row.verdict == Verdict::second) ? 1U : 0U;
        if (std::isnan(row.a12))
        {
            continue;
        }
        pair.ties += (row.verdict == Verdict::tie) ? 1U : 0U;
        const double sign = pair.metric.is_more_better ? 1.0 : -1.0;
        const double difference = sign * (to_rank(row.mean_first) - to_rank(row.mean_second));
        pair.better += (difference > 0.0) ? 1U : 0U;
        pair.worse += (difference < 0.0) ? 1U : 0U;
        pair.equal += (difference == 0.0) ? 1U : 0U;
        first.push_back(to_rank(row.mean_first));
        second.push_back(to_rank(row.mean_second));
        a12 += row.a12;
    }
    if (first.empty())
    {
        pair.mean_first = not_measured;
        pair.mean_second = not_measured;
        pair.mean_a12 = not_measured;
        pair.p_over_subjects = not_measured;
        return;
    }
    pair.mean_first = stats::mean(first);
    pair.mean_second = stats::mean(second);
    pair.mean_a12 = a12 / static_cast<double>(first.size());
    pair.p_over_subjects = signed_rank_p(first, second, {});
}

}  // namespace

double mean_of(const Sample& sample)
{
    if (sample.values.empty())
    {
        return not_measured;
    }
    // Sorted, so that equal samples have equal means.
    std::vector<double> values = sample.values;
    std::sort(values.begin(), values.end());
    return stats::mean(values);
}

PairComparison compare(const Results& results, const MetricInfo& metric, std::size_t first,
    std::size_t second, const std::vector<std::size_t>& subjects)
{
    PairComparison pair;
    pair.first = first;
    pair.second = second;
    pair.metric = metric;
    for (const std::size_t subject : subjects)
    {
        pair.subjects.push_back(compare_subject(results, metric, first, second, subject));
    }
    adjust(*results.plan, pair);
    count(pair);
    return pair;
}

std::vector<std::pair<std::size_t, std::size_t>> wanted_pairs(const Plan& plan)
{
    const auto& configurations = plan.spec.configurations;
    const ReportSpec& report = plan.spec.report;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const Comparison& pair : report.pairs)
    {
        pairs.emplace_back(index_of(plan.spec, pair.first), index_of(plan.spec, pair.second));
    }
    // Runs of one budget compare; an approach is the baseline of each budget. A baseline that names
    // its budget is compared with all others.
    const auto is_wanted = [&](std::size_t i, std::size_t j) {
        const Configuration& other = configurations[j];
        const bool is_same_budget = configurations[i].budget == other.budget;
        return report.baseline.empty() ?
                   j < i && is_same_budget :
                   i != j && (other.label == report.baseline ||
                                 (other.approach == report.baseline && is_same_budget));
    };
    for (std::size_t i = 0; report.pairs.empty() && i < configurations.size(); ++i)
    {
        for (std::size_t j = 0; j < configurations.size(); ++j)
        {
            if (is_wanted(i, j))
            {
                pairs.emplace_back(i, j);
            }
        }
    }
    return pairs;
}

std::optional<Ranking> rank_configurations(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects)
{
    const std::size_t count = results.plan->spec.configurations.size();
    std::vector<double> values;
    for (const std::size_t subject : subjects)
    {
        std::vector<double> row;
        for (std::size_t i = 0; i < count; ++i)
        {
            const double mean = to_rank(mean_of(sample(results, metric.name, subject, i)));
            // Rank 1 is the smallest.
            row.push_back(metric.is_more_better ? -mean : mean);
        }
        if (std::none_of(row.begin(), row.end(), [](double value) { return std::isnan(value); }))
        {
            values.insert(values.end(), row.begin(), row.end());
        }
    }
    const std::size_t blocks = count == 0 ? 0 : values.size() / count;
    if (count < 3 || blocks < 2)
    {
        return std::nullopt;
    }
    Ranking ranking;
    ranking.metric = metric;
    ranking.friedman = stats::friedman(values, count);
    ranking.mean_ranks = ranking.friedman.mean_ranks;
    ranking.critical_difference =
        stats::critical_difference(count, blocks, results.plan->spec.report.alpha);
    ranking.subjects = blocks;
    return ranking;
}

std::string design_warning(const Plan& plan, std::size_t subjects)
{
    const StudySpec& spec = plan.spec;
    const double least = stats::least_rank_sum_p(spec.repetitions, spec.repetitions);
    const bool is_corrected = spec.report.correction == Correction::holm && subjects > 1;
    const double corrected = is_corrected ? least * static_cast<double>(subjects) : least;
    if (corrected <= spec.report.alpha)
    {
        return {};
    }
    return fmt::format(
        "With {} each no rank-sum test can give a p-value below {:.2g}{}: no difference on "
        "a single subject can be significant at {}, however large.",
        counted(spec.repetitions, "run"), std::min(1.0, least),
        is_corrected ? fmt::format(", which Holm's correction over {} subjects may multiply by {}",
                           subjects, subjects) :
                       std::string(),
        spec.report.alpha);
}

}  // namespace sbst::study
