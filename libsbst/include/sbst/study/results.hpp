// SPDX-License-Identifier: Apache-2.0
// The runs of a study as samples: what the failure policy leaves of them, by subject and
// configuration. Next: comparison.hpp.
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

/// Where one run of the plan stands.
struct Run
{
    std::optional<StoredRecord> stored;
    /// It will have no result: it failed as often as the study allows.
    bool has_failed = false;
};

/// Everything that a study found. The plan outlives it.
struct Results
{
    const Plan* plan = nullptr;
    /// By subject, configuration, repetition.
    std::vector<std::vector<std::vector<Run>>> runs;
    std::vector<Failure> failures;
    std::vector<MetricInfo> metrics;

    // Counts over the plan's cells.
    std::size_t finished = 0;
    std::size_t failed = 0;
    /// Results that are not what their own digests say.
    std::size_t altered = 0;
    /// Finished runs that a clock ended, or whose tests saw one.
    std::size_t irreproducible = 0;
    /// What the runs were made by and on, sorted: more than one means that times do not compare.
    std::vector<std::string> processors;
    std::vector<std::string> versions;

    [[nodiscard]] std::size_t pending() const { return plan->cells.size() - finished - failed; }
};

/// Reads every result of the plan.
/// @throws ParseError naming the file of a result that cannot be read.
[[nodiscard]] Results load_results(
    const Plan& plan, const Store& store, std::vector<MetricInfo> metrics);

/// Values of a metric, and how many runs have none.
struct Sample
{
    std::vector<double> values;
    /// By value: the run's repetition, so that runs with one seed can be paired.
    std::vector<std::size_t> repetitions;
    std::size_t missing = 0;
};

/// Knows a metric: one of the laboratory's, of a snapshot (`coverage@500` after so many executions,
/// `coverage@2.5s`), or of every run (`cpu_seconds`).
[[nodiscard]] std::optional<MetricInfo> find_metric(
    std::span<const MetricInfo> known, const std::string& name);

/// The same. @throws ConfigError naming the place and the metrics that there are when there is
/// none.
[[nodiscard]] MetricInfo require_metric(
    std::span<const MetricInfo> known, const std::string& name, const std::string& place);

/// A metric of one run, that of a snapshot too; not_measured where it has none.
[[nodiscard]] double metric_value(const RunRecord& record, const std::string& name);

/// The runs of a configuration on a subject, under the study's failure policy.
[[nodiscard]] Sample sample(const Results& results, const std::string& metric, std::size_t subject,
    std::size_t configuration);

/// Subjects that take part in comparisons: under `exclude-subject` those without a failed run.
[[nodiscard]] std::vector<std::size_t> compared_subjects(const Results& results);

/// The metrics of the report: those that the study names, or the laboratory's first three; then
/// those of the snapshots.
/// `known` are the laboratory's. make_plan calls it, so that a wrong name costs no run.
/// @throws ConfigError for a name that nothing is known of, and for what lies behind the budget.
[[nodiscard]] std::vector<MetricInfo> reported_metrics(
    const StudySpec& spec, std::span<const MetricInfo> known);

}  // namespace sbst::study
