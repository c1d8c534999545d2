// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/error.hpp>
#include <sbst/search/algorithms/random_search.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/score_columns.hpp>

#include <map>
#include <set>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

// A lock that names an exception goal for every test that is too long: found while running.
struct GrowingLock : LockProblem
{
    void execute(
        std::span<const Request<LockTest>> requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        for (std::size_t i = 0; i < requests.size(); ++i)
        {
            if (requests[i].test->size() > 3)
            {
                const ExceptionId exception(requests[i].test->size());
                if (!find_exception(goals(), exception))
                {
                    graph().add(
                        exception_goal(exception, "too long " + std::to_string(exception.index())));
                }
                traces[i].calls.back().kind = OutcomeKind::threw;
                traces[i].calls.back().exception = exception;
            }
        }
    }
};

static_assert(Problem<GrowingLock>);

// A lock whose executor breaks after some batches, and leaves arbitrary contents in the traces.
struct BreakingLock : LockProblem
{
    void execute(
        std::span<const Request<LockTest>> requests, std::span<Trace> traces, StopToken stop)
    {
        LockProblem::execute(requests, traces, stop);
        if (batches_left == 0)
        {
            throw AdapterError("no executor any more");
        }
        --batches_left;
    }

    std::size_t batches_left = 0;
};

static_assert(Problem<BreakingLock>);

}  // namespace

TEST_CASE("score columns: goals keep their places, freed places are used again",
    "[core][score_columns][property]")
{
    Rng rng(4);
    ScoreColumns columns;
    std::map<std::size_t, std::size_t> place_of;
    std::size_t largest = 0;
    for (int step = 0; step < 300; ++step)
    {
        std::vector<GoalId> active;
        for (std::size_t i = 0; i < 30; ++i)
        {
            if (rng.chance(0.4))
            {
                active.emplace_back(i);
            }
        }
        columns.update(active);
        REQUIRE(columns.goals().size() == active.size());
        std::map<std::size_t, std::size_t> next;
        std::set<std::size_t> taken;
        std::set<std::size_t> fresh(columns.fresh().begin(), columns.fresh().end());
        for (std::size_t i = 0; i < active.size(); ++i)
        {
            const std::size_t goal = active[i].index();
            const std::size_t place = columns.places()[i];
            REQUIRE(taken.insert(place).second);
            REQUIRE((!fresh.contains(i)) == (place_of.contains(goal)));
            REQUIRE((fresh.contains(i) || place_of[goal] == place));
            next[goal] = place;
            largest = std::max(largest, place);
        }
        place_of = std::move(next);
    }
    CHECK(largest < 30);
}

TEST_CASE("score columns: goals to which the way changed are scored again in their places",
    "[core][evaluator][growth][unit]")
{
    ScoreColumns columns;
    columns.update(std::vector<GoalId>{GoalId(1), GoalId(3), GoalId(5)});
    const std::vector<std::size_t> places(columns.places().begin(), columns.places().end());
    columns.update(std::vector<GoalId>{GoalId(1), GoalId(3), GoalId(5), GoalId(8)},
        std::vector<GoalId>{GoalId(2), GoalId(3), GoalId(8)});
    CHECK(std::equal(places.begin(), places.end(), columns.places().begin()));
    CHECK(std::vector<std::size_t>(columns.fresh().begin(), columns.fresh().end()) ==
          std::vector<std::size_t>{1, 3});
}

TEST_CASE("evaluator: a batch is cut to the budget and its traces stay with the tests",
    "[core][evaluator][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 3});
    NoHooks hooks;
    Evaluator<LockProblem> evaluator(problem, meter, dynamic_targets, hooks);
    Batch<LockTest> batch = batch_of({{1}, {4217}, {4217, 3}, {9}, {8}});
    evaluator.run(batch);
    REQUIRE(batch.size() == 3);
    CHECK(batch[1].trace.predicates.size() == 1);
    CHECK(batch[2].trace.predicates.size() == 2);
    CHECK(evaluator.stop_reason() == StopReason::executions);
    CHECK(meter.calls() == 4);
}

