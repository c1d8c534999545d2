// SPDX-License-Identifier: Apache-2.0
// Early end, a hook: ends a run when no test gets past its first call. Next: generate.hpp.
#pragma once

#include <sbst/problem/budget.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/test/test_case.hpp>

#include <cstdint>
#include <functional>

namespace sbst
{

/// When to check whether the run can succeed at all.
struct EarlyEndRule
{
    /// Returns true when no test can get past its first call. Absent = not checked.
    std::function<bool()> cannot_start{};
    /// Checked once, after both this share of the budget and this number of executions.
    double start_share = 0.0;
    std::uint64_t start_executions = 0;
};

/// Ends a run in which no test can start (StopReason::no_start), unless the whole budget is to be
/// spent (Budget::keep_going). Keeps a reference to the meter.
class EarlyEnd
{
public:
    EarlyEnd(EarlyEndRule rule, BudgetMeter& meter);

    void on_evaluated(const Evaluated<TestCase>& evaluated);
    void on_progress(const Progress& progress);

private:
    EarlyEndRule m_rule;
    BudgetMeter* m_meter;
    bool m_has_started;
};

}  // namespace sbst
