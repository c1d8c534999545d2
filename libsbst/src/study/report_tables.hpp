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

/// The text with a capital at its front.
[[nodiscard]] std::string headline(std::string text);

/// A row a configuration: each metric's mean over the subjects' means, and how many runs it has.
[[nodiscard]] Table summary_table(const Results& results, const std::vector<MetricInfo>& metrics,
    const std::vector<std::size_t>& subjects);

/// A row a subject of one pair.
[[nodiscard]] Table pair_table(const Results& results, const PairComparison& pair);

/// A row a pair and group of subjects: verdicts, means, A12.
[[nodiscard]] Table group_table(
    const Results& results, const MetricInfo& metric, const std::vector<std::size_t>& subjects);

/// Published numbers beside ours, one table a heading.
/// @throws ParseError when a file of them cannot be read.
[[nodiscard]] std::vector<Table> published_tables(const Results& results);

/// Checks what the study asks of published numbers: metrics, files and their columns, subjects
/// that are called otherwise. @throws ConfigError or ParseError for what is not there.
void check_published(const Plan& plan, std::span<const MetricInfo> known);

/// A row a run that failed.
[[nodiscard]] Table failure_table(const Results& results);

}  // namespace sbst::study
