// SPDX-License-Identifier: Apache-2.0
// The bookkeeper: knows what a run has covered, how near it came, and which goals it seeks now.
// Next: evaluator.hpp, which adds a score for each test of a population and the hooks.
#pragma once

#include <sbst/error.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/archive.hpp>
#include <sbst/search/batch_executor.hpp>
#include <sbst/search/dynamic_targets.hpp>
#include <sbst/search/individual.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

namespace detail
{

/// Wanted goals that are not covered.
[[nodiscard]] std::size_t count_open(const GoalGraph& graph, const std::vector<bool>& covered);
/// The wanted ones among these goals.
[[nodiscard]] std::size_t count_wanted(const GoalGraph& graph, std::span<const GoalId> goals);

}  // namespace detail

/// The result of merging one test.
template <class Test>
struct Merged
{
    /// The test on its way into the archive.
    typename Archive<Test>::Candidate candidate;
    /// Goals that the test was the first to cover.
    std::vector<GoalId> newly_covered{};
    /// The archive took the test.
    bool improved = false;
};

/// Keeps archive, log and active goals; one per run. An algorithm that scores tests in its own way
/// needs only this and a BatchExecutor. Keeps references to problem and meter.
template <Problem P>
class Bookkeeper
{
public:
    using Test = typename P::Test;

    /// `targets` says which goals are active, `policy` what the archive keeps.
    Bookkeeper(P& problem, BudgetMeter& meter, TargetRule targets, const ArchivePolicy& policy = {})
      : m_problem(problem),
        m_meter(meter),
        m_targets(std::move(targets)),
        m_scorer(problem.goals()),
        m_archive(policy)
    {
        update_targets();
    }

    /// Takes in the coverage of an executed and counted test. The result refers to the test.
    /// @throws AdapterError when the test covers a goal that was proved infeasible.
    [[nodiscard]] Merged<Test> merge(const Individual<Test>& individual);

    /// Takes in goals that came with the last batch and chooses the active ones anew; called once a
    /// batch is merged.
    /// @return goals for which earlier fitness means nothing, see Scorer::refresh. Valid until the
    /// next call.
    std::span<const GoalId> update_targets();

    /// These goals, proved infeasible by a hook, are no longer sought; in place of earlier ones,
    /// and until a test covers one of them. The active goals are chosen anew as by
    /// update_targets().
    std::span<const GoalId> rule_out(std::span<const GoalId> goals);

    /// The reason to stop now, if there is one.
    [[nodiscard]] std::optional<StopReason> stop_reason(const BatchExecutor<P>& executor) const
    {
        if (m_open_count == 0 && !m_meter.budget().keep_going &&
            m_meter.executions() >= m_seek_until)
        {
            return StopReason::all_covered;
        }
        return executor.failure().empty() ? m_meter.exhausted() : StopReason::adapter_failed;
    }

    /// Ends the run: finds a nearest test for each open goal that was never active (by re-running
    /// at most `max_final_reruns` archived tests), and returns archive and log. Precondition:
    /// stop_reason() is not empty.
    [[nodiscard]] SearchResult<Test> finish(
        BatchExecutor<P>& executor, std::span<const Individual<Test>> population = {});

    [[nodiscard]] Archive<Test>& archive() { return m_archive; }
    [[nodiscard]] const Archive<Test>& archive() const { return m_archive; }
    /// It knows all goals as of the last update.
    [[nodiscard]] const Scorer& scorer() const { return m_scorer; }
    /// Active goals, ascending.
    [[nodiscard]] std::span<const GoalId> active_goals() const { return m_active; }
    /// Shown goals covered, and wanted ones still open.
    [[nodiscard]] std::size_t covered_count() const { return m_covered_shown; }
    [[nodiscard]] std::size_t open_count() const { return m_open_count; }

    static constexpr std::size_t max_final_reruns = 256;
    /// Once all goals are covered, some only by tests that an exception broke off, or while more
    /// goals may be found (GoalGraph::may_grow), the search goes on: for as many executions as it
    /// took, at least for these.
    static constexpr std::uint64_t least_further_executions = 1000;

private:
    /// One flag per goal that is covered or ruled out.
    [[nodiscard]] std::vector<bool> settled_flags() const;
    void seek_more();
    [[nodiscard]] bool may_improve() const;
    void look_again(BatchExecutor<P>& executor);
    void approach_forgotten(const Test& test, const Trace& trace);

    P& m_problem;
    BudgetMeter& m_meter;
    TargetRule m_targets;
    Scorer m_scorer;
    TraceIndex m_index;
    Archive<Test> m_archive;
    RunLog m_log;
    std::vector<GoalId> m_active;
    std::vector<GoalId> m_ruled_out;
    std::size_t m_covered_shown = 0;
    std::size_t m_open_count = 0;
    /// Number of executions; 0 while goals are open, and when nothing better is sought.
    std::uint64_t m_seek_until = 0;
    std::size_t m_goal_count = 0;
    std::vector<GoalId> m_covered;  // reused
};

