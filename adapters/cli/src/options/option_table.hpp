// SPDX-License-Identifier: Apache-2.0
// The rows of the option table, by topic. A command's table is made of some of these. Next:
// command.hpp.
#pragma once

#include "option.hpp"

#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Every command: configuration, help, verbosity, colour.
[[nodiscard]] std::vector<Option> general_options();
/// Every command that runs nothing: help and version only.
[[nodiscard]] std::vector<Option> information_options();
/// --jobs.
[[nodiscard]] Option jobs_option();
/// --criteria.
[[nodiscard]] Option criteria_option();
/// --measure.
[[nodiscard]] Option measure_option();
/// For commands that make a suite.
[[nodiscard]] Option mutation_score_option();
/// --algorithm, --criteria, --seed, --minimise and the budget.
[[nodiscard]] std::vector<Option> run_options();
/// Parameters of the algorithms and operators.
[[nodiscard]] std::vector<Option> search_options();
/// Refinement by symbolic execution; part of search_options().
[[nodiscard]] std::vector<Option> solver_options();

/// --out, whose help depends on the command.
[[nodiscard]] Option out_option(std::string_view help);
[[nodiscard]] std::vector<Option> progress_options();
[[nodiscard]] std::vector<Option> json_options();

/// --data, which every command of studies takes.
[[nodiscard]] Option data_option();
/// How the cells of a study are run.
[[nodiscard]] std::vector<Option> study_run_options();
/// Rows for one command each.
[[nodiscard]] std::vector<Option> study_status_options();
[[nodiscard]] std::vector<Option> study_verify_options();
[[nodiscard]] std::vector<Option> study_report_options();
[[nodiscard]] std::vector<Option> study_export_options();

/// All rows: the keys of a configuration file.
[[nodiscard]] std::vector<Option> all_options();

}  // namespace sbst::cli
