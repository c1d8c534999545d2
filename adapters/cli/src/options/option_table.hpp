// SPDX-License-Identifier: Apache-2.0
// The rows of the option table, by subject. A command's table is some of these joined. Next:
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
/// --contract and --jobs.
[[nodiscard]] std::vector<Option> subject_options();
/// --algorithm, --seed, --minimise and the budget.
[[nodiscard]] std::vector<Option> run_options();
/// What the algorithms and operators do.
[[nodiscard]] std::vector<Option> search_options();
/// The chain that tests see and what they may vary.
[[nodiscard]] std::vector<Option> problem_options();
/// --fork, whose help depends on the command.
[[nodiscard]] Option fork_option(std::string_view help);
/// Which goals are shown and which functions are called.
[[nodiscard]] std::vector<Option> goal_options();

/// --out, whose help depends on the command.
[[nodiscard]] Option out_option(std::string_view help);
[[nodiscard]] std::vector<Option> progress_options();
/// Where results of contracts go, and progress.
[[nodiscard]] std::vector<Option> evm_output_options();
/// The class under test, and the JDK that runs it.
[[nodiscard]] std::vector<Option> jvm_options();
/// How its tests are run and written.
[[nodiscard]] std::vector<Option> jvm_run_options();
[[nodiscard]] std::vector<Option> json_options();
/// For one command each.
[[nodiscard]] std::vector<Option> analyze_options();
[[nodiscard]] std::vector<Option> replay_options();

/// --data, which every command of studies takes.
[[nodiscard]] Option data_option();
/// How the cells of a study are run.
[[nodiscard]] std::vector<Option> study_run_options();
/// For one command each.
[[nodiscard]] std::vector<Option> study_status_options();
[[nodiscard]] std::vector<Option> study_verify_options();
[[nodiscard]] std::vector<Option> study_report_options();
[[nodiscard]] std::vector<Option> study_export_options();

/// Names of the classes of goals, in the order of reports.
[[nodiscard]] std::vector<std::string_view> goal_class_names();

/// Every row there is: what a configuration file may name.
[[nodiscard]] std::vector<Option> all_options();

}  // namespace sbst::cli
