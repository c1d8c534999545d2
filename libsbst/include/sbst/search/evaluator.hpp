// SPDX-License-Identifier: Apache-2.0
// The evaluator: runs batches of tests through the problem and merges what they found, in index
// order. Every algorithm executes tests here and nowhere else. Next: breeding.hpp, dynamosa.hpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/archive.hpp>
#include <sbst/search/dynamic_targets.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/score_columns.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sbst
{

namespace detail
{

/// @throws AdapterError saying that a batch came back unexecuted although nobody asked to stop.
[[noreturn]] void report_idle_adapter(std::size_t batch_size);
/// Sought goals that are not covered.
[[nodiscard]] std::size_t count_open(const GoalGraph& graph, const std::vector<bool>& covered);

}  // namespace detail

/// Executes, scores, archives, logs; one a run. Keeps references to all that it is given.
template <Problem P, class Hooks = NoHooks>
class Evaluator
{
public:
    using Test = typename P::Test;
    static_assert(hooks_are_sound<Hooks, Test>, "a hook has a name but not its signature");

    /// `targets` says which goals have a column: dynamic_targets or all_targets.
    Evaluator(P& problem, BudgetMeter& meter, TargetRule targets, Hooks& hooks)
      : m_problem(problem),
        m_meter(meter),
        m_targets(targets),
        m_hooks(hooks),
        m_scorer(problem.goals())
    {
        update_targets();
    }

    /// Executes a batch and merges it: coverage and archive, active goals, scores, nearest tests,
    /// hooks. The batch is cut to the execution budget first, and to the tests that really ran
    /// after. `population` holds earlier tests, which get scores for goals that became active.
    /// @throws AdapterError when a test covers a goal that was proved infeasible.
    void run(Batch<Test>& batch, std::span<Individual<Test>> population = {});

    /// Why to stop now, if at all.
    [[nodiscard]] std::optional<StopReason> stop_reason() const
    {
        if (m_open_count == 0 && !m_meter.budget().keep_going)
        {
            return StopReason::all_covered;
        }
        return m_failure.empty() ? m_meter.exhausted() : StopReason::adapter_failed;
    }

    /// Returns the buffers of tests that nobody needs any more.
    void recycle(Individual<Test>& dead)
    {
        m_spare_traces.push_back(std::move(dead.trace));
        m_spare_rows.push_back(std::move(dead.scores));
    }

    /// Ends the run: finds a nearest test for the open goals that never were active (by re-running
    /// archived tests, at most `max_final_reruns`), and hands over archive and log.
    /// Precondition: stop_reason() is not empty.
    [[nodiscard]] SearchResult<Test> finish(std::span<const Individual<Test>> population = {});

    [[nodiscard]] const Archive<Test>& archive() const { return m_archive; }
    [[nodiscard]] const ScoreColumns& columns() const { return m_columns; }
    [[nodiscard]] BudgetMeter& meter() { return m_meter; }

    static constexpr std::size_t max_final_reruns = 256;

private:
    using Candidate = typename Archive<Test>::Candidate;

    /// What merging found out about one test of the batch.
    struct Finding
    {
        Candidate candidate;
        std::vector<GoalId> newly_covered;
        bool improved = false;
    };

    void execute(Batch<Test>& batch);
    void execute(std::span<Trace> traces, const StopToken& stop);
    void drop_not_run(Batch<Test>& batch);
    std::vector<Finding> merge_coverage(const Batch<Test>& batch);
    void update_targets();
    void score(
        Batch<Test>& batch, std::span<Individual<Test>> population, std::vector<Finding>& findings);
    void tell_hooks(const Batch<Test>& batch, std::span<const Individual<Test>> population,
        const std::vector<Finding>& findings);
    std::vector<const Trace*> record_more(
        const Batch<Test>& batch, const std::vector<Finding>& findings);
    void approach_forgotten(const Test& test, const Trace& trace);

    P& m_problem;
    BudgetMeter& m_meter;
    TargetRule m_targets;
    Hooks& m_hooks;
    Scorer m_scorer;
    TraceIndex m_index;
    ScoreColumns m_columns;
    Archive<Test> m_archive;
    RunLog m_log;
    std::size_t m_known_goals = 0;
    std::size_t m_covered_shown = 0;
    std::size_t m_open_count = 0;
    /// What ended the adapter.
    std::string m_failure;

    // Reused buffers.
    std::vector<Request<Test>> m_requests;
    std::vector<Trace> m_traces;
    std::vector<Trace> m_rerun_traces;
    std::vector<Trace> m_spare_traces;
    std::vector<ScoreRow> m_spare_rows;
    std::vector<GoalId> m_covered;
    std::vector<Fitness> m_before;
    std::vector<Fitness> m_after;
};

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::run(Batch<Test>& batch, std::span<Individual<Test>> population)
{
    execute(batch);
    m_scorer.refresh();
    std::vector<Finding> findings = merge_coverage(batch);
    update_targets();
    score(batch, population, findings);
    tell_hooks(batch, population, findings);
    if constexpr (HasOnProgress<Hooks>)
    {
        m_hooks.on_progress(Progress{m_meter.executions(), m_meter.generations(), m_covered_shown,
            m_open_count, m_meter.seconds()});
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::execute(Batch<Test>& batch)
{
    const auto allowed = static_cast<std::size_t>(m_meter.executions_left(batch.size()));
    batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(allowed), batch.end());
    m_requests.clear();
    for (Individual<Test>& individual : batch)
    {
        individual.length = m_problem.length(individual.test);
        m_requests.push_back({&individual.test, Record::coverage | Record::distances,
            std::min(individual.change.first_statement, individual.length)});
    }
    m_traces.resize(std::max(m_traces.size(), batch.size()));
    execute(std::span(m_traces).first(batch.size()), m_meter.stop_token());
    for (std::size_t i = 0; i < batch.size(); ++i)
    {
        std::swap(batch[i].trace, m_traces[i]);
        if (!m_spare_traces.empty())
        {
            std::swap(m_traces[i], m_spare_traces.back());
            m_spare_traces.pop_back();
        }
        if (!m_spare_rows.empty())
        {
            std::swap(batch[i].scores, m_spare_rows.back());
            m_spare_rows.pop_back();
        }
    }
    drop_not_run(batch);
}

/// Runs the requests. An adapter that breaks ends the search, not the run: what is in the archive
/// stays; before the first test there is nothing to keep.
template <Problem P, class Hooks>
void Evaluator<P, Hooks>::execute(std::span<Trace> traces, const StopToken& stop)
{
    if (m_failure.empty())
    {
        const std::exception_ptr broken = failure_of_harness(
            [&] { m_problem.execute(std::span<const Request<Test>>(m_requests), traces, stop); });
        if (!broken)
        {
            return;
        }
        if (m_meter.executions() == 0)
        {
            std::rethrow_exception(broken);
        }
        m_failure = text_of(broken);
    }
    for (Trace& trace : traces)
    {
        trace.clear();
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::drop_not_run(Batch<Test>& batch)
{
    const std::size_t size = batch.size();
    std::erase_if(
        batch, [](const Individual<Test>& individual) { return !individual.trace.was_run; });
    // An adapter that runs nothing although it may would keep the search busy for ever.
    const bool may_run = m_failure.empty() && !m_meter.stop_token().stop_requested();
    if (batch.empty() && size > 0 && may_run)
    {
        detail::report_idle_adapter(size);
    }
}

template <Problem P, class Hooks>
auto Evaluator<P, Hooks>::merge_coverage(const Batch<Test>& batch) -> std::vector<Finding>
{
    const GoalGraph& graph = m_problem.goals();
    std::vector<Finding> findings;
    findings.reserve(batch.size());
    for (const Individual<Test>& individual : batch)
    {
        m_meter.count_execution(individual.length);
        Finding& finding = findings.emplace_back(
            Finding{Candidate(individual.test, individual.length, !individual.trace.is_unusable()),
                {}, false});
        m_covered.clear();
        m_scorer.append_covered(individual.trace, m_covered);
        const std::size_t covered_before = m_covered_shown;
        for (const GoalId goal : m_covered)
        {
            if (graph[goal].is_infeasible())
            {
                report_infeasible_covered(graph[goal], m_problem.render(individual.test));
            }
            const auto verdict = m_archive.cover(goal, finding.candidate);
            finding.improved = finding.improved || verdict != Archive<Test>::Verdict::rejected;
            if (verdict == Archive<Test>::Verdict::first)
            {
                finding.newly_covered.push_back(goal);
                m_covered_shown += graph[goal].is_shown ? 1U : 0U;
            }
        }
        if (m_covered_shown > covered_before)
        {
            m_log.add_point(m_meter, m_covered_shown);
        }
    }
    return findings;
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::update_targets()
{
    const GoalGraph& graph = m_problem.goals();
    const bool has_grown = graph.size() != m_known_goals;
    m_known_goals = graph.size();
    m_columns.update(m_targets(graph, m_archive.covered_flags()), has_grown);
    m_open_count = detail::count_open(graph, m_archive.covered_flags());
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::score(
    Batch<Test>& batch, std::span<Individual<Test>> population, std::vector<Finding>& findings)
{
    const GoalGraph& graph = m_problem.goals();
    if (m_columns.has_fresh())
    {
        for (Individual<Test>& individual : population)
        {
            m_index.reset(individual.trace, graph);
            m_columns.score_fresh(m_scorer, m_index, individual.scores);
            // What was measured before a goal became active may be nearer than all that follows.
            Candidate candidate(individual.test, individual.length);
            for (const std::size_t i : m_columns.fresh())
            {
                m_archive.approach(
                    m_columns.goals()[i], individual.scores[m_columns.places()[i]], candidate);
            }
        }
    }
    for (std::size_t i = 0; i < batch.size(); ++i)
    {
        m_index.reset(batch[i].trace, graph);
        m_columns.score(m_scorer, m_index, batch[i].scores);
        for (std::size_t j = 0; j < m_columns.goals().size(); ++j)
        {
            const Fitness& fitness = batch[i].scores[m_columns.places()[j]];
            if (m_archive.approach(m_columns.goals()[j], fitness, findings[i].candidate))
            {
                findings[i].improved = true;
            }
        }
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::tell_hooks(const Batch<Test>& batch,
    std::span<const Individual<Test>> population, const std::vector<Finding>& findings)
{
    if constexpr (HasOnEvaluated<Hooks, Test>)
    {
        const std::vector<const Trace*> traces = record_more(batch, findings);
        for (std::size_t i = 0; i < batch.size(); ++i)
        {
            m_before.clear();
            if (batch[i].parent < population.size())
            {
                m_columns.gather(population[batch[i].parent].scores, m_before);
            }
            m_columns.gather(batch[i].scores, m_after);
            m_hooks.on_evaluated(
                Evaluated<Test>{batch[i].test, *traces[i], batch[i].change, m_columns.goals(),
                    m_before, m_after, findings[i].newly_covered, findings[i].improved});
        }
    }
}

template <Problem P, class Hooks>
std::vector<const Trace*> Evaluator<P, Hooks>::record_more(
    const Batch<Test>& batch, const std::vector<Finding>& findings)
{
    std::vector<const Trace*> traces;
    for (const Individual<Test>& individual : batch)
    {
        traces.push_back(&individual.trace);
    }
    if constexpr (HasWantedRecord<Hooks>)
    {
        const Record wanted =
            Record::coverage | Record::distances | std::as_const(m_hooks).wanted_record();
        std::vector<std::size_t> places;
        m_requests.clear();
        for (std::size_t i = 0; i < batch.size(); ++i)
        {
            if (findings[i].improved)
            {
                places.push_back(i);
                m_requests.push_back({&batch[i].test, wanted, 0});
            }
        }
        m_rerun_traces.resize(std::max(m_rerun_traces.size(), places.size()));
        execute(std::span(m_rerun_traces).first(places.size()), m_meter.stop_token());
        for (std::size_t i = 0; i < places.size(); ++i)
        {
            if (m_rerun_traces[i].was_run)
            {
                m_meter.count_rerun();
                traces[places[i]] = &m_rerun_traces[i];
            }
        }
    }
    return traces;
}

template <Problem P, class Hooks>
SearchResult<typename P::Test> Evaluator<P, Hooks>::finish(
    std::span<const Individual<Test>> population)
{
    StopReason reason = stop_reason().value_or(StopReason::all_covered);
    if (m_open_count > 0)
    {
        for (const Individual<Test>& individual : population)
        {
            approach_forgotten(individual.test, individual.trace);
        }
    }
    if (m_open_count > m_columns.goals().size() && reason != StopReason::interrupted)
    {
        m_requests.clear();
        std::vector<Test> tests;
        for (std::size_t i = 0; i < std::min(m_archive.covering_test_count(), max_final_reruns);
             ++i)
        {
            tests.push_back(m_archive.covering_test(i));
        }
        for (const Test& test : tests)
        {
            m_requests.push_back({&test, Record::coverage | Record::distances, 0});
        }
        std::vector<Trace> traces(tests.size());
        execute(std::span(traces), StopToken{});
        for (std::size_t i = 0; i < tests.size() && m_failure.empty(); ++i)
        {
            m_meter.count_rerun();
            approach_forgotten(tests[i], traces[i]);
        }
        reason = m_failure.empty() ? reason : StopReason::adapter_failed;
    }
    m_log.finish(m_meter);
    return {std::move(m_archive), std::move(m_log), reason, std::move(m_failure)};
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::approach_forgotten(const Test& test, const Trace& trace)
{
    const GoalGraph& graph = m_problem.goals();
    Candidate candidate(test, m_problem.length(test));
    m_index.reset(trace, graph);
    for (const GoalId goal : all_targets(graph, m_archive.covered_flags()))
    {
        m_archive.approach(goal, m_scorer.score(goal, m_index), candidate);
    }
}

}  // namespace sbst
