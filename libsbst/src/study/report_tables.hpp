// SPDX-License-Identifier: Apache-2.0
// The tables of a study's report.
#pragma once

#include <sbst/study/comparison.hpp>
#include <sbst/study/results.hpp>
#include <sbst/study/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::study
{

/// The text with an initial capital.
[[nodiscard]] std::string headline(std::string text);

/// One row per configuration: each metric's mean over the subjects' means, and the number of runs.
[[nodiscard]] Table summary_table(const Results& results, const std::vector<MetricInfo>& metrics,
    const std::vector<std::size_t>& subjects);

/// One row per subject of one pair.
[[nodiscard]] Table pair_table(const Results& results, const PairComparison& pair);

/// One row per pair and group of subjects: verdicts, means, A12.
[[nodiscard]] Table group_table(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects);

/// Published numbers beside ours, one table per heading.
/// @throws ParseError when one of their files cannot be read.
[[nodiscard]] std::vector<Table> published_tables(const Results& results);

/// Checks a study's published numbers: metrics, files and their columns, renamed subjects. @throws
/// ConfigError or ParseError for missing ones.
void check_published(const Plan& plan, std::span<const MetricInfo> known);

/// Those of the subjects that are in the group of that name; `all` has each of them.
[[nodiscard]] std::vector<std::size_t> subjects_of(
    const Plan& plan, const std::string& group, const std::vector<std::size_t>& subjects);

/// One row per question and group: on how many subjects the first of a pair is better, beside the
/// published numbers; below it a sentence per question.
[[nodiscard]] Table question_table(
    const Results& results, const std::vector<std::size_t>& subjects);

/// For each wanted correlation three tables: coefficients by criterion that was sought and other
/// criterion, their means inside groups and between, and all of them with points and p-values.
[[nodiscard]] std::vector<Table> correlation_tables(
    const Results& results, const std::vector<std::size_t>& subjects);

/// Published means over groups of subjects beside ours.
[[nodiscard]] std::vector<Table> means_tables(
    const Results& results, const std::vector<std::size_t>& subjects);

/// Checks the metrics of questions, correlations and published means. @throws ConfigError for
/// unknown ones.
void check_criteria_metrics(const StudySpec& spec, std::span<const MetricInfo> known);

/// One row per failed run.
[[nodiscard]] Table failure_table(const Results& results);

}  // namespace sbst::study
