// SPDX-License-Identifier: Apache-2.0
// Published numbers beside ours.
#include "csv.hpp"
#include "report_tables.hpp"

#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/stats/descriptive.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

namespace sbst::study
{

namespace
{

/// The published and our numbers of one column, by our subject.
struct Columns
{
    const Published* published = nullptr;
    MetricInfo metric{};
    std::map<std::size_t, double> theirs{};
    std::map<std::size_t, double> ours{};
    /// Corrections, and missing runs of subjects.
    std::vector<std::string> notes{};
};

double parse_published(const std::string& text)
{
    double value = not_measured;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && std::isfinite(value) ? value : not_measured;
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

double aggregate(const std::vector<double>& values, const std::string& how)
{
    if (values.empty())
    {
        return not_measured;
    }
    return how == "sum"    ? std::accumulate(values.begin(), values.end(), 0.0) :
           how == "median" ? stats::median(values) :
                             stats::mean(values);
}

/// `column=value`; every row when there is no condition.
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

/// The published number of each subject of the table: corrected, and with the substitute for
/// subjects that the file lacks.
std::map<std::size_t, double> read_theirs(
    const Plan& plan, const Published& published, std::vector<std::string>& notes)
{
    const CsvFile csv = load_csv(published.file);
    const std::size_t subject_column = csv.column(published.subject_column);
    const std::size_t value_column = csv.column(published.column);
    std::map<std::size_t, std::vector<double>> values;
    std::set<std::string> unknown;
    for (const auto& row : csv.rows)
    {
        const std::string& name = row[subject_column];
        const auto subject = our_subject(plan, name);
        if (!is_wanted(csv, row, published))
        {
            continue;
        }
        if (!subject)
        {
            unknown.insert(name);
            continue;
        }
        double value = parse_published(row[value_column]);
        for (const auto& [misprinted, right] : published.corrections)
        {
            if (misprinted == name)
            {
                notes.push_back(fmt::format("{}, {}: printed {}, corrected to {}.", name,
                    published.column, row[value_column], right));
                value = right;
            }
        }
        values[*subject].push_back(value);
    }
    if (!unknown.empty())
    {
        notes.push_back(fmt::format(
            "{}: no subjects of this study: {}.", published.column, fmt::join(unknown, ", ")));
    }
    std::map<std::size_t, double> theirs;
    for (const auto& [subject, all] : values)
    {
        theirs[subject] = all.size() == 1 ? all.front() : aggregate(all, published.aggregate);
    }
    const auto group = std::find_if(plan.spec.groups.begin(), plan.spec.groups.end(),
        [&](const Group& known) { return known.name == published.group; });
    if (group == plan.spec.groups.end())
    {
        return theirs;
    }
    std::map<std::size_t, double> of_group;
    for (const std::size_t subject : plan.members(*group))
    {
        const auto known = theirs.find(subject);
        if (known != theirs.end() || published.absent)
        {
            of_group[subject] = known != theirs.end() ? known->second : *published.absent;
        }
    }
    return of_group;
}

/// The title of their column, with the condition on its rows.
std::string their_title(const Published& published)
{
    return published.where.empty() ?
               fmt::format("{} published", published.column) :
               fmt::format("{} published, {}", published.column, published.where);
}

MetricInfo metric_of(const Published& published, std::span<const MetricInfo> known)
{
    return require_metric(known, published.metric, published.place + ": metric");
}

/// A correction for a subject that the file lacks is a mistake.
void check_corrections(const Published& published)
{
    const CsvFile csv = load_csv(published.file);
    const std::size_t column = csv.column(published.subject_column);
    for (const auto& [name, right] : published.corrections)
    {
        if (std::none_of(csv.rows.begin(), csv.rows.end(),
                [&, &wanted = name](const auto& row) { return row[column] == wanted; }))
        {
            throw ConfigError(fmt::format("{}: corrections: {}: {} has no subject '{}'",
                published.place, published.column, published.file, name));
        }
    }
}

Columns read_columns(const Results& results, const Published& published)
{
    const Plan& plan = *results.plan;
    Columns columns{.published = &published};
    columns.metric = metric_of(published, results.metrics);
    const auto& configurations = plan.spec.configurations;
    const auto configuration = static_cast<std::size_t>(
        std::find_if(configurations.begin(), configurations.end(),
            [&](const Configuration& known) { return known.label == published.configuration; }) -
        configurations.begin());
    columns.theirs = read_theirs(plan, published, columns.notes);
    const std::vector<std::size_t> compared = compared_subjects(results);
    for (const auto& [subject, value] : columns.theirs)
    {
        const Sample ours = sample(results, published.metric, subject, configuration);
        const bool is_compared =
            std::find(compared.begin(), compared.end(), subject) != compared.end();
        // A sum over fewer runs has another meaning.
        const bool is_whole = ours.missing == 0 || published.aggregate != "sum";
        columns.ours[subject] =
            is_compared && is_whole ? aggregate(ours.values, published.aggregate) : not_measured;
        if (ours.missing > 0)
        {
            columns.notes.push_back(
                fmt::format("{}, {}: {} without this number.", plan.subjects[subject].name,
                    published.configuration, counted(ours.missing, "run")));
        }
    }
    return columns;
}

/// Means over the subjects for which both numbers are known; sums for aggregated sums.
void add_last_row(const std::vector<Columns>& all, Table& table)
{
    const bool is_sum = std::all_of(all.begin(), all.end(),
        [](const Columns& columns) { return columns.published->aggregate == "sum"; });
    std::vector<TableCell> row{
        text_cell(is_sum ? "sum of those with both" : "mean of those with both")};
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
            row.push_back(
                number_cell(aggregate(*values, is_sum ? "sum" : "mean"), columns.metric.digits));
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
        table.columns.push_back({their_title(published)});
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
    add_last_row(all, table);
    for (const Columns& columns : all)
    {
        table.notes.insert(table.notes.end(), columns.notes.begin(), columns.notes.end());
    }
    return table;
}

}  // namespace

void check_published(const Plan& plan, std::span<const MetricInfo> known)
{
    const StudySpec& spec = plan.spec;
    std::vector<std::string_view> subjects;
    for (const Subject& subject : plan.subjects)
    {
        subjects.push_back(subject.name);
    }
    for (const auto& [theirs, ours] : spec.report.names)
    {
        if (std::find(subjects.begin(), subjects.end(), ours) == subjects.end())
        {
            throw ConfigError(fmt::format("{}: report: names: {}: no subject is called '{}'{}",
                spec.file, theirs, ours, suggestion(ours, subjects)));
        }
    }
    for (const Published& published : spec.report.published)
    {
        static_cast<void>(metric_of(published, known));
        std::vector<std::string> notes;
        static_cast<void>(read_theirs(plan, published, notes));
        check_corrections(published);
    }
}

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
