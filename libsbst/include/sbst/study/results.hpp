// SPDX-License-Identifier: Apache-2.0
// The runs of a study as samples by subject and configuration, after the failure policy is applied.
// Next: comparison.hpp.
#pragma once

#include <sbst/study/laboratory.hpp>
#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::study
{

/// The state of one run of the plan.
struct Run
{
    std::optional<StoredRecord> stored;
    /// True when it will have no result: it failed as often as the study allows.
    bool has_failed = false;
};

/// Everything that a study found. The plan outlives it.
struct Results
{
    const Plan* plan = nullptr;
    /// Indexed by subject, configuration, repetition.
    std::vector<std::vector<std::vector<Run>>> runs;
    std::vector<Failure> failures;
    std::vector<MetricInfo> metrics;

    // Counts over the plan's cells.
    std::size_t finished = 0;
    std::size_t failed = 0;
    /// Results that do not match their own digests.
    std::size_t altered = 0;
    /// Finished runs that a clock ended, or whose tests saw one.
    std::size_t irreproducible = 0;
    /// Versions and processors of the runs, sorted: with more than one, times cannot be compared.
    std::vector<std::string> processors;
    std::vector<std::string> versions;

    [[nodiscard]] std::size_t pending() const { return plan->cells.size() - finished - failed; }
};

/// Reads every result of the plan.
/// @throws ParseError naming the file of a result that cannot be read.
[[nodiscard]] Results load_results(
    const Plan& plan, const Store& store, std::vector<MetricInfo> metrics);

/// Values of a metric, and the number of runs without a value.
struct Sample
{
    std::vector<double> values;
    /// By value: the run's repetition, so that runs with one seed can be paired.
    std::vector<std::size_t> repetitions;
    std::size_t missing = 0;
};

/// Finds a metric: one of the laboratory's, of a snapshot (`coverage@500` after 500 executions,
/// `coverage@2.5s`), or of every run (`cpu_seconds`).
[[nodiscard]] std::optional<MetricInfo> find_metric(
    std::span<const MetricInfo> known, const std::string& name);

/// The same. @throws ConfigError naming the place and the known metrics when the metric is unknown.
[[nodiscard]] MetricInfo require_metric(
    std::span<const MetricInfo> known, const std::string& name, const std::string& place);

/// A metric of one run, that of a snapshot too; not_measured if the run has none.
[[nodiscard]] double metric_value(const RunRecord& record, const std::string& name);

/// The runs of a configuration on a subject, under the study's failure policy.
[[nodiscard]] Sample sample(const Results& results, const std::string& metric, std::size_t subject,
    std::size_t configuration);

/// Subjects that take part in comparisons: with `exclude-subject` those without a failed run.
[[nodiscard]] std::vector<std::size_t> compared_subjects(const Results& results);

/// The metrics of the report: those that the study names, or the laboratory's first three; then
/// those of the snapshots. `known` are the laboratory's metrics. make_plan calls it, so that a
/// wrong name is found before any run.
/// @throws ConfigError for an unknown name, and for a snapshot beyond the budget.
[[nodiscard]] std::vector<MetricInfo> reported_metrics(
    const StudySpec& spec, std::span<const MetricInfo> known);

}  // namespace sbst::study