template <Problem P>
Merged<typename P::Test> Bookkeeper<P>::merge(const Individual<Test>& individual)
{
    const GoalGraph& graph = m_problem.goals();
    Merged<Test> merged{.candidate = {individual.test, cost_of(m_problem, individual.test),
                            end_of(m_problem, individual.trace)}};
    m_covered.clear();
    m_scorer.append_covered(individual.trace, m_covered);
    std::erase_if(m_covered, [&individual](GoalId goal) {
        const std::vector<GoalId>& withheld = individual.withheld;
        return std::binary_search(withheld.begin(), withheld.end(), goal);
    });
    const std::size_t covered_before = m_covered_shown;
    for (const GoalId goal : m_covered)
    {
        if (graph[goal].is_infeasible())
        {
            report_infeasible_covered(graph[goal], m_problem.render(individual.test));
        }
        // What is only measured has no part in the search, as if there were no such goal.
        if (graph[goal].is_measured && !graph[goal].is_helper)
        {
            continue;
        }
        const auto verdict = m_archive.cover(goal, merged.candidate);
        merged.improved = merged.improved || verdict != Archive<Test>::Verdict::rejected;
        if (verdict == Archive<Test>::Verdict::first)
        {
            merged.newly_covered.push_back(goal);
            // The proof was wrong, and the others are no better.
            if (std::find(m_ruled_out.begin(), m_ruled_out.end(), goal) != m_ruled_out.end())
            {
                m_ruled_out.clear();
            }
            m_covered_shown += graph[goal].is_kept() ? 1U : 0U;
        }
    }
    if (m_covered_shown > covered_before)
    {
        m_log.add_point(m_meter, m_covered_shown);
    }
    return merged;
}

template <Problem P>
std::span<const GoalId> Bookkeeper<P>::update_targets()
{
    const GoalGraph& graph = m_problem.goals();
    const std::span<const GoalId> changed = m_scorer.refresh();
    for (const GoalId goal : changed)
    {
        m_archive.forget_nearness(goal);
    }
    const std::vector<bool> settled = settled_flags();
    m_active = m_targets(graph, settled);
    m_open_count = detail::count_open(graph, settled);
    seek_more();
    return changed;
}

template <Problem P>
std::span<const GoalId> Bookkeeper<P>::rule_out(std::span<const GoalId> goals)
{
    m_ruled_out.assign(goals.begin(), goals.end());
    return update_targets();
}

template <Problem P>
std::vector<bool> Bookkeeper<P>::settled_flags() const
{
    std::vector<bool> settled = m_archive.covered_flags();
    for (const GoalId goal : m_ruled_out)
    {
        settled.resize(std::max(settled.size(), goal.index() + 1), false);
        settled[goal.index()] = true;
    }
    return settled;
}

template <Problem P>
bool Bookkeeper<P>::may_improve() const
{
    if constexpr (TellsEnds<P>)
    {
        return m_problem.goals().may_grow() || m_archive.has_broken_off();
    }
    return m_problem.goals().may_grow();
}

template <Problem P>
void Bookkeeper<P>::seek_more()
{
    const bool has_grown = m_goal_count != m_problem.goals().size();
    m_goal_count = m_problem.goals().size();
    if (m_open_count > 0 || !may_improve())
    {
        m_seek_until = 0;
    }
    else if (m_seek_until == 0 || (has_grown && m_problem.goals().may_grow()))
    {
        const std::uint64_t done = m_meter.executions();
        m_seek_until = done + std::max(done, least_further_executions);
    }
}

template <Problem P>
SearchResult<typename P::Test> Bookkeeper<P>::finish(
    BatchExecutor<P>& executor, std::span<const Individual<Test>> population)
{
    StopReason reason = stop_reason(executor).value_or(StopReason::all_covered);
    if (m_open_count > 0)
    {
        for (const Individual<Test>& individual : population)
        {
            approach_forgotten(individual.test, individual.trace);
        }
    }
    if (m_open_count > detail::count_wanted(m_problem.goals(), m_active) &&
        reason != StopReason::interrupted)
    {
        look_again(executor);
        reason = executor.failure().empty() ? reason : StopReason::adapter_failed;
    }
    m_log.finish(m_meter);
    return {std::move(m_archive), std::move(m_log), reason, executor.failure()};
}

template <Problem P>
void Bookkeeper<P>::look_again(BatchExecutor<P>& executor)
{
    std::vector<Test> tests;
    for (std::size_t i = 0; i < std::min(m_archive.covering_test_count(), max_final_reruns); ++i)
    {
        tests.push_back(m_archive.covering_test(i));
    }
    std::vector<Request<Test>> requests;
    requests.reserve(tests.size());
    for (const Test& test : tests)
    {
        requests.push_back({&test, Record::coverage | Record::distances});
    }
    std::vector<Trace> traces(tests.size());
    executor.rerun(requests, traces, StopToken{});
    m_scorer.refresh();
    for (std::size_t i = 0; i < tests.size() && executor.failure().empty(); ++i)
    {
        approach_forgotten(tests[i], traces[i]);
    }
}

template <Problem P>
void Bookkeeper<P>::approach_forgotten(const Test& test, const Trace& trace)
{
    const GoalGraph& graph = m_problem.goals();
    typename Archive<Test>::Candidate candidate(test, cost_of(m_problem, test));
    m_index.reset(trace, graph);
    for (const GoalId goal : all_targets(graph, m_archive.covered_flags()))
    {
        m_archive.approach(goal, m_scorer.score(goal, m_index), candidate);
    }
}

}  // namespace sbst
