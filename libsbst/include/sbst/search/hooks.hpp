// SPDX-License-Identifier: Apache-2.0
// Hooks: the only place where seeding, local search, refinement by symbolic execution and progress
// displays plug into a search. Next: hook_chain.hpp for several hooks on one run, evaluator.hpp,
// which calls them.
#pragma once

#include <sbst/goal/goal.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/random/rng.hpp>
#include <sbst/search/individual.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sbst
{

/// The argument of `on_evaluated`; everything is valid only during the call.
template <class Test>
struct Evaluated
{
    const Test& test;
    /// The trace of the search, which has what wanted_of_all() asks for. If the test improved
    /// something, it also has what wanted_record() asks for, from another run where needed.
    const Trace& trace;
    /// What operators did since the parent was executed.
    const Change& change;
    /// The active goals, and the fitness of the test for each. `before` is the parent's, empty for
    /// tests without one.
    std::span<const GoalId> goals;
    std::span<const Fitness> before;
    std::span<const Fitness> after;
    /// Goals that this test was the first to cover.
    std::span<const GoalId> newly_covered;
    /// The archive took the test, as covering or as nearest.
    bool improved = false;
};

/// The best individual of an algorithm whose individuals are suites.
struct BestSuite
{
    /// Places of its tests in the population.
    std::span<const std::size_t> tests;
    /// Sum over the open goals; smaller is better.
    double fitness = 0.0;
};

/// The argument of `refine`, between two generations.
template <class Test>
struct SearchState
{
    const Archive<Test>& archive;
    std::span<const GoalId> goals;
    std::span<const Individual<Test>> population;
    /// Nothing where tests are the individuals, and in `refine`.
    std::optional<BestSuite> best{};
};

/// What an algorithm whose individuals are suites lets hooks do.
template <class Test>
class SuiteHost
{
public:
    virtual ~SuiteHost() = default;

    /// The tests of all suites.
    [[nodiscard]] virtual std::span<Individual<Test>> tests() = 0;
    /// Measured by the goals that are open now.
    [[nodiscard]] virtual BestSuite best() = 0;
    /// See Exploration::join_best().
    virtual bool join(const Individual<Test>& test, bool must_improve) = 0;

protected:
    SuiteHost() = default;
    SuiteHost(const SuiteHost&) = default;
    SuiteHost& operator=(const SuiteHost&) = default;
};

/// The argument of `prepare` and `explore`: the state of the search, and the right to run tests.
template <class Test>
class Exploration
{
public:
    virtual ~Exploration() = default;

    /// Runs tests at once and returns those that ran, in order; fewer when the budget ends. Like
    /// tests of a generation they count against the budget, are merged into the archive and shown
    /// to all hooks, but they join the population by join_best() alone. `more` is recorded beside
    /// the contents of every trace. The result is valid until the next call.
    virtual std::span<const Individual<Test>> run(std::vector<Test> tests, Record more) = 0;
    /// The search seeks these goals no more, because a hook has a proof that no test covers them:
    /// they are no longer waited for at the end of a run, and the way to goals behind them is open,
    /// as if they were covered. Replaces the goals of the last call; a goal that is left out is
    /// sought again, and all of them are once a test covers one. What run() and state() returned is
    /// no longer valid.
    virtual void rule_out(std::span<const GoalId> goals) = 0;
    /// Adds a copy of a test to the suite that was the best when the generation ended. Returns
    /// false, and does nothing, where there are no suites (in `prepare`, and where tests are the
    /// individuals), where the suite would be longer than the search allows, and for a test of
    /// length 0.
    /// @param place of the test in the result of the last run(), which stays valid; false for
    /// another place, and after rule_out().
    /// @param must_improve Returns false, and does nothing, unless the suite's fitness improves.
    virtual bool join_best(std::size_t place, bool must_improve) = 0;
    /// Valid until the next call of run(), rule_out() or join_best().
    [[nodiscard]] virtual SearchState<Test> state() const = 0;
    /// The budget is spent, or nothing is left to seek: then run() has no useful effect. Another
    /// thread may ask while the one that was given the exploration only waits.
    [[nodiscard]] virtual bool is_over() const = 0;

protected:
    Exploration() = default;
    Exploration(const Exploration&) = default;
    Exploration& operator=(const Exploration&) = default;
};

/// The argument of `on_progress`, after each batch.
struct Progress
{
    std::uint64_t executions = 0;
    std::uint64_t generations = 0;
    /// Shown goals covered, and sought ones still open.
    std::size_t covered = 0;
    std::size_t open = 0;
    double seconds = 0.0;
};

/// No hooks, at no cost.
struct NoHooks
{};

// clang-format off
/// `void on_evaluated(const Evaluated<Test>&)`: called for every executed test, in batch order.
template <class H, class Test>
concept HasOnEvaluated = requires(H& hooks, const Evaluated<Test>& evaluated)
{
    { hooks.on_evaluated(evaluated) };
};

/// `Record wanted_record() const`: what to record, beside coverage and distances, for tests that
/// improved something. Such tests are re-run for it, outside the budget (RunResult::reruns).
template <class H>
concept HasWantedRecord = requires(const H& hooks)
{
    { hooks.wanted_record() } -> std::same_as<Record>;
};

/// `Record wanted_of_all() const`: what to record, beside coverage and distances, for every test,
/// whether it improves something or not. No test is re-run for it.
template <class H>
concept HasWantedOfAll = requires(const H& hooks)
{
    { hooks.wanted_of_all() } -> std::same_as<Record>;
};

/// `std::optional<Test> new_test(Rng&)`: the source of random tests; nothing = the adapter's own.
template <class H, class Test>
concept HasNewTest = requires(H& hooks, Rng& rng)
{
    { hooks.new_test(rng) } -> std::same_as<std::optional<Test>>;
};

/// `std::vector<Test> refine(const SearchState<Test>&, Rng&)`: tests to run with the next
/// generation; called before each one.
template <class H, class Test>
concept HasRefine = requires(H& hooks, const SearchState<Test>& state, Rng& rng)
{
    { hooks.refine(state, rng) } -> std::same_as<std::vector<Test>>;
};

/// `void prepare(Exploration<Test>&, Rng&)`: runs tests before the search makes its first ones, as
/// in `explore`; called once.
template <class H, class Test>
concept HasPrepare = requires(H& hooks, Exploration<Test>& search, Rng& rng)
{
    { hooks.prepare(search, rng) } -> std::same_as<void>;
};

/// `void explore(Exploration<Test>&, Rng&)`: runs tests of its own choice and may look at each
/// result before the next; called before each generation is bred, and before each round of random
/// search but the first.
template <class H, class Test>
concept HasExplore = requires(H& hooks, Exploration<Test>& search, Rng& rng)
{
    { hooks.explore(search, rng) } -> std::same_as<void>;
};

/// `std::size_t refine_quota() const`: the most tests that `refine` may add to a generation;
/// further proposals are dropped. Without it there is no limit.
template <class H>
concept HasRefineQuota = requires(const H& hooks)
{
    { hooks.refine_quota() } -> std::same_as<std::size_t>;
};

/// `void on_progress(const Progress&)`: called after each batch. Must not change the run.
template <class H>
concept HasOnProgress = requires(H& hooks, const Progress& progress)
{
    { hooks.on_progress(progress) };
};

/// Refuses a member that has a hook's name but another signature: it would silently do nothing.
template <class H, class Test>
constexpr bool hooks_are_sound =
    (!requires { &H::on_evaluated; } || HasOnEvaluated<H, Test>) &&
    (!requires { &H::wanted_record; } || HasWantedRecord<H>) &&
    (!requires { &H::wanted_of_all; } || HasWantedOfAll<H>) &&
    (!requires { &H::prepare; } || HasPrepare<H, Test>) &&
    (!requires { &H::explore; } || HasExplore<H, Test>) &&
    (!requires { &H::new_test; } || HasNewTest<H, Test>) &&
    (!requires { &H::refine; } || HasRefine<H, Test>) &&
    (!requires { &H::refine_quota; } || (HasRefineQuota<H> && HasRefine<H, Test>)) &&
    (!requires { &H::on_progress; } || HasOnProgress<H>);
// clang-format on

/// The proposals of a hook's `refine`, within its quota.
template <class Test, HasRefine<Test> Hook>
[[nodiscard]] std::vector<Test> refined_by(Hook& hook, const SearchState<Test>& state, Rng& rng)
{
    std::vector<Test> tests = hook.refine(state, rng);
    if constexpr (HasRefineQuota<Hook>)
    {
        const std::size_t kept = std::min(tests.size(), std::as_const(hook).refine_quota());
        tests.erase(tests.begin() + static_cast<std::ptrdiff_t>(kept), tests.end());
    }
    return tests;
}

}  // namespace sbst
