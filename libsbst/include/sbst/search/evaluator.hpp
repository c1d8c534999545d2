// SPDX-License-Identifier: Apache-2.0
// The evaluator: executes batches, keeps the books and scores each test for each active goal;
// algorithms with a population of tests use it. Next: breeding.hpp, many_objective.hpp.
#pragma once

#include <sbst/fitness/trace_index.hpp>
#include <sbst/problem/budget.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/search/batch_executor.hpp>
#include <sbst/search/bookkeeper.hpp>
#include <sbst/search/hooks.hpp>
#include <sbst/search/individual.hpp>
#include <sbst/search/score_columns.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// A BatchExecutor, a Bookkeeper and the scores of a population, with hooks; one per run. Keeps
/// references to its arguments.
template <Problem P, class Hooks = NoHooks>
class Evaluator
{
public:
    using Test = typename P::Test;
    static_assert(hooks_are_sound<Hooks, Test>, "a hook has a name but not its signature");

    /// `targets` says which goals have a column.
    Evaluator(P& problem, BudgetMeter& meter, TargetRule targets, Hooks& hooks,
        const ArchivePolicy& policy = {})
      : m_problem(problem),
        m_meter(meter),
        m_hooks(hooks),
        m_executor(problem, meter),
        m_books(problem, meter, std::move(targets), policy)
    {
        m_columns.update(m_books.active_goals());
    }

    /// Executes a batch and merges it: coverage and archive, active goals, scores, nearest tests,
    /// hooks. The batch is cut to the execution budget before, and to the tests that really ran
    /// afterwards. `population` holds earlier tests, which get scores for goals that became active.
    /// @throws AdapterError when a test covers a goal that was proved infeasible.
    void run(Batch<Test>& batch, std::span<Individual<Test>> population = {})
    {
        run(batch, population, Record{});
    }

    /// Lets hooks run tests before the search makes its first ones.
    void prepare(Rng& rng);
    /// Lets hooks run tests of their own choice. `population` is as for run().
    void explore(std::span<Individual<Test>> population, Rng& rng);
    /// The same where the individuals are suites.
    void explore(SuiteHost<Test>& suites, Rng& rng);

    /// The reason to stop now, if there is one.
    [[nodiscard]] std::optional<StopReason> stop_reason() const
    {
        return m_books.stop_reason(m_executor);
    }

    /// Takes back the buffers of tests that are no longer needed.
    void recycle(Individual<Test>& dead)
    {
        m_executor.recycle(dead.trace);
        m_spare_rows.push_back(std::move(dead.scores));
    }

    /// Ends the run and returns archive and log; see Bookkeeper::finish. Precondition:
    /// stop_reason() is not empty.
    [[nodiscard]] SearchResult<Test> finish(std::span<const Individual<Test>> population = {})
    {
        return m_books.finish(m_executor, population);
    }

    [[nodiscard]] const Archive<Test>& archive() const { return m_books.archive(); }
    [[nodiscard]] const ScoreColumns& columns() const { return m_columns; }
    [[nodiscard]] BudgetMeter& meter() { return m_meter; }

private:
    using MergedBatch = std::vector<Merged<Test>>;
    class Explorer;

    void run(Batch<Test>& batch, std::span<Individual<Test>> population, Record more);
    void rule_out(std::span<const GoalId> goals, std::span<Individual<Test>> population);
    void score(Batch<Test>& batch, std::span<Individual<Test>> population, MergedBatch& merged);
    void score_fresh(std::span<Individual<Test>> population);
    void tell_hooks(const Batch<Test>& batch, std::span<const Individual<Test>> population,
        const MergedBatch& merged);
    std::vector<const Trace*> record_more(const Batch<Test>& batch, const MergedBatch& merged);

    P& m_problem;
    BudgetMeter& m_meter;
    Hooks& m_hooks;
    BatchExecutor<P> m_executor;
    Bookkeeper<P> m_books;
    TraceIndex m_index;
    ScoreColumns m_columns;
    Record m_recorded{};  // in the traces of the last batch

    // Reused buffers.
    std::vector<Request<Test>> m_requests;
    std::vector<Trace> m_rerun_traces;
    std::vector<ScoreRow> m_spare_rows;
    std::vector<Fitness> m_before;
    std::vector<Fitness> m_after;
};

