// SPDX-License-Identifier: Apache-2.0
// One whole run: from a problem to a minimised suite and an answer for every goal. Adapters call
// this with their own parts. Next: measurement.hpp, ../search/algorithms/dynamosa.hpp.
#pragma once

#include <sbst/error.hpp>
#include <sbst/guided/facts.hpp>
#include <sbst/run/early_end.hpp>
#include <sbst/run/facts.hpp>
#include <sbst/run/measurement.hpp>
#include <sbst/run/progress_teller.hpp>
#include <sbst/run/run.hpp>
#include <sbst/search/algorithms/list.hpp>
#include <sbst/search/constant_seeding.hpp>
#include <sbst/search/construction_seeding.hpp>
#include <sbst/search/directed_mutation.hpp>
#include <sbst/search/guided_sampling.hpp>
#include <sbst/search/local_search.hpp>
#include <sbst/search/refiner.hpp>
#include <sbst/seeding/constant_pool.hpp>
#include <sbst/suite/minimise.hpp>
#include <sbst/variation/operators.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sbst
{

/// A SequenceProblem that a run can be made of. What else it tells helps the run: see facts.hpp.
template <class P>
concept GeneratingProblem = SequenceProblem<P> && facts_are_sound<P>;

/// What an adapter passes beside its problem.
struct GenerateOptions
{
    MinimiseOptions minimise{};
    OutcomeWords words{};
    ReasonRule rule{};
    /// Minimisation also chooses among the first tests that covered each goal: fewer tests that
    /// cover more goals each. An adapter that may drop tests after the run prefers tests of few
    /// goals.
    bool prefer_few_tests = true;
    /// Checked once, when `start_share` of the budget and `start_executions` tests are spent and no
    /// test got past its first call: if it returns true, the run ends (StopReason::no_start).
    /// Absent = not checked. With Budget::keep_going the run never ends this way.
    std::function<bool()> cannot_start{};
    double start_share = 0.1;
    std::uint64_t start_executions = 200;
};

namespace detail
{

/// The hooks that only watch a run.
struct RunWatch
{
    EarlyEnd early_end;
    ProgressTeller progress;
};

/// Refers to all of its arguments but the options.
inline RunWatch watch_of(const GoalGraph& goals, const GenerateOptions& options, BudgetMeter& meter,
    const ProgressFunction& on_progress)
{
    return {.early_end = {{.cannot_start = options.cannot_start,
                              .start_share = options.start_share,
                              .start_executions = options.start_executions},
                meter},
        .progress = {goals, on_progress}};
}

/// A hook made of what a problem tells; none where it does not tell it.
template <bool is_told, class P, class Make>
auto hook_if(P& problem, Make make)
{
    if constexpr (is_told)
    {
        return make(problem);
    }
    else
    {
        return NoHooks{};
    }
}

/// The refiner of a run; null where there is none, or nothing that it could work on.
template <class P>
std::unique_ptr<Refiner> refiner_of(
    [[maybe_unused]] const P& problem, [[maybe_unused]] const RefinerFactory& factory)
{
    if constexpr (TellsPaths<P>)
    {
        if (factory && problem.tells_paths())
        {
            RefinedProblem refined{problem.catalogue(), problem.types(), problem.goals()};
            if constexpr (TellsClosedCallables<P>)
            {
                refined.closed = &problem.closed_callables();
            }
            return factory(refined);
        }
    }
    return nullptr;
}

/// What a search found, and what its refiner did if there was one.
struct SearchRun
{
    SearchResult<TestCase> found;
    std::optional<RefinementWork> refined{};
};

/// Searches with the hooks of every run: a new one is a file, and three lines here (see the tour).
template <GeneratingProblem P>
SearchRun run_search(P& problem, const RunSpec& spec, BudgetMeter& meter, Rng& rng, RunWatch watch)
{
    auto seeding = hook_if<HasConstants<P>>(
        problem, [](auto& telling) { return ConstantSeeding(telling.constants()); });
    const auto relevance = [&problem](GoalId goal, CallableId callable) {
        return may_decide(problem, callable, goal);
    };
    auto directed = hook_if<HasOperators<P>>(problem, [&](auto& telling) {
        return DirectedMutation(telling.operators(), telling.goals(), relevance, spec.directed);
    });
    auto local = hook_if<HasOperators<P>>(problem,
        [&](auto& telling) { return LocalSearch(telling.operators(), relevance, spec.local); });
    auto construction =
        hook_if < TellsConstructions<P> && HasOperators < P >> (problem, [&](auto& telling) {
            ConstructionOptions options = spec.construction;
            options.templates_per_generation =
                options.templates_per_generation.value_or(template_rate(telling));
            return ConstructionSeeding(
                telling.operators(), telling.goals(),
                [&telling](GoalId goal) { return telling.construction(goal); }, options);
        });
    auto guided = hook_if<HasOperators<P>>(problem, [&](auto& telling) {
        const bool is_itself = spec.algorithm == Algorithm::guided_random;
        const bool is_on = is_itself || spec.seed_pool > 0;
        GuidedFacts facts = is_on ? guided_facts_of(telling, spec.guided) : GuidedFacts{};
        facts.may_decide = relevance;
        return GuidedSampling(telling.operators(), telling.goals(), std::move(facts), spec.guided,
            {.is_on = is_on,
                .first_executions = is_itself ? 0 : spec.seed_pool,
                .batch_size = spec.search.guided_batch_size});
    });
    Refining refining(refiner_of(problem, spec.refiner));
    SearchRun run{.found = with_algorithm(spec.algorithm, [&]<class A>(A) {
        return search_with<A>(problem, spec.search, meter, rng, seeding, construction, guided,
            directed, local, refining, watch.early_end, watch.progress);
    })};
    if (refining.refiner() != nullptr)
    {
        run.refined = refining.refiner()->work();
    }
    return run;
}

/// Reports the progress of minimisation; `on_progress` must outlive the returned options.
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

/// With a limit in seconds, minimisation gets another tenth of it.
inline StopToken minimise_until(const Budget& budget, StopToken stop)
{
    constexpr double share = 0.1;
    using Clock = StopToken::Clock;
    return budget.max_seconds ?
               stop.with_deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                     share * *budget.max_seconds)) :
               stop;
}

