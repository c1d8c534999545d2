// SPDX-License-Identifier: Apache-2.0
// One whole run: from a problem to a minimised suite and an answer for every goal. Adapters call
// this with what is theirs. Next: measurement.hpp, ../search/dynamosa.hpp.
#pragma once

#include <sbst/chromosome/operators.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/dynamosa.hpp>
#include <sbst/search/mosa.hpp>
#include <sbst/search/random_search.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/seeding/dynamic_seeding.hpp>
#include <sbst/suite/measurement.hpp>
#include <sbst/suite/minimise.hpp>
#include <sbst/suite/run.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace sbst
{

// clang-format off
/// A SequenceProblem that a run can be made of: its pool is fed, its operators direct mutation, and
/// it tells whether a call of a callable can decide a goal.
template <class P>
concept GeneratingProblem =
    SequenceProblem<P> &&
    requires(P& problem, const P& fixed, CallableId callable, GoalId goal)
{
    { problem.constants() } -> std::same_as<ConstantPool&>;
    { problem.operators() } -> std::same_as<SequenceOperators&>;
    { fixed.may_decide(callable, goal) } -> std::same_as<bool>;
};
// clang-format on

/// What an adapter says beside its problem.
struct GenerateOptions
{
    MinimiseOptions minimise{};
    OutcomeWords words{};
};

namespace detail
{

/// Feeds what improving tests compared into the pool, directs mutation, and passes progress on.
template <GeneratingProblem P>
class RunHooks
{
public:
    RunHooks(P& problem, const RunSpec& spec, const ProgressFunction& on_progress)
      : m_seeding(problem.constants()),
        m_directed(
            problem.operators(), problem.goals(),
            [&problem](
                GoalId goal, CallableId callable) { return problem.may_decide(callable, goal); },
            spec.directed),
        m_problem(&problem),
        m_on_progress(&on_progress)
    {}

    [[nodiscard]] static Record wanted_record() { return Record::values; }

    void on_evaluated(const Evaluated<TestCase>& evaluated)
    {
        if (evaluated.improved)
        {
            m_seeding(evaluated.trace);
        }
        m_directed.observe(evaluated);
    }

    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng)
    {
        return m_directed.propose(state, rng);
    }

    void on_progress(const Progress& progress)
    {
        if (*m_on_progress)
        {
            (*m_on_progress)({.executions = progress.executions,
                .covered = progress.covered,
                .sought = count_sought(m_problem->goals())});
        }
    }

private:
    DynamicSeeding m_seeding;
    DirectedMutation m_directed;
    P* m_problem;
    const ProgressFunction* m_on_progress;
};

template <GeneratingProblem P>
SearchResult<TestCase> run_search(
    P& problem, const RunSpec& spec, BudgetMeter& meter, Rng& rng, RunHooks<P>& hooks)
{
    switch (spec.algorithm)
    {
        case Algorithm::dynamosa:
            return dynamosa(problem, spec.search, meter, rng, hooks);
        case Algorithm::mosa:
            return mosa(problem, spec.search, meter, rng, hooks);
        case Algorithm::random:
            break;
    }
    return random_search(problem, spec.search, meter, rng, hooks);
}

/// A limit in seconds gives minimisation a tenth of it on top.
inline StopToken minimise_until(const Budget& budget, StopToken stop)
{
    constexpr double share = 0.1;
    using Clock = StopToken::Clock;
    return budget.max_seconds ?
               stop.with_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     share * *budget.max_seconds)) :
               stop;
}

template <SequenceProblem P>
std::vector<TestCase> minimised_tests(P& problem, std::vector<TestCase> tests,
    const MinimiseOptions& options, Rng& rng, StopToken stop)
{
    std::vector<TestCase> suite;
    for (auto& entry : minimise(problem, std::move(tests), options, rng, stop).tests)
    {
        suite.push_back(std::move(entry.test));
    }
    return suite;
}

inline std::vector<TestCase> nearest_tests(
    const GoalGraph& goals, const SearchResult<TestCase>& found)
{
    std::vector<TestCase> tests;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const auto nearest = found.archive.nearest(GoalId(i));
        if (nearest && (tests.empty() || !(tests.back() == *nearest->test)))
        {
            tests.push_back(*nearest->test);
        }
    }
    return tests;
}

}  // namespace detail

/// Runs a search over `problem`, minimises what it found and answers for every goal.
///
/// Same problem, spec and binary: same result, whatever the number of jobs, unless a wall-clock
/// limit or the stop token ended the run.
/// @throws ConfigError for a spec that cannot be used, AdapterError when a trace takes an edge that
/// was proved infeasible.
template <GeneratingProblem P>
[[nodiscard]] RunResult generate(P& problem, const RunSpec& spec,
    const GenerateOptions& options = {}, StopToken stop = {},
    const ProgressFunction& on_progress = {})
{
    Rng rng(spec.seed);
    BudgetMeter meter(spec.budget, stop);
    detail::RunHooks<P> hooks(problem, spec, on_progress);
    SearchResult<TestCase> found = detail::run_search(problem, spec, meter, rng, hooks);

    RunResult result;
    result.suite = found.archive.suite(problem.goals());
    // Whoever interrupts wants what there is, now.
    if (spec.minimise && found.stopped_by != StopReason::interrupted)
    {
        const StopToken until = detail::minimise_until(spec.budget, stop);
        result.suite =
            detail::minimised_tests(problem, std::move(result.suite), options.minimise, rng, until);
    }
    result.log = found.log;
    result.stopped_by = stop.was_interrupted() ? StopReason::interrupted : found.stopped_by;
    result.executions = found.log.counters.executions;
    result.statements = found.log.counters.statements;
    result.reruns = found.log.counters.reruns;
    Measurement<P> measurement(problem, options.words);
    measurement.run(result);
    measurement.add_near_misses(result, detail::nearest_tests(problem.goals(), found));
    result.seconds = meter.seconds();
    return result;
}

}  // namespace sbst
