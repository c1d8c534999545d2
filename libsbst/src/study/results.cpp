// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/suggestion.hpp>
#include <sbst/error.hpp>
#include <sbst/study/results.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>

namespace sbst::study
{

namespace
{

/// `coverage@500` and `coverage@2.5s`, taken apart.
struct SnapshotName
{
    std::string base;
    double at = 0.0;
    bool is_seconds = false;
};

std::optional<SnapshotName> parse_snapshot(const std::string& name)
{
    const std::size_t sign = name.find('@');
    if (sign == std::string::npos)
    {
        return std::nullopt;
    }
    SnapshotName snapshot{.base = name.substr(0, sign), .at = 0.0, .is_seconds = false};
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + sign + 1, end, snapshot.at);
    snapshot.is_seconds = stop + 1 == end && *stop == 's';
    // Larger ones would not be whole numbers.
    constexpr double latest = 9e15;
    const bool is_number = error == std::errc{} && snapshot.at > 0.0 && snapshot.at <= latest;
    const bool is_known = snapshot.base == "coverage" || snapshot.base == "covered";
    return is_number && is_known && (stop == end || snapshot.is_seconds) ? std::optional(snapshot) :
                                                                           std::nullopt;
}

double snapshot_value(const RunRecord& record, const SnapshotName& snapshot)
{
    const std::uint64_t covered =
        snapshot.is_seconds ?
            covered_at_seconds(record, snapshot.at) :
            covered_at_executions(record, static_cast<std::uint64_t>(snapshot.at));
    if (snapshot.base == "covered")
    {
        return static_cast<double>(covered);
    }
    return record.goals == 0 ? 1.0 :
                               static_cast<double>(covered) / static_cast<double>(record.goals);
}

double value_of(const Run& run, const std::string& name, const MetricInfo& info,
    const std::optional<SnapshotName>& snapshot, FailurePolicy policy)
{
    if (run.stored)
    {
        return snapshot ? snapshot_value(run.stored->record, *snapshot) :
                          metric(run.stored->record, name).value_or(not_measured);
    }
    const bool is_zero =
        run.has_failed && policy == FailurePolicy::score_zero && info.is_more_better;
    return is_zero ? 0.0 : not_measured;
}

bool is_behind_budget(const std::string& name, const StudyBudget& budget)
{
    const auto snapshot = parse_snapshot(name);
    return snapshot && (snapshot->is_seconds ?
                               budget.seconds && snapshot->at > *budget.seconds :
                               budget.executions &&
                                   static_cast<std::uint64_t>(snapshot->at) > *budget.executions);
}

std::vector<std::string> sorted(const std::set<std::string>& values)
{
    return {values.begin(), values.end()};
}

}  // namespace

Results load_results(const Plan& plan, const Store& store, std::vector<MetricInfo> metrics)
{
    Results results;
    results.plan = &plan;
    results.metrics = std::move(metrics);
    results.runs.assign(
        plan.subjects.size(), std::vector<std::vector<Run>>(plan.spec.configurations.size(),
                                  std::vector<Run>(plan.spec.repetitions)));
    std::map<std::string, Failure> failures;
    for (const Failure& failure : store.failures())
    {
        failures.emplace(failure.key, failure);
    }
    std::set<std::string> processors;
    std::set<std::string> versions;
    for (const Cell& cell : plan.cells)
    {
        Run& run = results.runs[cell.subject][cell.configuration][cell.repetition];
        run.stored = store.read(cell.key);
        if (run.stored)
        {
            ++results.finished;
            results.altered += digest(cell.key, run.stored->record) != run.stored->digest ? 1U : 0U;
            results.irreproducible += !run.stored->record.is_reproducible ? 1U : 0U;
            processors.insert(run.stored->machine.cpu);
            versions.insert(run.stored->machine.build.version);
            continue;
        }
        const auto found = failures.find(cell.key);
        run.has_failed = found != failures.end() && found->second.attempts >= plan.spec.attempts;
        results.failed += run.has_failed ? 1U : 0U;
        if (run.has_failed)
        {
            results.failures.push_back(found->second);
        }
    }
    results.processors = sorted(processors);
    results.versions = sorted(versions);
    return results;
}

