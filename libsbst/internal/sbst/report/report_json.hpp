// SPDX-License-Identifier: Apache-2.0
// The JSON that reports of all adapters share. For adapters of this repository only: it is not
// installed, since it shows a third party's types; others have sbst/report/run_report.hpp. Next:
// sbst/report/run_summary.hpp.
#pragma once

#include <sbst/base/json_text.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <vector>

namespace sbst
{

/// The row of a goal without its answer: `id`, `kind`, `class`, `group`, `is_shown`, then its place
/// and the question asked there: `function`, `label`, its position, `outcome`, `truth`, `reading`,
/// `part`, `file`, `line`. Each report adds what it answers.
[[nodiscard]] OrderedJson goal_head(const ReportedGoal& reported);

/// Adds `algorithm`, `seed`, `executions` and `stopped_by`.
void add_search(OrderedJson& json, const RunSummary& run);

/// Adds `totals`, `totals_by_class`, `goals`, `tests` and `calls`.
void add_coverage(OrderedJson& json, const GoalTotals& totals,
    const std::vector<ReportedGoal>& goals, const RunSummary& run);

/// Adds `mutation_score`: counts, and a row for each mutant; nothing where none were run.
void add_mutation_score(
    OrderedJson& json, const std::vector<ReportedGoal>& goals, const RunSummary& run);

/// Adds `refinement`: what the run's refiner did; nothing where it had none.
void add_refinement(OrderedJson& json, const RunSummary& run);

/// Adds `timeline` and `machine`, which holds everything that depends on the machine.
void add_course(OrderedJson& json, const RunSummary& run);

}  // namespace sbst
