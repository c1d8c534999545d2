// SPDX-License-Identifier: Apache-2.0
// Budgets: the limits of a run, what it has spent, and which limit ended it. Next: run_log.hpp.
#pragma once

#include <sbst/problem/stop_token.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sbst
{

/// Limits of one run; absent = unlimited. At least one must be given.
struct Budget
{
    /// Tests run by the search; re-runs that record more do not count.
    std::optional<std::uint64_t> max_executions{};
    /// Calls of those tests; checked after each generation, whose tests all run.
    std::optional<std::uint64_t> max_calls{};
    /// Generations after the initial one.
    std::optional<std::uint64_t> max_generations{};
    /// A cap: a run that ends here is not reproducible, and the report says so.
    std::optional<std::chrono::duration<double>> max_seconds{};
    /// Goes on after every sought goal is covered.
    bool keep_going = false;
};

/// @throws ConfigError when no limit is given or one is not positive.
void validate(const Budget& budget);

enum class StopReason
{
    all_covered,
    executions,
    calls,
    generations,
    seconds,
    interrupted,
    /// The adapter could not go on executing tests; what was found before counts.
    adapter_failed,
    /// No test got past its first call; see GenerateOptions::cannot_start.
    no_start
};

/// The name that reports use: `all-covered`, `executions`, ...
[[nodiscard]] std::string_view to_string(StopReason reason);

/// Counts what a run spends and says when to stop.
class BudgetMeter
{
public:
    /// Starts the clock. @throws ConfigError when the budget is not usable.
    explicit BudgetMeter(const Budget& budget, StopToken stop = {});

    void count_execution(std::uint64_t calls);
    void count_rerun() { ++m_reruns; }
    void count_generation() { ++m_generations; }

    /// Ends the run with this reason, whatever is left of the budget.
    void end(StopReason reason) { m_ended_by = reason; }

    /// The spent part of the limit that is nearest to its end: 1 = exhausted.
    [[nodiscard]] double spent_share() const;
    /// Executions that may still be requested (at most `wanted`); calls are checked
    /// afterwards.
    [[nodiscard]] std::uint64_t executions_left(std::uint64_t wanted) const;
    /// The first limit that is reached, if any; reproducible limits are checked first.
    [[nodiscard]] std::optional<StopReason> exhausted() const;

    /// Fires at the deadline and on interruption; passed to the adapter.
    [[nodiscard]] const StopToken& stop_token() const { return m_stop; }
    [[nodiscard]] const Budget& budget() const { return m_budget; }
    [[nodiscard]] std::uint64_t executions() const { return m_executions; }
    [[nodiscard]] std::uint64_t calls() const { return m_calls; }
    [[nodiscard]] std::uint64_t generations() const { return m_generations; }
    [[nodiscard]] std::uint64_t reruns() const { return m_reruns; }
    [[nodiscard]] double seconds() const;

private:
    Budget m_budget;
    StopToken m_stop;
    StopToken::Clock::time_point m_start;
    std::uint64_t m_executions = 0;
    std::uint64_t m_calls = 0;
    std::uint64_t m_generations = 0;
    std::uint64_t m_reruns = 0;
    std::optional<StopReason> m_ended_by;
};

}  // namespace sbst
