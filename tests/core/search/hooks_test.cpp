// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/search/algorithms/dynamosa.hpp>
#include <sbst/search/algorithms/random_search.hpp>

#include <optional>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

template <class Hooks>
SearchResult<LockTest> run_with(Hooks& hooks, const Budget& budget, LockProblem& problem)
{
    BudgetMeter meter(budget);
    Rng rng(1);
    return dynamosa(problem, {}, meter, rng, hooks);
}

struct Recorder
{
    std::size_t calls = 0;
    std::size_t improved = 0;
    std::size_t with_parent = 0;
    std::size_t got_better = 0;
    std::size_t first_covers = 0;
    bool is_sound = true;

    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        ++calls;
        improved += evaluated.improved ? 1U : 0U;
        first_covers += evaluated.newly_covered.size();
        with_parent += evaluated.before.empty() ? 0U : 1U;
        is_sound = is_sound && evaluated.after.size() == evaluated.goals.size() &&
                   evaluated.trace.was_run && !evaluated.change.is_empty() &&
                   (evaluated.before.empty() || evaluated.before.size() == evaluated.goals.size());
        for (std::size_t i = 0; i < evaluated.before.size(); ++i)
        {
            got_better += evaluated.after[i] < evaluated.before[i] ? 1U : 0U;
        }
    }
};

struct ValueReader
{
    std::size_t improved = 0;
    std::size_t with_values = 0;

    [[nodiscard]] Record wanted_record() const { return Record::values; }
    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        improved += evaluated.improved ? 1U : 0U;
        with_values += evaluated.trace.values.entries().empty() ? 0U : 1U;
    }
};

struct Oracle
{
    std::optional<LockTest> new_test(Rng& rng)
    {
        if (rng.chance(0.5))
        {
            return std::nullopt;
        }
        return LockTest{4217, 915};
    }
};

struct Solver
{
    std::size_t calls = 0;

    std::vector<LockTest> refine(const SearchState<LockTest>& state, Rng&)
    {
        ++calls;
        // The nearest test of the last digit, with the right number.
        LockTest test = state.population.front().test;
        test.assign({4217, 915, 7741, 2048});
        return {test, {1}};
    }
};

struct Display
{
    std::vector<Progress> seen;
    void on_progress(const Progress& progress) { seen.push_back(progress); }
};

struct WrongName
{
    void on_evaluated(int);
};

static_assert(hooks_are_sound<NoHooks, LockTest>);
static_assert(hooks_are_sound<Recorder, LockTest>);
static_assert(!hooks_are_sound<WrongName, LockTest>);

}  // namespace

TEST_CASE(
    "hooks: on_evaluated sees every test with its fitness and its parent's", "[core][hooks][unit]")
{
    Recorder hooks;
    LockProblem problem;
    const auto result = run_with(hooks, {.max_executions = 5000}, problem);
    CHECK(hooks.calls == result.log.counters.executions);
    CHECK(hooks.first_covers == result.archive.covered_count());
    CHECK(hooks.with_parent > 2000);
    CHECK(hooks.improved > 0);
    CHECK(hooks.improved < hooks.calls / 2);
    CHECK(hooks.got_better > 0);
    CHECK(hooks.is_sound);
}

TEST_CASE("hooks: watching changes nothing in the run", "[core][hooks][property]")
{
    Recorder recorder;
    ValueReader reader;
    NoHooks none;
    LockProblem problem;
    const auto plain = run_with(none, {.max_executions = 3000}, problem);
    const auto recorded = run_with(recorder, {.max_executions = 3000}, problem);
    const auto read = run_with(reader, {.max_executions = 3000}, problem);
    CHECK(plain.archive.suite(problem.goals()) == recorded.archive.suite(problem.goals()));
    CHECK(plain.log.timeline == recorded.log.timeline);
    CHECK(plain.log.timeline == read.log.timeline);
    CHECK(read.log.counters.executions == plain.log.counters.executions);
}

TEST_CASE("hooks: tests that improve something are re-run with more, counted apart",
    "[core][hooks][unit]")
{
    ValueReader hooks;
    LockProblem problem;
    const auto result = run_with(hooks, {.max_executions = 500}, problem);
    CHECK(hooks.improved > 0);
    CHECK(hooks.with_values == hooks.improved);
    CHECK(result.log.counters.executions == 500);
    CHECK(result.log.counters.reruns >= hooks.improved);
    CHECK(problem.executed == result.log.counters.executions + result.log.counters.reruns);
}

TEST_CASE("hooks: new_test feeds the random part, and may decline", "[core][hooks][unit]")
{
    Oracle hooks;
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    Rng rng(1);
    const auto result = random_search(problem, {}, meter, rng, hooks);
    REQUIRE(result.archive.find(GoalId(3)) != nullptr);
    CHECK(*result.archive.find(GoalId(3)) == LockTest{4217, 915});
    // The adapter's own random tests are used too.
    CHECK(result.archive.covering_test_count() > 1);
}

TEST_CASE("hooks: refined tests are run with the next generation", "[core][hooks][unit]")
{
    Solver hooks;
    LockProblem problem;
    const auto result = run_with(hooks, {.max_executions = 5000}, problem);
    CHECK(hooks.calls >= 1);
    CHECK(result.stopped_by == StopReason::all_covered);
    CHECK(result.log.counters.executions < 200);
}

TEST_CASE("hooks: progress is reported after each batch", "[core][hooks][unit]")
{
    Display hooks;
    LockProblem problem;
    const auto result = run_with(hooks, {.max_executions = 300}, problem);
    REQUIRE(
        hooks.seen.size() == problem.batch_sizes.size() - (result.log.counters.reruns > 0 ? 1 : 0));
    CHECK(hooks.seen.front().executions == 50);
    CHECK(hooks.seen.back().executions == 300);
    CHECK(hooks.seen.back().covered == result.archive.covered_count());
    CHECK(hooks.seen.back().covered + hooks.seen.back().open == problem.goals().size());
}