/// Makes the tests of a minimised suite those of the result.
inline void take_minimised(
    MinimisedSuite<TestCase> minimised, const StopToken& stop, RunResult& result)
{
    result.suite.clear();
    for (auto& entry : minimised.tests)
    {
        result.suite.push_back(std::move(entry.test));
    }
    result.was_minimising_cut = !minimised.is_complete && stop.stop_requested();
}

/// What the search counted, and why it ended.
inline void take_log(const SearchResult<TestCase>& found, const StopToken& stop, RunResult& result)
{
    result.log = found.log;
    result.stopped_by = stop.was_interrupted() ? StopReason::interrupted : found.stopped_by;
    result.executions = found.log.counters.executions;
    result.calls = found.log.counters.calls;
    result.reruns = found.log.counters.reruns;
}

/// The archive's tests and what is known about them, when nothing can be executed any more.
template <SequenceProblem P>
void take_archive(P& problem, const SearchResult<TestCase>& found, RunResult& result)
{
    const GoalGraph& goals = problem.goals();
    // A measurement without tests gives the infeasible goals.
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
/// limit or the stop token ended the run. When the adapter breaks after its first test, the result
/// holds what was found before (RunResult::failure).
/// @throws ConfigError for a spec that cannot be used, AdapterError when a trace takes an edge that
/// was proved infeasible, and when the adapter breaks at once.
template <GeneratingProblem P>
[[nodiscard]] RunResult generate(P& problem, const RunSpec& spec,
    const GenerateOptions& options = {}, StopToken stop = {},
    const ProgressFunction& on_progress = {})
{
    Rng rng(spec.seed);
    BudgetMeter meter(spec.budget, stop);
    const detail::SearchRun run = detail::run_search(
        problem, spec, meter, rng, detail::watch_of(problem.goals(), options, meter, on_progress));
    const SearchResult<TestCase>& found = run.found;

    RunResult result;
    result.refinement = run.refined;
    result.suite = found.archive.suite(problem.goals());
    result.failure = found.failure;
    if (result.failure.empty())
    {
        result.failure = text_of(failure_of_harness([&] { begin_measurement(problem); }));
    }
    // An interrupted run returns at once with what it has.
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
            detail::take_minimised(
                sbst::minimise(problem, std::move(candidates), minimise, rng, until), until,
                result);
        }));
    }
    else
    {
        result.was_minimising_cut = spec.minimise;
    }
    detail::take_log(found, stop, result);
    Measurement<P> measurement(problem, options.words);
    // A deadline ends the measurement too; an interruption does not, because it takes only a
    // moment.
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
    result.failure = result.failure.empty() ? measurement.failure() : result.failure;
    answer_exhausted(problem.goals(), result);
    apply_rule(options.rule, result.answers);
    add_obstacles(result);
    result.seconds = meter.seconds();
    return result;
}

}  // namespace sbst
