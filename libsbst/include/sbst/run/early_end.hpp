// SPDX-License-Identifier: Apache-2.0
// Early end, a hook: ends a run none of whose tests gets past its first call. Next:
// generate.hpp.
#pragma once

#include <sbst/problem/budget.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/test/test_case.hpp>

#include <cstdint>
#include <functional>

namespace sbst
{

/// When to ask whether a run can begin at all.
struct EarlyEndRule
{
    /// Tells that no test can get past its first call. Absent = not asked.
    std::function<bool()> cannot_start{};
    /// Asked once, after both: a share of the budget, and executions.
    double start_share = 0.0;
    std::uint64_t start_executions = 0;
};

/// Ends a run that cannot begin (StopReason::no_start); not one whose budget is to be spent whole
/// (Budget::keep_going). Keeps a reference to the meter.
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
