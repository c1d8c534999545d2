// SPDX-License-Identifier: Apache-2.0
#include "csv.hpp"

#include <sbst/study/run_csv.hpp>
#include <sbst/study/table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace sbst::study
{

namespace
{

using Fields = std::vector<std::string>;

std::string line(const Fields& fields)
{
    return fmt::format("{}\n", fmt::join(fields, ","));
}

/// The metrics of the laboratory, of every run, of the snapshots and of the report, each once.
std::vector<MetricInfo> all_metrics(const Results& results)
{
    std::vector<MetricInfo> metrics = results.metrics;
    metrics.push_back(require_metric(results.metrics, "cpu_seconds", ""));
    const auto reported = reported_metrics(results.plan->spec, results.metrics);
    metrics.insert(metrics.end(), reported.begin(), reported.end());
    std::set<std::string> names;
    std::erase_if(
        metrics, [&names](const MetricInfo& metric) { return !names.insert(metric.name).second; });
    return metrics;
}

/// The identity of a run, part of every row.
Fields run_fields(const Plan& plan, const Cell& cell)
{
    return {csv_field(plan.subject_of(cell).name), csv_field(plan.configuration_of(cell).label),
        std::to_string(cell.repetition + 1), std::to_string(cell.seed)};
}

const Run& run_of(const Results& results, const Cell& cell)
{
    return results.runs[cell.subject][cell.configuration][cell.repetition];
}

void add_origin(const Run& run, Fields& fields)
{
    if (!run.stored)
    {
        fields.emplace_back(run.has_failed ? "failed" : "missing");
        fields.insert(fields.end(), 5, "");
        return;
    }
    const StoredRecord& stored = *run.stored;
    fields.emplace_back("finished");
    fields.push_back(csv_field(stored.record.stopped_by));
    fields.emplace_back(stored.record.is_reproducible ? "yes" : "no");
    for (const std::string& text :
        {stored.machine.build.version, stored.machine.host, stored.machine.cpu})
    {
        fields.push_back(csv_field(text));
    }
}

}  // namespace

std::string runs_csv(const Results& results)
{
    const Plan& plan = *results.plan;
    const std::vector<MetricInfo> metrics = all_metrics(results);
    Fields titles{"subject", "configuration", "repetition", "seed", "key", "state", "stopped_by",
        "reproducible", "version", "host", "cpu"};
    for (const auto& [name, value] : plan.subjects.front().facts)
    {
        titles.push_back(csv_field("subject_" + name));
    }
    for (const MetricInfo& metric : metrics)
    {
        titles.push_back(csv_field(metric.name));
    }
    std::string text = line(titles);
    for (const Cell& cell : plan.cells)
    {
        const Run& run = run_of(results, cell);
        Fields fields = run_fields(plan, cell);
        fields.push_back(cell.key);
        add_origin(run, fields);
        for (const auto& [name, value] : plan.subject_of(cell).facts)
        {
            fields.push_back(exact_number(value));
        }
        for (const MetricInfo& metric : metrics)
        {
            fields.push_back(
                run.stored ? exact_number(metric_value(run.stored->record, metric.name)) : "");
        }
        text += line(fields);
    }
    return text;
}

std::string timelines_csv(const Results& results)
{
    const Plan& plan = *results.plan;
    std::string text = line({"subject", "configuration", "repetition", "seed", "executions",
        "seconds", "covered", "coverage"});
    for (const Cell& cell : plan.cells)
    {
        const Run& run = run_of(results, cell);
        if (!run.stored)
        {
            continue;
        }
        const RunRecord& record = run.stored->record;
        std::vector<TimelinePoint> points = record.timeline;
        TimelinePoint end = points.empty() ? TimelinePoint{} : points.back();
        end.executions = static_cast<std::uint64_t>(
            metric(record, "executions").value_or(static_cast<double>(end.executions)));
        end.seconds = metric(record, "search_seconds").value_or(end.seconds);
        if (points.empty() || end != points.back())
        {
            points.push_back(end);
        }
        for (const TimelinePoint& point : points)
        {
            Fields fields = run_fields(plan, cell);
            const auto covered = static_cast<double>(point.covered);
            fields.insert(fields.end(),
                {std::to_string(point.executions), exact_number(point.seconds),
                    std::to_string(point.covered),
                    exact_number(
                        record.goals == 0 ? 1.0 : covered / static_cast<double>(record.goals))});
            text += line(fields);
        }
    }
    return text;
}

}  // namespace sbst::study
