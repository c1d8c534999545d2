// SPDX-License-Identifier: Apache-2.0
#include "report_tables.hpp"

#include "labels.hpp"

#include <sbst/stats/bootstrap.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/effect_size.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sbst::study
{

namespace
{

constexpr int effect_digits = 2;

const std::string& label(const Results& results, std::size_t configuration)
{
    return results.plan->spec.configurations[configuration].label;
}

double mean_or_nan(const std::vector<double>& values)
{
    return values.empty() ? std::numeric_limits<double>::quiet_NaN() : stats::mean(values);
}

/// `10`, or `9 of 10` when runs are missing.
TableCell count_cell(const Sample& sample)
{
    const std::size_t all = sample.values.size() + sample.missing;
    return {.text = sample.missing == 0 ? std::to_string(all) :
                                          fmt::format("{} of {}", sample.values.size(), all),
        .exact = std::to_string(sample.values.size()),
        .is_strong = false};
}

TableCell interval_cell(const SubjectComparison& row)
{
    if (std::isnan(row.a12))
    {
        return text_cell("-");
    }
    const stats::Interval interval = stats::a12_interval(row.first.values, row.second.values);
    return text_cell(fmt::format("[{}, {}]", rounded_number(interval.low, effect_digits),
        rounded_number(interval.high, effect_digits)));
}

TableCell magnitude_cell(double a12, stats::CutOffs cut_offs)
{
    return text_cell(
        std::isnan(a12) ? "-" : std::string(stats::to_string(stats::magnitude(a12, cut_offs))));
}

/// A column that narrow tables leave out.
TableColumn detail(std::string title, bool is_number = true)
{
    return {.title = std::move(title), .is_number = is_number, .is_detail = true};
}

TableCell whole_cell(std::size_t value)
{
    return text_cell(std::to_string(value));
}

}  // namespace

std::string headline(std::string text)
{
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
}

Table summary_table(const Results& results, const std::vector<MetricInfo>& metrics,
    const std::vector<std::size_t>& subjects)
{
    Table table{.name = "summary", .title = "Means over the subjects' means"};
    table.columns = {{"configuration", false}, {"runs"}};
    for (const MetricInfo& metric : metrics)
    {
        table.columns.push_back({metric.title});
    }
    for (std::size_t c = 0; c < results.plan->spec.configurations.size(); ++c)
    {
        std::size_t finished = 0;
        std::size_t all = 0;
        for (const std::size_t subject : subjects)
        {
            const auto& runs = results.runs[subject][c];
            all += runs.size();
            finished += static_cast<std::size_t>(std::count_if(
                runs.begin(), runs.end(), [](const Run& run) { return run.stored.has_value(); }));
        }
        std::vector<TableCell> row{text_cell(label(results, c)),
            {finished == all ? std::to_string(all) : fmt::format("{} of {}", finished, all),
                std::to_string(finished)}};
        for (const MetricInfo& metric : metrics)
        {
            std::vector<double> means;
            for (const std::size_t subject : subjects)
            {
                const double mean = mean_of(sample(results, metric.name, subject, c));
                if (!std::isnan(mean))
                {
                    means.push_back(mean);
                }
            }
            row.push_back(number_cell(mean_or_nan(means), metric.digits));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table pair_table(const Results& results, const PairComparison& pair)
{
    const std::string& first = label(results, pair.first);
    const std::string& second = label(results, pair.second);
    Table table{.name = fmt::format("{}-{}-{}", pair.metric.name, pair.first + 1, pair.second + 1),
        .title = headline(fmt::format("{}: {} against {}", pair.metric.title, first, second))};
    table.columns = {{"subject", false}, detail(fmt::format("n {}", first)),
        detail(fmt::format("n {}", second)), {fmt::format("mean {}", first)},
        {fmt::format("mean {}", second)}, {"A12"}, detail("95 % interval"),
        detail("magnitude", false), detail("by Vargha-Delaney", false), detail("p"),
        {.title = "adjusted p", .brief = "adj. p"}, detail("signed-rank p")};
    for (const SubjectComparison& row : pair.subjects)
    {
        table.rows.push_back({text_cell(results.plan->subjects[row.subject].name),
            count_cell(row.first), count_cell(row.second),
            number_cell(row.mean_first, pair.metric.digits, row.verdict == Verdict::first),
            number_cell(row.mean_second, pair.metric.digits, row.verdict == Verdict::second),
            number_cell(row.a12, effect_digits), interval_cell(row),
            magnitude_cell(row.a12, stats::CutOffs::cliff),
            magnitude_cell(row.a12, stats::CutOffs::vargha_delaney), p_cell(row.p),
            p_cell(row.adjusted_p, row.verdict != Verdict::tie), p_cell(row.p_signed_rank)});
    }
    const StudySpec& spec = results.plan->spec;
    table.notes.push_back(fmt::format(
        "{} significantly better on {} subjects, {} on {}, no significant difference on {}; means "
        "better on {}, worse on {}, equal on {}. Means over subjects {} and {}, mean A12 {}; "
        "signed-rank test over the subjects' means: p {}.",
        first, pair.wins, second, pair.losses, pair.ties, pair.better, pair.worse, pair.equal,
        rounded_number(pair.mean_first, pair.metric.digits),
        rounded_number(pair.mean_second, pair.metric.digits),
        rounded_number(pair.mean_a12, effect_digits), p_cell(pair.p_over_subjects).text));
    table.notes.push_back(fmt::format(
        "p: two-sided Mann-Whitney U (rank sum), exact up to 50 runs; adjusted: {}; significant at "
        "{}, bold. A12 {} 0.5 favours {}. Magnitudes at |2 A12 - 1| of 0.147, 0.33, 0.474 (Cliff), "
        "and at 0.56, 0.64, 0.71 (Vargha and Delaney). Signed-rank p: Wilcoxon over runs of one "
        "seed, normal without continuity correction, as some papers give it.",
        spec.report.correction == Correction::holm ? "Holm over the subjects of this table" :
                                                     "not at all",
        exact_number(spec.report.alpha), pair.metric.is_more_better ? "above" : "below", first));
    return table;
}

Table group_table(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects)
{
    const Plan& plan = *results.plan;
    Table table{.name = "groups-" + metric.name,
        .title = headline(fmt::format("{} by group of subjects", metric.title))};
    table.columns = {{"group", false}, {"first", false}, {"second", false}, detail("subjects"),
        detail("mean first"), detail("mean second"), {.title = "first better", .brief = "better"},
        {"tie"}, {.title = "second better", .brief = "worse"},
        {.title = "mean A12", .brief = "A12"}, {.title = "p over subjects", .brief = "p"}};
    const auto add_rows = [&](const std::string& name, const std::vector<std::size_t>& members) {
        for (const auto& [first, second] : wanted_pairs(plan))
        {
            const PairComparison pair = compare(results, metric, first, second, members);
            table.rows.push_back({text_cell(name), text_cell(label(results, first)),
                text_cell(label(results, second)), whole_cell(members.size()),
                number_cell(pair.mean_first, metric.digits),
                number_cell(pair.mean_second, metric.digits), whole_cell(pair.wins),
                whole_cell(pair.ties), whole_cell(pair.losses),
                number_cell(pair.mean_a12, effect_digits), p_cell(pair.p_over_subjects)});
        }
    };
    add_rows(every_subject, subjects);
    for (const Group& group : plan.spec.groups)
    {
        add_rows(group.name, subjects_of(plan, group.name, subjects));
    }
    return table;
}

std::vector<std::size_t> subjects_of(
    const Plan& plan, const std::string& group, const std::vector<std::size_t>& subjects)
{
    const auto& groups = plan.spec.groups;
    const auto known = std::find_if(
        groups.begin(), groups.end(), [&group](const Group& one) { return one.name == group; });
    if (known == groups.end())
    {
        return subjects;
    }
    std::vector<std::size_t> members = plan.members(*known);
    std::erase_if(members, [&subjects](std::size_t member) {
        return std::find(subjects.begin(), subjects.end(), member) == subjects.end();
    });
    return members;
}

Table failure_table(const Results& results)
{
    Table table{.name = "failures", .title = "Runs that failed"};
    table.columns = {{"run", false}, {"attempts"}, {"reason", false}};
    for (const Failure& failure : results.failures)
    {
        table.rows.push_back(
            {text_cell(failure.cell), whole_cell(failure.attempts), text_cell(failure.reason)});
    }
    constexpr std::array<std::string_view, 3> policies{
        "they are left out, other runs of their subjects count",
        "their subjects are left out of every comparison",
        "they count as 0 wherever more is better"};
    table.notes.push_back(fmt::format("Policy of this study: {}.",
        policies.at(static_cast<std::size_t>(results.plan->spec.on_failure))));
    return table;
}

}  // namespace sbst::study