/// Gives the hooks' `prepare` and `explore` access to one evaluator.
template <Problem P, class Hooks>
class Evaluator<P, Hooks>::Explorer final : public Exploration<Test>
{
public:
    Explorer(Evaluator& evaluator, std::span<Individual<Test>> population)
      : m_evaluator(evaluator), m_population(population)
    {}
    Explorer(Evaluator& evaluator, SuiteHost<Test>& suites)
      : m_evaluator(evaluator), m_population(suites.tests()), m_suites(&suites)
    {}

    std::span<const Individual<Test>> run(std::vector<Test> tests, Record more) override
    {
        recycle();
        m_best.reset();
        for (Test& test : tests)
        {
            m_batch.push_back(make_fresh(std::move(test)));
        }
        m_evaluator.run(m_batch, m_population, more);
        return m_batch;
    }
    void rule_out(std::span<const GoalId> goals) override
    {
        // Their scores are for the goals of before.
        recycle();
        m_best.reset();
        m_evaluator.rule_out(goals, m_population);
    }
    bool join_best(std::size_t place, bool must_improve) override
    {
        if (m_suites == nullptr || place >= m_batch.size() ||
            !m_suites->join(m_batch[place], must_improve))
        {
            return false;
        }
        m_best.reset();
        m_population = m_suites->tests();
        return true;
    }
    [[nodiscard]] SearchState<Test> state() const override
    {
        if (m_suites != nullptr && !m_best)
        {
            m_best = m_suites->best();
        }
        return {m_evaluator.archive(), m_evaluator.columns().goals(), m_population, m_best};
    }
    [[nodiscard]] bool is_over() const override { return m_evaluator.stop_reason().has_value(); }

