// SPDX-License-Identifier: Apache-2.0
// How the coverage of criteria moves together: inside groups of criteria and between them. Next:
// report_means.cpp.
//
// Source: Zhou et al., Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit
// Test Generation, 2023, research question 4: for a criterion that guided the search and another
// one, Pearson's coefficient over all classes and budgets.
#include "labels.hpp"
#include "report_tables.hpp"

#include <sbst/report/totals.hpp>
#include <sbst/stats/correlation.hpp>
#include <sbst/stats/descriptive.hpp>
#include <sbst/stats/rank_sum.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sbst::study
{

namespace
{

constexpr int coefficient_digits = 2;

/// One ordered pair: the criterion that was sought, and another one.
struct Coefficient
{
    std::string guide;
    std::string other;
    bool is_same_group = false;
    std::size_t points = 0;
    stats::Correlation correlation{not_measured, not_measured, not_measured};
};

class Correlating
{
public:
    Correlating(const Results& results, const std::vector<std::size_t>& subjects,
        const CriteriaCorrelation& wanted)
      : m_results(results), m_subjects(subjects), m_wanted(wanted)
    {
        for (const auto& group : wanted.groups)
        {
            m_metrics.insert(m_metrics.end(), group.begin(), group.end());
        }
    }

    [[nodiscard]] const std::vector<std::string>& metrics() const { return m_metrics; }

    [[nodiscard]] std::vector<Coefficient> coefficients() const
    {
        std::vector<Coefficient> all;
        for (const auto& [guide, labels] : m_wanted.guides)
        {
            for (const std::string& other : m_metrics)
            {
                if (other != guide)
                {
                    all.push_back(coefficient(guide, labels, other));
                }
            }
        }
        return all;
    }

private:
    [[nodiscard]] Coefficient coefficient(const std::string& guide,
        const std::vector<std::string>& labels, const std::string& other) const
    {
        Coefficient result{.guide = guide, .other = other};
        result.is_same_group =
            std::any_of(m_wanted.groups.begin(), m_wanted.groups.end(), [&](const auto& group) {
                const auto has = [&group](const std::string& metric) {
                    return std::find(group.begin(), group.end(), metric) != group.end();
                };
                return has(guide) && has(other);
            });
        std::vector<double> x;
        std::vector<double> y;
        for (const std::size_t subject : m_subjects)
        {
            const double whole_x = whole(guide, subject);
            const double whole_y = whole(other, subject);
            for (const std::string& label : labels)
            {
                const std::size_t c = index_of(m_results.plan->spec, label);
                for (const Run& run : m_results.runs[subject][c])
                {
                    const double first = value(run, guide) / whole_x;
                    const double second = value(run, other) / whole_y;
                    if (std::isfinite(first) && std::isfinite(second))
                    {
                        x.push_back(first);
                        y.push_back(second);
                    }
                }
            }
        }
        result.points = x.size();
        if (x.size() > 1)
        {
            result.correlation = stats::pearson(x, y);
        }
        return result;
    }

    [[nodiscard]] static double value(const Run& run, const std::string& metric)
    {
        return run.stored ? metric_value(run.stored->record, metric) : not_measured;
    }

    /// By what the metric is divided: 1, or the largest value of all runs on the subject.
    [[nodiscard]] double whole(const std::string& metric, std::size_t subject) const
    {
        const auto& relative = m_wanted.relative;
        if (std::find(relative.begin(), relative.end(), metric) == relative.end())
        {
            return 1.0;
        }
        double largest = 0.0;
        for (const auto& runs : m_results.runs[subject])
        {
            for (const Run& run : runs)
            {
                const double own = value(run, metric);
                largest = std::isnan(own) ? largest : std::max(largest, own);
            }
        }
        return largest;
    }

    const Results& m_results;
    const std::vector<std::size_t>& m_subjects;
    const CriteriaCorrelation& m_wanted;
    std::vector<std::string> m_metrics;
};

/// `branch coverage of the suite` without its end, for headings.
std::string short_title(const Results& results, const std::string& metric)
{
    std::string title = require_metric(results.metrics, metric, "").title;
    constexpr std::string_view end = " of the suite";
    return title.ends_with(end) ? title.substr(0, title.size() - end.size()) : title;
}

Table coefficient_table(const Results& results, const CriteriaCorrelation& wanted,
    const std::vector<std::string>& metrics, const std::vector<Coefficient>& all)
{
    Table table{.name = "", .title = headline(wanted.table) + ": correlation of criteria"};
    table.columns = {{"sought", false}};
    for (const std::string& metric : metrics)
    {
        table.columns.push_back({short_title(results, metric)});
    }
    for (const auto& [guide, labels] : wanted.guides)
    {
        std::vector<TableCell> row{text_cell(short_title(results, guide))};
        for (const std::string& metric : metrics)
        {
            const auto found =
                std::find_if(all.begin(), all.end(), [&, &sought = guide](const Coefficient& one) {
                    return one.guide == sought && one.other == metric;
                });
            row.push_back(found == all.end() ? text_cell("") :
                                               number_cell(found->correlation.coefficient,
                                                   coefficient_digits, found->is_same_group));
        }
        table.rows.push_back(std::move(row));
    }
    table.notes.emplace_back(
        "Pearson's coefficient of the row's criterion, in the runs that sought it, and the "
        "column's; a point is a run. Bold: both are in one group. -: one of them is constant, or "
        "was not measured.");
    for (const std::string& metric : wanted.relative)
    {
        table.notes.push_back(fmt::format(
            "{}: as a share of the largest value that a run on the subject had; subjects without "
            "any are left out.",
            headline(short_title(results, metric))));
    }
    return table;
}

/// The coefficients that are known.
std::vector<double> known_values(const std::vector<Coefficient>& all, bool is_same_group)
{
    std::vector<double> values;
    for (const Coefficient& one : all)
    {
        if (one.is_same_group == is_same_group && !std::isnan(one.correlation.coefficient))
        {
            values.push_back(one.correlation.coefficient);
        }
    }
    return values;
}

std::string verdict_on_groups(const CriteriaCorrelation& wanted, const std::vector<double>& same,
    const std::vector<double>& different, double alpha)
{
    if (same.empty() || different.empty())
    {
        return "One of the two kinds of pairs has no coefficient: nothing is said about the "
               "groups.";
    }
    const double inside = stats::mean(same);
    const double between = stats::mean(different);
    const double p = stats::rank_sum(same, different).p_two_sided;
    std::string text = fmt::format(
        "The mean coefficient is {} inside groups and {} between them: {} (two-sided Mann-Whitney "
        "U "
        "of the coefficients: p {}).",
        rounded_number(inside, coefficient_digits), rounded_number(between, coefficient_digits),
        p > alpha        ? "no clear difference" :
        inside > between ? "the groups hold" :
                           "the groups do not hold",
        p_cell(p).text);
    if (wanted.published_same && wanted.published_different)
    {
        constexpr std::size_t mean = 2;
        text += fmt::format(" Published: {} and {}.",
            rounded_number((*wanted.published_same)[mean], coefficient_digits),
            rounded_number((*wanted.published_different)[mean], coefficient_digits));
    }
    return text;
}

Table groups_table(
    const CriteriaCorrelation& wanted, const std::vector<Coefficient>& all, double alpha)
{
    Table table{.name = "",
        .title = headline(wanted.table) + ": correlation inside groups of criteria and between"};
    table.columns = {
        {"pairs of", false}, {"pairs"}, {"smallest"}, {"largest"}, {"mean"}, {"median"}};
    for (const char* const title : {"smallest", "largest", "mean", "median"})
    {
        table.columns.push_back({fmt::format("{} published", title)});
    }
    const std::vector<double> same = known_values(all, true);
    const std::vector<double> different = known_values(all, false);
    const auto add_row = [&table](const char* name, const std::vector<double>& values,
                             const std::optional<PublishedRange>& theirs) {
        std::vector<TableCell> row{text_cell(name), text_cell(std::to_string(values.size()))};
        const bool is_known = !values.empty();
        for (const double own :
            {is_known ? *std::min_element(values.begin(), values.end()) : not_measured,
                is_known ? *std::max_element(values.begin(), values.end()) : not_measured,
                is_known ? stats::mean(values) : not_measured,
                is_known ? stats::median(values) : not_measured})
        {
            row.push_back(number_cell(own, coefficient_digits));
        }
        for (std::size_t i = 0; i < PublishedRange{}.size(); ++i)
        {
            row.push_back(number_cell(theirs ? (*theirs)[i] : not_measured, coefficient_digits));
        }
        table.rows.push_back(std::move(row));
    };
    add_row("one group", same, wanted.published_same);
    add_row("different groups", different, wanted.published_different);
    table.notes.push_back(verdict_on_groups(wanted, same, different, alpha));
    const std::size_t unknown = all.size() - same.size() - different.size();
    if (unknown > 0)
    {
        table.notes.push_back(fmt::format("{} without a coefficient.", counted(unknown, "pair")));
    }
    return table;
}

Table pair_list(
    const Results& results, const CriteriaCorrelation& wanted, const std::vector<Coefficient>& all)
{
    Table table{.name = "", .title = headline(wanted.table) + ": every correlation of criteria"};
    table.columns = {
        {"sought", false}, {"other", false}, {"groups", false}, {"points"}, {"r"}, {"p"}};
    for (const Coefficient& one : all)
    {
        table.rows.push_back(
            {text_cell(short_title(results, one.guide)), text_cell(short_title(results, one.other)),
                text_cell(one.is_same_group ? "one" : "different"),
                text_cell(std::to_string(one.points)),
                number_cell(one.correlation.coefficient, coefficient_digits),
                p_cell(one.correlation.p_two_sided)});
    }
    table.notes.emplace_back("p: two-sided, by Student's t, without correction.");
    return table;
}

}  // namespace

std::vector<Table> correlation_tables(
    const Results& results, const std::vector<std::size_t>& subjects)
{
    std::vector<Table> tables;
    std::size_t number = 0;
    for (const CriteriaCorrelation& wanted : results.plan->spec.report.correlations)
    {
        const Correlating correlating(results, subjects, wanted);
        const std::vector<Coefficient> all = correlating.coefficients();
        const std::string name = fmt::format("correlations-{}", ++number);
        tables.push_back(groups_table(wanted, all, results.plan->spec.report.alpha));
        tables.back().name = name;
        tables.push_back(coefficient_table(results, wanted, correlating.metrics(), all));
        tables.back().name = name + "-criteria";
        tables.push_back(pair_list(results, wanted, all));
        tables.back().name = name + "-pairs";
    }
    return tables;
}

}  // namespace sbst::study
