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

/// One row per failed run.
[[nodiscard]] Table failure_table(const Results& results);

}  // namespace sbst::study
