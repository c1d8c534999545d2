// SPDX-License-Identifier: Apache-2.0
#include <sbst/run/early_end.hpp>

#include <utility>

namespace sbst
{

EarlyEnd::EarlyEnd(EarlyEndRule rule, BudgetMeter& meter)
  : m_rule(std::move(rule)),
    m_meter(&meter),
    m_has_started(!m_rule.cannot_start || meter.budget().keep_going)
{}

void EarlyEnd::on_evaluated(const Evaluated<TestCase>& evaluated)
{
    const auto& calls = evaluated.trace.calls;
    m_has_started =
        m_has_started || (!calls.empty() && calls.front().kind == OutcomeKind::returned);
}

void EarlyEnd::on_progress(const Progress& progress)
{
    const bool is_late = progress.executions >= m_rule.start_executions &&
                         m_meter->spent_share() >= m_rule.start_share;
    if (m_has_started || !is_late)
    {
        return;
    }
    m_has_started = true;
    if (m_rule.cannot_start())
    {
        m_meter->end(StopReason::no_start);
    }
}

}  // namespace sbst
