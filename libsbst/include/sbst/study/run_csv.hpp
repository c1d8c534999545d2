// SPDX-License-Identifier: Apache-2.0
// Every run as numbers for other programs: one row a run, and one row an improvement. Next:
// report.hpp.
#pragma once

#include <sbst/study/results.hpp>

#include <string>

namespace sbst::study
{

/// One row for each run of the plan, finished or not, in its order: what it is (subject,
/// configuration, repetition from 1, seed, key), how it ended (state, stopped_by, reproducible),
/// what made it (version, host, cpu), the subject's facts (`subject_branches`), then all metrics
/// and those of the study's snapshots. What is not known is empty; numbers have every digit.
[[nodiscard]] std::string runs_csv(const Results& results);

/// One row for each improvement of a finished run, and one for its end: executions and seconds
/// since it began, goals covered then and as a share of those that can be.
[[nodiscard]] std::string timelines_csv(const Results& results);

}  // namespace sbst::study
