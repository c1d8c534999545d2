// SPDX-License-Identifier: Apache-2.0
#include "run_record.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/report/refinement_text.hpp>
#include <sbst/report/totals.hpp>
#include <sbst/study/sha256.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::cli
{

namespace
{

double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

double ratio(std::uint64_t part, std::uint64_t whole, double of_none)
{
    return whole == 0 ? of_none : number(part) / number(whole);
}

/// Counts the goals for which `is_counted` holds. What only the run proved infeasible is open: all
/// configurations have the same goals.
GoalTotals count(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers, bool (*is_counted)(const Goal&))
{
    GoalTotals totals;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = goals[GoalId(i)];
        if (is_counted(goal))
        {
            const bool is_proved = answers[i].status == GoalStatus::infeasible;
            add_shown(totals, goal,
                is_proved && !goal.is_infeasible() ? GoalStatus::open : answers[i].status);
        }
    }
    return totals;
}

/// `direct_branch_coverage`: of the suite.
std::string metric_of(Coverage coverage)
{
    std::string name(to_string(coverage));
    std::replace(name.begin(), name.end(), '-', '_');
    return name + "_coverage";
}

std::string hash_of(const std::vector<std::string>& tests)
{
    std::string all;
    for (const std::string& test : tests)
    {
        all += std::to_string(test.size()) + "\n" + test;
    }
    return study::sha256(all);
}

}  // namespace

bool is_counted_branch(const Goal& goal)
{
    return is_branch(goal) && (goal.is_shown || goal.is_helper) && !goal.is_infeasible();
}

std::size_t count_branches(const GoalGraph& goals)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        count += is_counted_branch(goals[GoalId(i)]) ? 1U : 0U;
    }
    return count;
}

study::RunRecord make_record(const GoalGraph& goals, const RunResult& result,
    const std::vector<std::string>& rendered, const CriteriaChoice& criteria,
    std::chrono::steady_clock::time_point start)
{
    const GoalTotals totals =
        count(goals, result.answers, [](const Goal& goal) { return goal.is_shown; });
    const GoalCounts kept =
        count(goals, result.answers, [](const Goal& goal) { return goal.is_kept(); }).shown;
    const std::uint64_t sought = kept.goals - kept.infeasible;
    const auto& timeline = result.log.timeline;
    const std::uint64_t covered = timeline.empty() ? 0 : timeline.back().covered;
    std::uint64_t calls = 0;
    for (const TestCase& test : result.suite)
    {
        calls += test.length();
    }
    study::RunRecord record;
    record.goals = sought;
    record.metrics = {{"coverage", ratio(covered, sought, 1.0)}, {"covered", number(covered)},
        {"full", covered >= sought ? 1.0 : 0.0},
        {"suite_coverage", ratio(kept.covered, sought, 1.0)}, {"goals", number(sought)},
        {"infeasible", number(kept.infeasible)}, {"tests", number(result.suite.size())},
        {"calls", number(calls)}, {"test_length", ratio(calls, result.suite.size(), 0.0)},
        {"executions", number(result.executions)},
        {"executions_to_last", timeline.empty() ? 0.0 : number(timeline.back().executions)},
        {"generations", number(result.log.counters.generations)},
        {"executed_calls", number(result.calls)}};
    for (const CoverageCounts& row : totals.by_criterion)
    {
        const std::uint64_t wanted = row.counts.goals - row.counts.infeasible;
        record.metrics.emplace_back(
            metric_of(row.coverage), ratio(row.counts.covered, wanted, 1.0));
    }
    if (criteria.has(Coverage::exception))
    {
        const auto row = std::find_if(totals.by_criterion.begin(), totals.by_criterion.end(),
            [](const CoverageCounts& one) { return one.coverage == Coverage::exception; });
        record.metrics.emplace_back(
            "exceptions", row == totals.by_criterion.end() ? 0.0 : number(row->counts.covered));
    }
    for (std::size_t i = 0; i < timeline.size(); ++i)
    {
        record.timeline.push_back(
            {timeline[i].executions, std::uint64_t{timeline[i].covered}, result.log.seconds_at[i]});
    }
    record.suite_hash = hash_of(rendered);
    record.stopped_by = to_string(result.stopped_by);
    record.is_reproducible = result.stopped_by != StopReason::seconds &&
                             result.stopped_by != StopReason::interrupted &&
                             (!result.refinement || late_solver_text(*result.refinement).empty());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    record.machine_metrics = {{"seconds", seconds}, {"search_seconds", result.log.seconds},
        {"executions_per_second",
            result.log.seconds > 0.0 ? number(result.executions) / result.log.seconds : 0.0}};
    return record;
}

std::vector<study::MetricInfo> record_metrics()
{
    const auto less = [](const char* name, const char* title, int digits) {
        return study::MetricInfo{
            .name = name, .title = title, .is_more_better = false, .digits = digits};
    };
    const auto more = [](const char* name, const char* title, int digits) {
        return study::MetricInfo{
            .name = name, .title = title, .is_more_better = true, .digits = digits};
    };
    std::vector<study::MetricInfo> metrics{more("coverage", "coverage", 3),
        more("covered", "covered goals", 2), more("full", "full coverage", 2),
        more("suite_coverage", "coverage of the suite", 3), less("tests", "tests", 2),
        less("calls", "calls of the suite", 2), less("test_length", "calls per test", 2),
        less("executions", "executions", 0),
        less("executions_to_last", "executions to the last improvement", 0),
        less("generations", "generations", 2), less("executed_calls", "executed calls", 0),
        less("seconds", "seconds", 3), less("search_seconds", "seconds of the search", 3),
        more("executions_per_second", "executions per second", 0), more("goals", "goals", 2),
        more("infeasible", "infeasible goals", 2),
        more("exceptions", "exceptions of the suite", 2)};
    for (const Coverage coverage : all_coverages())
    {
        metrics.push_back({.name = metric_of(coverage),
            .title = fmt::format("{} coverage of the suite", to_string(coverage)),
            .is_more_better = true,
            .digits = 3});
    }
    return metrics;
}

}  // namespace sbst::cli