std::optional<MetricInfo> find_metric(std::span<const MetricInfo> known, const std::string& name)
{
    const auto found = std::find_if(known.begin(), known.end(),
        [&name](const MetricInfo& metric) { return metric.name == name; });
    if (found != known.end())
    {
        return *found;
    }
    if (const auto snapshot = parse_snapshot(name))
    {
        return MetricInfo{.name = name,
            .title = fmt::format("{} after {}{}", snapshot->base, snapshot->at,
                snapshot->is_seconds ? " s" : " executions"),
            .is_more_better = true,
            .digits = snapshot->base == "coverage" ? 3 : 2};
    }
    if (name == "cpu_seconds")
    {
        return MetricInfo{.name = name, .title = "CPU seconds", .is_more_better = false};
    }
    return std::nullopt;
}

Sample sample(const Results& results, const std::string& metric, std::size_t subject,
    std::size_t configuration)
{
    const auto info = find_metric(results.metrics, metric);
    const auto snapshot = parse_snapshot(metric);
    Sample found;
    const std::vector<Run>& runs = results.runs[subject][configuration];
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        const double value =
            info ? value_of(runs[i], metric, *info, snapshot, results.plan->spec.on_failure) :
                   not_measured;
        if (std::isnan(value))
        {
            ++found.missing;
            continue;
        }
        found.values.push_back(value);
        found.repetitions.push_back(i);
    }
    return found;
}

double metric_value(const RunRecord& record, const std::string& name)
{
    const auto snapshot = parse_snapshot(name);
    return snapshot ? snapshot_value(record, *snapshot) :
                      metric(record, name).value_or(not_measured);
}

MetricInfo require_metric(
    std::span<const MetricInfo> known, const std::string& name, const std::string& place)
{
    const auto info = find_metric(known, name);
    if (!info)
    {
        std::vector<std::string_view> names;
        for (const MetricInfo& metric : known)
        {
            names.push_back(metric.name);
        }
        names.emplace_back("cpu_seconds");
        throw ConfigError(
            fmt::format("{}: unknown metric '{}'{}; known are {}, and coverage@N, covered@N after "
                        "N executions, or after N seconds with an s at the end",
                place, name, suggestion(name, names), fmt::join(names, ", ")));
    }
    return *info;
}

std::vector<std::size_t> compared_subjects(const Results& results)
{
    std::vector<std::size_t> subjects;
    for (std::size_t i = 0; i < results.runs.size(); ++i)
    {
        const auto& by_configuration = results.runs[i];
        const bool has_failed = std::any_of(
            by_configuration.begin(), by_configuration.end(), [](const std::vector<Run>& runs) {
                return std::any_of(
                    runs.begin(), runs.end(), [](const Run& run) { return run.has_failed; });
            });
        if (!has_failed || results.plan->spec.on_failure != FailurePolicy::exclude_subject)
        {
            subjects.push_back(i);
        }
    }
    return subjects;
}

std::vector<MetricInfo> reported_metrics(const StudySpec& spec, std::span<const MetricInfo> known)
{
    std::vector<MetricInfo> metrics;
    for (const std::string& name : spec.report.metrics)
    {
        metrics.push_back(require_metric(known, name, spec.file + ": report: metrics"));
        if (is_behind_budget(name, spec.budget))
        {
            throw ConfigError(fmt::format(
                "{}: report: metrics: '{}' is after the end of the budget", spec.file, name));
        }
    }
    if (metrics.empty())
    {
        constexpr std::size_t usual = 3;
        const auto usual_ones = known.first(std::min(usual, known.size()));
        metrics.assign(usual_ones.begin(), usual_ones.end());
    }
    for (const std::uint64_t executions : spec.snapshots.executions)
    {
        metrics.push_back(*find_metric(known, fmt::format("coverage@{}", executions)));
    }
    for (const double seconds : spec.snapshots.seconds)
    {
        metrics.push_back(*find_metric(known, fmt::format("coverage@{}s", seconds)));
    }
    // Each metric once, at its first place.
    std::set<std::string> names;
    std::erase_if(
        metrics, [&names](const MetricInfo& metric) { return !names.insert(metric.name).second; });
    return metrics;
}

}  // namespace sbst::study
