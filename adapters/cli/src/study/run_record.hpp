// SPDX-License-Identifier: Apache-2.0
// The record of any adapter's run, for studies. Next: study_settings.hpp.
#pragma once

#include <sbst/goal/goal_graph.hpp>
#include <sbst/run/run.hpp>
#include <sbst/study/laboratory.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace sbst::cli
{

/// The record of a run that began at `start`; `rendered` holds the suite's tests as texts.
///
/// @param criteria what was sought and measured: each has its metrics where the subject has goals
/// of it, and exceptions always, because a run may meet none.
///
/// Coverage is that of the search, as its timeline ends; the suite's own may be higher, because a
/// shortened test may cover a goal that the search did not (libsbst/docs/report-json.md).
[[nodiscard]] study::RunRecord make_record(const GoalGraph& goals, const RunResult& result,
    const std::vector<std::string>& rendered, const CriteriaChoice& criteria,
    std::chrono::steady_clock::time_point start);

/// The fact `branches` of a subject in studies: outcomes of conditional jumps (and of the cases of
/// a switch) that are shown and not proved infeasible. Method entries do not count, in any
/// language.
[[nodiscard]] std::size_t count_branches(const GoalGraph& goals);
/// Tells whether a goal is one of them.
[[nodiscard]] bool is_counted_branch(const Goal& goal);

/// The metrics of make_record, in the order of reports.
[[nodiscard]] std::vector<study::MetricInfo> record_metrics();

}  // namespace sbst::cli