    void recycle()
    {
        for (Individual<Test>& individual : m_batch)
        {
            m_evaluator.recycle(individual);
        }
        m_batch.clear();
    }

private:
    Evaluator& m_evaluator;
    std::span<Individual<Test>> m_population;
    SuiteHost<Test>* m_suites = nullptr;
    /// Hooks ask for the state often; it is measured once until something changes.
    mutable std::optional<BestSuite> m_best;
    Batch<Test> m_batch;
};

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::prepare([[maybe_unused]] Rng& rng)
{
    if constexpr (HasPrepare<Hooks, Test>)
    {
        Explorer explorer(*this, std::span<Individual<Test>>());
        m_hooks.prepare(explorer, rng);
        explorer.recycle();
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::explore(
    [[maybe_unused]] std::span<Individual<Test>> population, [[maybe_unused]] Rng& rng)
{
    if constexpr (HasExplore<Hooks, Test>)
    {
        Explorer explorer(*this, population);
        m_hooks.explore(explorer, rng);
        explorer.recycle();
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::explore(
    [[maybe_unused]] SuiteHost<Test>& suites, [[maybe_unused]] Rng& rng)
{
    if constexpr (HasExplore<Hooks, Test>)
    {
        Explorer explorer(*this, suites);
        m_hooks.explore(explorer, rng);
        explorer.recycle();
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::run(
    Batch<Test>& batch, std::span<Individual<Test>> population, Record more)
{
    if constexpr (HasWantedOfAll<Hooks>)
    {
        more = more | std::as_const(m_hooks).wanted_of_all();
    }
    m_recorded = Record::coverage | Record::distances | more;
    MergedBatch merged;
    merged.reserve(batch.size());
    const auto merge = [&](const Individual<Test>& individual) {
        merged.push_back(m_books.merge(individual));
    };
    m_executor.run(batch, merge, more);
    const std::span<const GoalId> changed = m_books.update_targets();
    m_columns.update(m_books.active_goals(), changed);
    score(batch, population, merged);
    tell_hooks(batch, population, merged);
    if constexpr (HasOnProgress<Hooks>)
    {
        m_hooks.on_progress(Progress{m_meter.executions(), m_meter.generations(),
            m_books.covered_count(), m_books.open_count(), m_meter.seconds()});
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::rule_out(
    std::span<const GoalId> goals, std::span<Individual<Test>> population)
{
    const std::span<const GoalId> changed = m_books.rule_out(goals);
    m_columns.update(m_books.active_goals(), changed);
    score_fresh(population);
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::score(
    Batch<Test>& batch, std::span<Individual<Test>> population, MergedBatch& merged)
{
    score_fresh(population);
    Archive<Test>& archive = m_books.archive();
    for (std::size_t i = 0; i < batch.size(); ++i)
    {
        if (!m_spare_rows.empty())
        {
            std::swap(batch[i].scores, m_spare_rows.back());
            m_spare_rows.pop_back();
        }
        m_index.reset(batch[i].trace, m_problem.goals());
        m_columns.score(m_books.scorer(), m_index, batch[i].scores);
        for (std::size_t j = 0; j < m_columns.goals().size(); ++j)
        {
            const Fitness& fitness = batch[i].scores[m_columns.places()[j]];
            if (archive.approach(m_columns.goals()[j], fitness, merged[i].candidate))
            {
                merged[i].improved = true;
            }
        }
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::score_fresh(std::span<Individual<Test>> population)
{
    if (!m_columns.has_fresh())
    {
        return;
    }
    for (Individual<Test>& individual : population)
    {
        m_index.reset(individual.trace, m_problem.goals());
        m_columns.score_fresh(m_books.scorer(), m_index, individual.scores);
        // An old test, measured before the goal became active, may be nearer than all later ones.
        typename Archive<Test>::Candidate candidate(
            individual.test, cost_of(m_problem, individual.test));
        for (const std::size_t i : m_columns.fresh())
        {
            m_books.archive().approach(
                m_columns.goals()[i], individual.scores[m_columns.places()[i]], candidate);
        }
    }
}

template <Problem P, class Hooks>
void Evaluator<P, Hooks>::tell_hooks(const Batch<Test>& batch,
    std::span<const Individual<Test>> population, const MergedBatch& merged)
{
    if constexpr (HasOnEvaluated<Hooks, Test>)
    {
        const std::vector<const Trace*> traces = record_more(batch, merged);
        for (std::size_t i = 0; i < batch.size(); ++i)
        {
            m_before.clear();
            if (batch[i].parent < population.size())
            {
                m_columns.gather(population[batch[i].parent].scores, m_before);
            }
            m_columns.gather(batch[i].scores, m_after);
            m_hooks.on_evaluated(Evaluated<Test>{batch[i].test, *traces[i], batch[i].change,
                m_columns.goals(), m_before, m_after, merged[i].newly_covered, merged[i].improved});
        }
    }
}

template <Problem P, class Hooks>
std::vector<const Trace*> Evaluator<P, Hooks>::record_more(
    const Batch<Test>& batch, const MergedBatch& merged)
{
    std::vector<const Trace*> traces;
    for (const Individual<Test>& individual : batch)
    {
        traces.push_back(&individual.trace);
    }
    if constexpr (HasWantedRecord<Hooks>)
    {
        // What the trace of the search has is not lost by running the test again.
        const Record wanted = m_recorded | std::as_const(m_hooks).wanted_record();
        // Only improving tests are run again: they are few, so that logs cost the search little.
        // These runs are outside the budget: each test was counted when the search ran it, and
        // counting it twice would end searches sooner, so that a seed would write another suite.
        // BudgetMeter::reruns() has their number. Tests that a hook makes itself (new_test, refine,
        // explore) are counted like all others, in BatchExecutor::run().
        const bool is_recorded = wanted == m_recorded;
        std::vector<std::size_t> places;
        m_requests.clear();
        for (std::size_t i = 0; i < batch.size(); ++i)
        {
            if (merged[i].improved && !is_recorded)
            {
                places.push_back(i);
                m_requests.push_back({&batch[i].test, wanted});
            }
        }
        m_rerun_traces.resize(std::max(m_rerun_traces.size(), places.size()));
        m_executor.rerun(
            m_requests, std::span(m_rerun_traces).first(places.size()), m_meter.stop_token());
        for (std::size_t i = 0; i < places.size(); ++i)
        {
            if (m_rerun_traces[i].was_run)
            {
                traces[places[i]] = &m_rerun_traces[i];
            }
        }
    }
    return traces;
}

}  // namespace sbst
