// SPDX-License-Identifier: Apache-2.0
// A paper's questions about pairs: on how many subjects one is better. Next:
// report_correlation.cpp.
#include "labels.hpp"
#include "report_tables.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/stats/descriptive.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <utility>

namespace sbst::study
{

namespace
{

/// Numbers of subjects, means over the metrics that were measured.
struct QuestionCounts
{
    std::size_t metrics = 0;
    // By p-values without correction, as papers count.
    double better = 0.0;
    double worse = 0.0;
    double neither = 0.0;
    // After the study's correction.
    double better_corrected = 0.0;
    double worse_corrected = 0.0;
    // By the mean alone.
    double higher = 0.0;
    double lower = 0.0;
    double a12 = not_measured;
};

void add_to(const PairComparison& pair, double alpha, double share, QuestionCounts& counts)
{
    for (const SubjectComparison& row : pair.subjects)
    {
        if (std::isnan(row.a12))
        {
            continue;
        }
        const bool is_clear = row.p <= alpha && row.a12 != 0.5;
        const bool favours_first = (row.a12 > 0.5) == pair.metric.is_more_better;
        (!is_clear ? counts.neither : favours_first ? counts.better : counts.worse) += share;
    }
    counts.better_corrected += share * static_cast<double>(pair.wins);
    counts.worse_corrected += share * static_cast<double>(pair.losses);
    counts.higher += share * static_cast<double>(pair.better);
    counts.lower += share * static_cast<double>(pair.worse);
}

QuestionCounts counts_of(
    const Results& results, const Question& question, const std::vector<std::size_t>& subjects)
{
    const StudySpec& spec = results.plan->spec;
    std::vector<PairComparison> pairs;
    std::vector<double> effects;
    for (const std::string& name : spec.report.questions.metrics)
    {
        PairComparison pair = compare(results, require_metric(results.metrics, name, spec.file),
            index_of(spec, question.pair.first), index_of(spec, question.pair.second), subjects);
        if (!std::isnan(pair.mean_a12))
        {
            effects.push_back(pair.mean_a12);
            pairs.push_back(std::move(pair));
        }
    }
    QuestionCounts counts;
    counts.metrics = pairs.size();
    for (const PairComparison& pair : pairs)
    {
        add_to(pair, spec.report.alpha, 1.0 / static_cast<double>(pairs.size()), counts);
    }
    counts.a12 = effects.empty() ? not_measured : stats::mean(effects);
    return counts;
}

/// The published numbers of a group: better, worse, neither; nothing when there are none.
const std::array<double, 3>* published_counts(const Question& question, const std::string& group)
{
    for (const auto& [name, numbers] : question.published)
    {
        if (name == group)
        {
            return &numbers;
        }
    }
    return nullptr;
}

double percent(double part, double whole)
{
    return whole > 0.0 ? 100.0 * part / whole : not_measured;
}

std::string share_text(double part, double whole)
{
    return fmt::format("{} of {} ({}%)", rounded_number(part, 1), rounded_number(whole, 0),
        rounded_number(percent(part, whole), 1));
}

/// Whether ours and theirs favour the same one.
std::string direction_text(const QuestionCounts& counts, const std::array<double, 3>& theirs)
{
    const double difference = theirs[0] - theirs[1];
    const bool is_clear = counts.better != counts.worse;
    const double ours = is_clear ? counts.better - counts.worse : counts.higher - counts.lower;
    const char* const by = is_clear ? "" : " by the means, without significance";
    return ours == 0.0 || difference == 0.0 ?
               "One of the two favours neither" :
               fmt::format("Ours favour the {}{}",
                   (ours > 0.0) == (difference > 0.0) ? "same one" : "other one", by);
}

std::string sentence(const Question& question, const QuestionCounts& counts, double subjects)
{
    if (counts.metrics == 0)
    {
        return fmt::format("{}: there is nothing to compare yet.", question.text);
    }
    std::string text = fmt::format(
        "{}: {} is better than {} on {} subjects and worse on {} (mean over {}); corrected on {} "
        "and "
        "{}; its mean is better on {} and worse on {}.",
        question.text, question.pair.first, question.pair.second,
        share_text(counts.better, subjects), share_text(counts.worse, subjects),
        counted(counts.metrics, "metric"), rounded_number(counts.better_corrected, 1),
        rounded_number(counts.worse_corrected, 1), rounded_number(counts.higher, 1),
        rounded_number(counts.lower, 1));
    if (const auto* const theirs = published_counts(question, every_subject))
    {
        const double whole = std::accumulate(theirs->begin(), theirs->end(), 0.0);
        text += fmt::format(" Published: {} and {}. {}.", share_text((*theirs)[0], whole),
            share_text((*theirs)[1], whole), direction_text(counts, *theirs));
    }
    return text;
}

/// `4.5 (30%)`; the number alone for programs.
TableCell share_cell(double part, double whole)
{
    return {.text = fmt::format(
                "{} ({}%)", rounded_number(part, 1), rounded_number(percent(part, whole), 0)),
        .exact = exact_number(part)};
}

std::vector<TableCell> row_of(const Question& question, const std::string& group,
    std::size_t subjects, const QuestionCounts& counts)
{
    const auto whole = static_cast<double>(subjects);
    std::vector<TableCell> row{text_cell(question.text), text_cell(group),
        text_cell(std::to_string(subjects)), share_cell(counts.better, whole),
        share_cell(counts.worse, whole), number_cell(counts.neither, 1),
        number_cell(counts.better_corrected, 1), number_cell(counts.worse_corrected, 1),
        number_cell(counts.higher, 1), number_cell(counts.lower, 1), number_cell(counts.a12, 2)};
    const auto* const theirs = published_counts(question, group);
    for (const std::size_t i : {0U, 1U})
    {
        row.push_back(theirs == nullptr ? number_cell(not_measured, 0) :
                                          share_cell((*theirs)[i], std::accumulate(theirs->begin(),
                                                                       theirs->end(), 0.0)));
    }
    return row;
}

}  // namespace

Table question_table(const Results& results, const std::vector<std::size_t>& subjects)
{
    const StudySpec& spec = results.plan->spec;
    Table table{
        .name = "questions", .title = "Questions: on how many subjects the first is better"};
    table.columns = {{"question", false}, {"group", false}, {"subjects"}, {"better"}, {"worse"},
        {"neither"}, {.title = "better, corrected", .is_detail = true},
        {.title = "worse, corrected", .is_detail = true},
        {.title = "mean better", .is_detail = true}, {.title = "mean worse", .is_detail = true},
        {"A12"}, {.title = "better, published", .brief = "theirs better"},
        {.title = "worse, published", .brief = "theirs worse"}};
    std::vector<std::string> groups{every_subject};
    for (const Group& group : spec.groups)
    {
        groups.push_back(group.name);
    }
    for (const Question& question : spec.report.questions.questions)
    {
        for (const std::string& group : groups)
        {
            const std::vector<std::size_t> members = subjects_of(*results.plan, group, subjects);
            const QuestionCounts counts = counts_of(results, question, members);
            table.rows.push_back(row_of(question, group, members.size(), counts));
            if (group == every_subject)
            {
                table.notes.push_back(
                    sentence(question, counts, static_cast<double>(members.size())));
            }
        }
    }
    table.notes.push_back(fmt::format(
        "Numbers of subjects, as means over those of {} metrics that were measured. Better and "
        "worse: two-sided Mann-Whitney U "
        "at {}, without correction as papers count; corrected: {}. Mean better, mean worse: by the "
        "subjects' means, significant or not.",
        spec.report.questions.metrics.size(), exact_number(spec.report.alpha),
        spec.report.correction == Correction::holm ? "Holm over the subjects of the group" :
                                                     "no correction"));
    return table;
}

void check_criteria_metrics(const StudySpec& spec, std::span<const MetricInfo> known)
{
    const auto check = [&known](const std::string& name, const std::string& place) {
        static_cast<void>(require_metric(known, name, place));
    };
    for (const std::string& name : spec.report.questions.metrics)
    {
        check(name, spec.file + ": report: questions: metrics");
    }
    for (const CriteriaCorrelation& correlation : spec.report.correlations)
    {
        for (const auto& group : correlation.groups)
        {
            for (const std::string& name : group)
            {
                check(name, correlation.place + ": correlations: groups");
            }
        }
    }
    for (const PublishedMeans& means : spec.report.published_means)
    {
        for (const PublishedMeansRow& row : means.rows)
        {
            check(row.metric, row.place + ": published-means: metric");
        }
    }
}

}  // namespace sbst::study
