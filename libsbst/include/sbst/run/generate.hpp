// SPDX-License-Identifier: Apache-2.0
// One whole run: from a problem to a minimised suite and an answer for every goal. Adapters call
// this with what is theirs. Next: measurement.hpp, ../search/dynamosa.hpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/run/measurement.hpp>
#include <sbst/run/run.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/dynamosa.hpp>
#include <sbst/search/mosa.hpp>
#include <sbst/search/random_search.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/seeding/dynamic_seeding.hpp>
#include <sbst/suite/minimise.hpp>
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
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
    ReasonRule rule{};
    /// Minimisation also chooses among the first tests that covered each goal: fewer tests of more
    /// goals each. An adapter that may drop tests after the run keeps narrow ones instead.
    bool prefer_few_tests = true;
    /// Asked once, after `start_share` of the budget and `start_executions` tests none of which got
    /// past its first statement: when no test can, the run ends (StopReason::no_start). Absent =
    /// not asked. A budget that is to be spent whole (Budget::keep_going) is.
    std::function<bool()> cannot_start{};
    double start_share = 0.1;
    std::uint64_t start_executions = 200;
};

namespace detail
{

/// Feeds what improving tests compared into the pool, directs mutation, passes progress on, and
/// ends a run that cannot begin.
template <GeneratingProblem P>
class RunHooks
{
public:
    RunHooks(P& problem, const RunSpec& spec, const GenerateOptions& options, BudgetMeter& meter,
        const ProgressFunction& on_progress)
      : m_seeding(problem.constants()),
        m_directed(
            problem.operators(), problem.goals(),
            [&problem](
                GoalId goal, CallableId callable) { return problem.may_decide(callable, goal); },
            spec.directed),
        m_problem(&problem),
        m_options(&options),
        m_meter(&meter),
        m_on_progress(&on_progress),
        m_has_started(!options.cannot_start || spec.budget.keep_going)
    {}

    [[nodiscard]] static Record wanted_record() { return Record::values; }

    void on_evaluated(const Evaluated<TestCase>& evaluated)
    {
        if (evaluated.improved)
        {
            m_seeding(evaluated.trace);
        }
        const auto& statements = evaluated.trace.statements;
        m_has_started = m_has_started ||
                        (!statements.empty() && statements.front().kind == OutcomeKind::returned);
        m_directed.observe(evaluated);
    }

    [[nodiscard]] std::vector<TestCase> refine(const SearchState<TestCase>& state, Rng& rng)
    {
        return m_directed.propose(state, rng);
    }

    void on_progress(const Progress& progress)
    {
        const bool is_late = progress.executions >= m_options->start_executions &&
                             m_meter->spent_share() >= m_options->start_share;
        if (!m_has_started && is_late)
        {
            m_has_started = true;
            if (m_options->cannot_start())
            {
                m_meter->end(StopReason::no_start);
            }
        }
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
    const GenerateOptions* m_options;
    BudgetMeter* m_meter;
    const ProgressFunction* m_on_progress;
    bool m_has_started;
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

/// Passes on how far minimisation is; `on_progress` outlives what is returned.
inline MinimiseOptions told_to(
    const ProgressFunction& on_progress, MinimiseOptions options, std::size_t sought)
{
    if (on_progress)
    {
        options.on_progress = [&on_progress, sought](std::uint64_t executions, std::size_t tests) {
            on_progress({.phase = RunPhase::minimising,
                .executions = executions,
                .sought = sought,
                .tests = tests});
        };
    }
    return options;
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

/// The archive's tests and what it knows of them, where nothing can be executed any more.
template <SequenceProblem P>
void take_archive(P& problem, const SearchResult<TestCase>& found, RunResult& result)
{
    const GoalGraph& goals = problem.goals();
    // Without tests: what is infeasible.
    result.suite.clear();
    Measurement<P>(problem).run(result);
    result.suite = found.archive.suite(goals);
    result.covered_by_test.assign(result.suite.size(), {});
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const TestCase* const test = found.archive.find(GoalId(i));
        const auto place = test == nullptr ?
                               result.suite.end() :
                               std::find(result.suite.begin(), result.suite.end(), *test);
        GoalAnswer& answer = result.answers[i];
        if (place != result.suite.end() && answer.status == GoalStatus::open)
        {
            const auto index = static_cast<std::size_t>(place - result.suite.begin());
            answer.status = GoalStatus::covered;
            answer.test = index;
            result.covered_by_test[index].push_back(GoalId(i));
        }
    }
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
/// An adapter that breaks after its first test loses nothing that was found: RunResult::failure.
/// @throws ConfigError for a spec that cannot be used, AdapterError when a trace takes an edge that
/// was proved infeasible, and when the adapter breaks at once.
template <GeneratingProblem P>
[[nodiscard]] RunResult generate(P& problem, const RunSpec& spec,
    const GenerateOptions& options = {}, StopToken stop = {},
    const ProgressFunction& on_progress = {})
{
    Rng rng(spec.seed);
    BudgetMeter meter(spec.budget, stop);
    detail::RunHooks<P> hooks(problem, spec, options, meter, on_progress);
    SearchResult<TestCase> found = detail::run_search(problem, spec, meter, rng, hooks);

    RunResult result;
    result.suite = found.archive.suite(problem.goals());
    result.failure = found.failure;
    // Whoever interrupts wants what there is, now.
    if (spec.minimise && found.stopped_by != StopReason::interrupted && result.failure.empty())
    {
        const StopToken until = detail::minimise_until(spec.budget, stop);
        MinimiseOptions minimise =
            detail::told_to(on_progress, options.minimise, count_sought(problem.goals()));
        std::vector<TestCase> candidates = options.prefer_few_tests ?
                                               found.archive.suite_candidates(problem.goals()) :
                                               result.suite;
        minimise.spare_tests = candidates.size() - result.suite.size();
        if (minimise.on_progress)
        {
            minimise.on_progress(0, result.suite.size());
        }
        result.failure = text_of(failure_of_harness([&] {
            result.suite =
                detail::minimised_tests(problem, std::move(candidates), minimise, rng, until);
        }));
    }
    result.log = found.log;
    result.stopped_by = stop.was_interrupted() ? StopReason::interrupted : found.stopped_by;
    result.executions = found.log.counters.executions;
    result.statements = found.log.counters.statements;
    result.reruns = found.log.counters.reruns;
    Measurement<P> measurement(problem, options.words);
    // A deadline ends that too; an interrupt does not, as it takes a moment only.
    const StopToken until_deadline = stop.without_flag();
    if (!measurement.run(result, until_deadline))
    {
        detail::take_archive(problem, found, result);
    }
    if (measurement.failure().empty())
    {
        measurement.add_near_misses(
            result, detail::nearest_tests(problem.goals(), found), until_deadline);
    }
    apply_rule(options.rule, result.answers);
    result.failure = result.failure.empty() ? measurement.failure() : result.failure;
    result.seconds = meter.seconds();
    return result;
}

}  // namespace sbst
