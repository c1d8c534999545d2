// SPDX-License-Identifier: Apache-2.0
// The run log: when a run covered what, and what it spent. Everything that depends on the machine
// is kept apart from what only the seed decides. Next: ../search/bookkeeper.hpp, which writes it.
#pragma once

#include <sbst/problem/budget.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sbst
{

/// How many shown goals were covered after how many executions.
struct CoveragePoint
{
    std::uint64_t executions = 0;
    std::size_t covered = 0;

    friend bool operator==(const CoveragePoint&, const CoveragePoint&) = default;
};

/// What a run spent; the seed decides all of it under a budget of executions.
struct RunCounters
{
    std::uint64_t executions = 0;
    std::uint64_t calls = 0;
    /// Generations (rounds of random search) after the initial one.
    std::uint64_t generations = 0;
    /// Executions that repeated a test, to record more or to check it; not part of the budget.
    std::uint64_t reruns = 0;

    friend bool operator==(const RunCounters&, const RunCounters&) = default;
};

/// The timeline of one run and its final counters.
struct RunLog
{
    /// One point at each execution that covered shown goals for the first time, in order.
    std::vector<CoveragePoint> timeline;
    RunCounters counters;

    /// These depend on the machine: seconds since the start, one entry per point of the timeline,
    /// and in total.
    std::vector<double> seconds_at;
    double seconds = 0.0;

    /// Appends a point; a second point at the same execution replaces the first.
    void add_point(const BudgetMeter& meter, std::size_t covered);
    /// Copies the counters at the end of the run.
    void finish(const BudgetMeter& meter);

    /// Shown goals that were covered after `executions` executions.
    [[nodiscard]] std::size_t covered_at(std::uint64_t executions) const;
};

}  // namespace sbst
