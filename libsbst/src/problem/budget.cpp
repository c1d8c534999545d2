// SPDX-License-Identifier: Apache-2.0
#include <sbst/error.hpp>
#include <sbst/problem/budget.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst
{

namespace
{

// Longer than any run; keeps the deadline within the clock's range.
constexpr std::chrono::duration<double> longest_run = std::chrono::hours(24 * 365 * 10);

void require_positive(const std::optional<std::uint64_t>& limit, std::string_view name)
{
    if (limit && *limit == 0)
    {
        throw ConfigError(fmt::format("budget: {} is {}, expected at least 1", name, *limit));
    }
}

}  // namespace

void validate(const Budget& budget)
{
    if (!budget.max_executions && !budget.max_calls && !budget.max_generations &&
        !budget.max_seconds)
    {
        throw ConfigError(
            "budget: no limit is given, expected at least one of max_executions, max_calls, "
            "max_generations, max_seconds");
    }
    require_positive(budget.max_executions, "max_executions");
    require_positive(budget.max_calls, "max_calls");
    require_positive(budget.max_generations, "max_generations");
    // Written so that NaN fails too.
    if (budget.max_seconds && !(budget.max_seconds->count() > 0.0))
    {
        throw ConfigError(fmt::format(
            "budget: max_seconds is {}, expected more than 0", budget.max_seconds->count()));
    }
}

std::string_view to_string(StopReason reason)
{
    switch (reason)
    {
        case StopReason::all_covered:
            return "all-covered";
        case StopReason::executions:
            return "executions";
        case StopReason::calls:
            return "calls";
        case StopReason::generations:
            return "generations";
        case StopReason::seconds:
            return "seconds";
        case StopReason::interrupted:
            return "interrupted";
        case StopReason::adapter_failed:
            return "adapter-failed";
        case StopReason::no_start:
            return "no-start";
    }
    return "unknown";
}

BudgetMeter::BudgetMeter(const Budget& budget, StopToken stop)
  : m_budget(budget), m_stop(stop), m_start(StopToken::Clock::now())
{
    validate(budget);
    if (budget.max_seconds)
    {
        const auto span = std::min(*budget.max_seconds, longest_run);
        m_stop = stop.with_deadline(
            m_start + std::chrono::duration_cast<StopToken::Clock::duration>(span));
    }
}

void BudgetMeter::count_execution(std::uint64_t calls)
{
    ++m_executions;
    m_calls += calls;
}

std::uint64_t BudgetMeter::executions_left(std::uint64_t wanted) const
{
    if (!m_budget.max_executions)
    {
        return wanted;
    }
    const std::uint64_t limit = *m_budget.max_executions;
    return m_executions >= limit ? 0 : std::min(wanted, limit - m_executions);
}

double BudgetMeter::spent_share() const
{
    double share = 0.0;
    const auto add = [&share](
                         double spent, double limit) { share = std::max(share, spent / limit); };
    const auto add_count = [&add](std::uint64_t spent, const std::optional<std::uint64_t>& limit) {
        if (limit)
        {
            add(static_cast<double>(spent), static_cast<double>(*limit));
        }
    };
    add_count(m_executions, m_budget.max_executions);
    add_count(m_calls, m_budget.max_calls);
    add_count(m_generations, m_budget.max_generations);
    if (m_budget.max_seconds)
    {
        add(seconds(), m_budget.max_seconds->count());
    }
    return share;
}

std::optional<StopReason> BudgetMeter::exhausted() const
{
    if (m_ended_by)
    {
        return m_ended_by;
    }
    if (m_budget.max_executions && m_executions >= *m_budget.max_executions)
    {
        return StopReason::executions;
    }
    if (m_budget.max_calls && m_calls >= *m_budget.max_calls)
    {
        return StopReason::calls;
    }
    if (m_budget.max_generations && m_generations >= *m_budget.max_generations)
    {
        return StopReason::generations;
    }
    if (m_stop.was_interrupted())
    {
        return StopReason::interrupted;
    }
    if (m_stop.is_past_deadline())
    {
        return StopReason::seconds;
    }
    return std::nullopt;
}

double BudgetMeter::seconds() const
{
    return std::chrono::duration<double>(StopToken::Clock::now() - m_start).count();
}

}  // namespace sbst