TEST_CASE("evaluator: an adapter that breaks ends the search with the results so far",
    "[core][evaluator][unit]")
{
    BreakingLock problem;
    problem.batches_left = 3;
    BudgetMeter meter(Budget{.max_executions = 100'000});
    Rng rng(5);
    const SearchResult<LockTest> found =
        random_search(problem, SearchOptions{.population_size = 20}, meter, rng);
    CHECK(found.stopped_by == StopReason::adapter_failed);
    CHECK(found.failure == "no executor any more");
    CHECK(meter.executions() == 60);
    CHECK(found.archive.stored_count() > 0);

    // Before the first test there is nothing to keep.
    BreakingLock broken;
    BudgetMeter untouched(Budget{.max_executions = 100'000});
    CHECK_THROWS_AS(
        random_search(broken, SearchOptions{.population_size = 20}, untouched, rng), AdapterError);
}

TEST_CASE("evaluator: a goal that became active is scored for tests run before",
    "[core][evaluator][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    NoHooks hooks;
    Evaluator<LockProblem> evaluator(problem, meter, dynamic_targets, hooks);
    CHECK(evaluator.columns().goals().size() == 2);
    Batch<LockTest> first = batch_of({{1}, {4200}});
    evaluator.run(first);
    REQUIRE(evaluator.columns().goals().size() == 1);
    CHECK(evaluator.columns().goals()[0] == GoalId(1));
    CHECK(first[1].scores[evaluator.columns().places()[0]] == Fitness{true, 0, Distance(U256{17})});

    Batch<LockTest> second = batch_of({{4217}});
    evaluator.run(second, first);
    REQUIRE(evaluator.columns().goals().size() == 2);
    const std::size_t place = evaluator.columns().places()[1];
    CHECK(evaluator.columns().goals()[1] == GoalId(3));
    // One dependency away, at the distance of the first digit.
    CHECK(first[1].scores[place] == Fitness{true, 1, Distance(U256{17})});
    CHECK(evaluator.archive().nearest(GoalId(3))->fitness <= first[1].scores[place]);
}

TEST_CASE(
    "evaluator: goals found while running are archived and counted", "[core][evaluator][unit]")
{
    GrowingLock problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    NoHooks hooks;
    Evaluator<GrowingLock> evaluator(problem, meter, dynamic_targets, hooks);
    Batch<LockTest> batch = batch_of({{1}, {1, 2, 3, 4, 5}, {1, 2, 3, 4}});
    evaluator.run(batch);
    REQUIRE(problem.goals().size() == 10);
    CHECK(evaluator.archive().is_covered(GoalId(8)));
    CHECK(*evaluator.archive().find(GoalId(9)) == LockTest{1, 2, 3, 4});
    const auto result = evaluator.finish(batch);
    CHECK(result.log.timeline == std::vector<CoveragePoint>{{1, 1}, {2, 2}, {3, 3}});
}

TEST_CASE("evaluator: hidden goals are archived but not counted", "[core][evaluator][unit]")
{
    LockProblem problem;
    Goal hidden = method_entry_goal(MethodId(0), "hidden");
    hidden.is_shown = false;
    problem.graph().add(hidden);
    Goal shadow = branch_goal(PredicateId(9), true, "hidden branch");
    shadow.is_shown = false;
    problem.graph().add(shadow);
    BudgetMeter meter(Budget{.max_executions = 100});
    NoHooks hooks;
    Evaluator<LockProblem> evaluator(problem, meter, all_targets, hooks);
    CHECK(evaluator.columns().goals().size() == 8);
    Batch<LockTest> batch = batch_of({{4217}});
    evaluator.run(batch);
    CHECK(evaluator.columns().goals().size() == 7);
    const auto result = evaluator.finish(batch);
    CHECK(result.log.timeline.back().covered == 1);
}
