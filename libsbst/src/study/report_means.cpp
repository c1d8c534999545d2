// SPDX-License-Identifier: Apache-2.0
// Published means over groups of subjects beside ours. Next: report_published.cpp, for numbers of
// single subjects.
#include "labels.hpp"
#include "report_tables.hpp"

#include <sbst/stats/descriptive.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace sbst::study
{

namespace
{

/// The mean over configurations of the mean over the subjects' means.
double our_mean(const Results& results, const std::string& metric,
    const std::vector<std::string>& labels, const std::vector<std::size_t>& subjects)
{
    std::vector<double> by_configuration;
    for (const std::string& label : labels)
    {
        const std::size_t c = index_of(results.plan->spec, label);
        std::vector<double> means;
        for (const std::size_t subject : subjects)
        {
            const double mean = mean_of(sample(results, metric, subject, c));
            if (!std::isnan(mean))
            {
                means.push_back(mean);
            }
        }
        if (!means.empty())
        {
            by_configuration.push_back(stats::mean(means));
        }
    }
    // A mean over fewer configurations has another meaning.
    return by_configuration.size() == labels.size() ? stats::mean(by_configuration) : not_measured;
}

void add_means(const Results& results, const PublishedMeans& means, const PublishedMeansRow& row,
    const std::vector<std::size_t>& subjects, Table& table)
{
    const MetricInfo metric = require_metric(results.metrics, row.metric, row.place);
    constexpr double hundred = 100.0;
    for (const auto& [group, values] : row.values)
    {
        const std::vector<std::size_t> members = subjects_of(*results.plan, group, subjects);
        std::vector<TableCell> cells{
            text_cell(row.is_percent ? metric.title + ", %" : metric.title), text_cell(group),
            text_cell(std::to_string(members.size()))};
        for (std::size_t i = 0; i < means.columns.size(); ++i)
        {
            const std::string& label = means.columns[i].second;
            const double own = our_mean(results, row.metric,
                label.empty() ? row.alone : std::vector<std::string>{label}, members);
            cells.push_back(number_cell(values[i], row.is_percent ? 0 : 2));
            cells.push_back(row.is_percent ? number_cell(hundred * own, 1) : number_cell(own, 2));
        }
        table.rows.push_back(std::move(cells));
    }
}

}  // namespace

std::vector<Table> means_tables(const Results& results, const std::vector<std::size_t>& subjects)
{
    std::vector<Table> tables;
    for (const PublishedMeans& means : results.plan->spec.report.published_means)
    {
        Table table{.name = fmt::format("means-{}", tables.size() + 1),
            .title = headline(means.table) + ": published, and ours"};
        table.columns = {
            {"metric", false}, {"group", false}, {.title = "our subjects", .is_detail = true}};
        for (const auto& [title, label] : means.columns)
        {
            table.columns.push_back({title + " published"});
            table.columns.push_back({title + " ours"});
            table.notes.push_back(label.empty() ?
                                      fmt::format("{}: the mean of the runs that sought this "
                                                  "criterion; of several configurations, the mean "
                                                  "of their means.",
                                          title) :
                                      fmt::format("{}: {}.", title, label));
        }
        for (const PublishedMeansRow& row : means.rows)
        {
            add_means(results, means, row, subjects, table);
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

}  // namespace sbst::study
