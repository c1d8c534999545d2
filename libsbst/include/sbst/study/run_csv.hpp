// SPDX-License-Identifier: Apache-2.0
// Every run as numbers for other programs: one row per run, and one row per improvement. Next:
// report.hpp.
#pragma once

#include <sbst/study/results.hpp>

#include <string>

namespace sbst::study
{

/// One row for each run of the plan, finished or not, in its order: its identity (subject,
/// configuration, repetition from 1, seed, key), its end (state, stopped_by, reproducible), its
/// origin (version, host, cpu), the subject's facts (`subject_branches`), then all metrics and
/// those of the study's snapshots. Unknown values are empty; numbers have all digits.
[[nodiscard]] std::string runs_csv(const Results& results);

/// One row for each improvement of a finished run, and one for its end: executions and seconds
/// since it began, covered goals as a number and as a share of those that can be covered.
[[nodiscard]] std::string timelines_csv(const Results& results);

}  // namespace sbst::study
