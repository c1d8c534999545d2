// SPDX-License-Identifier: Apache-2.0
// Executor and bookkeeper without an evaluator, as used by algorithms that score tests in their own
// way.
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/search/bookkeeper.hpp>

#include <utility>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

// MIO in short: one test at a time, a random one or a changed one of the nearest of a random open
// goal; every open goal is sought.
SearchResult<LockTest> hill_climbing(LockProblem& problem, BudgetMeter& meter, Rng& rng)
{
    BatchExecutor<LockProblem> executor(problem, meter);
    Bookkeeper<LockProblem> books(problem, meter, all_targets, {.nearest_per_goal = 3});
    TraceIndex index;
    while (!books.stop_reason(executor))
    {
        Batch<LockTest> batch;
        const GoalId goal = books.active_goals()[rng.index(books.active_goals().size())];
        const std::size_t count = books.archive().nearest_count(goal);
        if (count == 0 || rng.chance(0.2))
        {
            batch.push_back(make_fresh(problem.generate(rng)));
        }
        else
        {
            batch.push_back(make_fresh(*books.archive().nearest(goal, rng.index(count)).test));
            batch.back().change.accumulate(problem.mutate(batch.back().test, rng));
        }
        executor.run(batch, [&](const Individual<LockTest>& individual) {
            Merged<LockTest> merged = books.merge(individual);
            index.reset(individual.trace, problem.goals());
            for (const GoalId open : books.active_goals())
            {
                books.archive().approach(open, books.scorer().score(open, index), merged.candidate);
            }
        });
        books.update_targets();
    }
    return books.finish(executor);
}

}  // namespace

TEST_CASE("bookkeeper: an algorithm that scores tests itself needs nothing else",
    "[core][bookkeeper][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 60'000});
    Rng rng(1);
    const auto result = hill_climbing(problem, meter, rng);
    CHECK(result.stopped_by == StopReason::all_covered);
    CHECK(result.archive.covered_count() == problem.goals().size());
    CHECK(result.log.counters.executions == problem.executed);
    CHECK(result.log.timeline.back().covered == problem.goals().size());
}

TEST_CASE("executor: tests are counted before they are shown, one by one", "[core][executor][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 3});
    BatchExecutor<LockProblem> executor(problem, meter);
    Batch<LockTest> batch = batch_of({{1}, {4217, 3}, {9}, {8}});
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spent;
    executor.run(batch, [&](const Individual<LockTest>& individual) {
        CHECK(individual.trace.was_run);
        spent.emplace_back(meter.executions(), meter.calls());
    });
    CHECK(batch.size() == 3);
    CHECK(spent == std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 1}, {2, 3}, {3, 4}});
}

TEST_CASE("executor: tests that are run again are counted apart", "[core][executor][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 3});
    BatchExecutor<LockProblem> executor(problem, meter);
    problem.fail_after = 1;
    const LockTest test{1};
    const std::vector<Request<LockTest>> requests(2, {&test, Record::coverage});
    std::vector<Trace> traces(2);
    executor.rerun(requests, traces, {});
    CHECK(traces[0].was_run);
    CHECK_FALSE(traces[1].was_run);
    CHECK(meter.reruns() == 1);
    CHECK(meter.executions() == 0);
}

TEST_CASE("bookkeeper: a rule may remember what it chose before", "[core][bookkeeper][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    BatchExecutor<LockProblem> executor(problem, meter);
    std::size_t round = 0;
    Bookkeeper<LockProblem> books(problem, meter,
        [&round, chosen = std::size_t{0}](
            const GoalGraph& graph, const std::vector<bool>& covered) mutable {
            ++round;
            const std::vector<GoalId> open = all_targets(graph, covered);
            return std::vector<GoalId>{open.at(chosen++ % open.size())};
        });
    CHECK(books.active_goals().front() == GoalId(0));
    books.update_targets();
    CHECK(books.active_goals().front() == GoalId(1));
    books.update_targets();
    CHECK(books.active_goals().front() == GoalId(2));
    CHECK(round == 3);
    CHECK(books.open_count() == 8);
}
