// SPDX-License-Identifier: Apache-2.0
// Published numbers beside ours.
#include "csv.hpp"
#include "report_tables.hpp"

#include <sbst/error.hpp>
#include <sbst/stats/descriptive.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace sbst::study
{
namespace
{
/// Theirs and ours of one column, by our subject.
struct Columns
{
    const Published* published = nullptr;
    MetricInfo metric{};
    std::map<std::size_t, double> theirs{};
    std::map<std::size_t, double> ours{};
};

double parse_published(const std::string& text)
{
    double value = not_measured;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end ? value : not_measured;
}

std::optional<std::size_t> our_subject(const Plan& plan, const std::string& theirs)
{
    const auto named = std::find_if(plan.spec.report.names.begin(), plan.spec.report.names.end(),
        [&theirs](const auto& pair) { return pair.first == theirs; });
    const std::string& name = named == plan.spec.report.names.end() ? theirs : named->second;
    for (std::size_t i = 0; i < plan.subjects.size(); ++i)
    {
        if (plan.subjects[i].name == name)
        {
            return i;
        }
    }
    return std::nullopt;
}

double aggregate(const Sample& sample, const std::string& how)
{
    if (sample.values.empty())
    {
        return not_measured;
    }
    return how == "sum"    ? std::accumulate(sample.values.begin(), sample.values.end(), 0.0) :
           how == "median" ? stats::median(sample.values) :
                             stats::mean(sample.values);
}

/// `column=value`; every row where nothing is asked for.
bool is_wanted(const CsvFile& csv, const std::vector<std::string>& row, const Published& published)
{
    const std::size_t sign = published.where.find('=');
    if (published.where.empty())
    {
        return true;
    }
    if (sign == std::string::npos)
    {
        throw ConfigError(fmt::format(
            "{}: where: found '{}', expected column=value", published.place, published.where));
    }
    return row[csv.column(published.where.substr(0, sign))] == published.where.substr(sign + 1);
}

Columns read_columns(const Results& results, const Published& published)
{
    const Plan& plan = *results.plan;
    Columns columns{.published = &published};
    const auto metric = find_metric(results, published.metric);
    if (!metric)
    {
        throw ConfigError(
            fmt::format("{}: metric: nothing is known of '{}'", published.place, published.metric));
    }
    columns.metric = *metric;
    const auto& configurations = plan.spec.configurations;
    const auto configuration = static_cast<std::size_t>(
        std::find_if(configurations.begin(), configurations.end(),
            [&](const Configuration& known) { return known.label == published.configuration; }) -
        configurations.begin());
    const CsvFile csv = load_csv(published.file);
    const std::size_t subject_column = csv.column(published.subject_column);
    const std::size_t value_column = csv.column(published.column);
    for (const auto& row : csv.rows)
    {
        const auto subject = our_subject(plan, row[subject_column]);
        if (subject && is_wanted(csv, row, published))
        {
            columns.theirs[*subject] = parse_published(row[value_column]);
            columns.ours[*subject] = aggregate(
                sample(results, published.metric, *subject, configuration), published.aggregate);
        }
    }
    return columns;
}

/// Means over the subjects for which both numbers are known.
void add_mean_row(const std::vector<Columns>& all, Table& table)
{
    std::vector<TableCell> row{text_cell("mean of those with both")};
    for (const Columns& columns : all)
    {
        std::vector<double> theirs;
        std::vector<double> ours;
        for (const auto& [subject, value] : columns.theirs)
        {
            const double own = columns.ours.at(subject);
            if (!std::isnan(value) && !std::isnan(own))
            {
                theirs.push_back(value);
                ours.push_back(own);
            }
        }
        for (const auto* const values : {&theirs, &ours})
        {
            row.push_back(number_cell(values->empty() ? not_measured : stats::mean(*values),
                columns.metric.digits, true));
        }
    }
    table.rows.push_back(std::move(row));
}

Table make_table(const Results& results, const std::vector<Columns>& all, std::size_t number)
{
    Table table{.name = fmt::format("published-{}", number),
        .title = all.front().published->table + ": published, and ours"};
    table.columns = {{"subject", false}};
    std::map<std::size_t, std::vector<TableCell>> rows;
    for (const Columns& columns : all)
    {
        for (const auto& [subject, value] : columns.theirs)
        {
            rows[subject] = {text_cell(results.plan->subjects[subject].name)};
        }
    }
    for (const Columns& columns : all)
    {
        const Published& published = *columns.published;
        table.columns.push_back({fmt::format("{} published", published.column)});
        table.columns.push_back({fmt::format(
            "{}, {} of {}", published.configuration, published.aggregate, columns.metric.title)});
        for (auto& [subject, row] : rows)
        {
            const bool is_there = columns.theirs.contains(subject);
            row.push_back(number_cell(
                is_there ? columns.theirs.at(subject) : not_measured, columns.metric.digits));
            row.push_back(number_cell(
                is_there ? columns.ours.at(subject) : not_measured, columns.metric.digits));
        }
    }
    for (auto& [subject, row] : rows)
    {
        table.rows.push_back(std::move(row));
    }
    add_mean_row(all, table);
    return table;
}
}  // namespace

std::vector<Table> published_tables(const Results& results)
{
    std::vector<std::vector<Columns>> by_heading;
    for (const Published& published : results.plan->spec.report.published)
    {
        const auto same = std::find_if(by_heading.begin(), by_heading.end(),
            [&](const auto& all) { return all.front().published->table == published.table; });
        auto& place = same == by_heading.end() ? by_heading.emplace_back() : *same;
        place.push_back(read_columns(results, published));
    }
    std::vector<Table> tables;
    tables.reserve(by_heading.size());
    for (const auto& all : by_heading)
    {
        tables.push_back(make_table(results, all, tables.size() + 1));
    }
    return tables;
}
}  // namespace sbst::study
