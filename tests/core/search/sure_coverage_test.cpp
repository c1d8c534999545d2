// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/error.hpp>
#include <sbst/fitness/scorer.hpp>
#include <sbst/search/algorithms/dynamosa.hpp>
#include <sbst/search/evaluator.hpp>
#include <sbst/search/sure_coverage.hpp>

#include <algorithm>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

/// A lock with a clock: a number above 9000 is read from it, and is the first digit in the search's
/// run, 30 more on each other occasion.
struct ClockLock : LockProblem
{
    static constexpr int first_digit = 4217;

    void execute(
        std::span<const Request<LockTest>> requests, std::span<Trace> traces, StopToken stop)
    {
        run_at(0, requests, traces, stop);
    }
    void execute_anew(std::span<const Request<LockTest>> requests, std::span<Trace> traces,
        std::size_t occasion, const StopToken& stop)
    {
        asked.push_back(occasion);
        if (breaks)
        {
            throw AdapterError("no other day");
        }
        run_at(occasion, requests, traces, stop);
    }

    std::vector<std::size_t> asked;
    bool breaks = false;

private:
    static bool is_of_clock(int number) { return number > 9000; }

    void run_at(std::size_t occasion, std::span<const Request<LockTest>> requests,
        std::span<Trace> traces, const StopToken& stop)
    {
        std::vector<LockTest> tests;
        for (const Request<LockTest>& request : requests)
        {
            tests.push_back(*request.test);
            for (int& number : tests.back())
            {
                number =
                    is_of_clock(number) ? first_digit + 30 * static_cast<int>(occasion) : number;
            }
        }
        std::vector<Request<LockTest>> told;
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            told.push_back({&tests[i], requests[i].record});
        }
        LockProblem::execute(told, traces, stop);
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            traces[i].is_repeatable =
                std::none_of(requests[i].test->begin(), requests[i].test->end(), is_of_clock);
        }
    }
};

static_assert(RunsAnew<ClockLock> && !RunsAnew<LockProblem>);

}  // namespace

TEST_CASE("sure coverage: a goal counts where a test covers it on each occasion",
    "[core][sure_coverage][unit]")
{
    ClockLock problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    NoHooks hooks;
    Evaluator<ClockLock> evaluator(problem, meter, all_targets, hooks);
    const GoalId missed(0);
    const GoalId hit(1);

    Batch<LockTest> batch = batch_of({{9500}, {1, 9500}});
    evaluator.run(batch);
    // The second one misses the first digit each time, by its own number.
    CHECK(evaluator.archive().is_covered(missed));
    CHECK_FALSE(evaluator.archive().is_covered(hit));
    CHECK(*evaluator.archive().find(missed) == LockTest{1, 9500});
    // As far as on the farthest occasion.
    CHECK(evaluator.archive().nearest(hit)->fitness == Fitness{true, 0, Distance(U256{60})});
    CHECK(problem.asked == std::vector<std::size_t>{1, 2});
    CHECK(meter.executions() == 2);
    CHECK(meter.reruns() == 4);

    Batch<LockTest> sure = batch_of({{4217}});
    evaluator.run(sure);
    CHECK(*evaluator.archive().find(hit) == LockTest{4217});
    CHECK(meter.reruns() == 4);
}

TEST_CASE("sure coverage: what one test shows is believed of others, but not what hangs on chance",
    "[core][sure_coverage][unit]")
{
    ClockLock problem;
    SureCoverage sure(problem.goals());
    const auto trace_of = [&problem](const LockTest& test) {
        std::vector<Trace> traces(1);
        const std::vector<Request<LockTest>> requests{{&test, Record::coverage}};
        problem.execute(requests, traces, {});
        return traces[0];
    };
    using Goals = std::vector<GoalId>;
    CHECK(sure.doubtful_goals(trace_of({4217, 915})).empty());
    const Trace told = trace_of({9500, 1});
    CHECK(sure.doubtful_goals(told) == Goals{GoalId(1), GoalId(2)});
    // On other occasions the first digit is missed.
    sure.settle({GoalId(1), GoalId(2)}, trace_of({1}));
    CHECK(sure.doubtful_goals(told) == Goals{GoalId(1), GoalId(2)});
    sure.settle({GoalId(1), GoalId(2)}, told);
    CHECK(sure.doubtful_goals(told) == Goals{GoalId(1), GoalId(2)});
    const Trace further = trace_of({9500, 915});
    CHECK(sure.doubtful_goals(further) == Goals{GoalId(1), GoalId(3)});
    sure.settle({GoalId(3)}, further);
    CHECK(sure.doubtful_goals(further) == Goals{GoalId(1)});
}

TEST_CASE("sure coverage: a search ends when each goal has a test that covers it at any time",
    "[core][sure_coverage]")
{
    ClockLock problem;
    BudgetMeter meter(Budget{.max_executions = 200'000});
    Rng rng(3);
    const auto found = dynamosa(problem, SearchOptions{.population_size = 20}, meter, rng);
    REQUIRE(found.stopped_by == StopReason::all_covered);
    CHECK(meter.reruns() > 0);
    for (std::size_t i = 0; i < problem.goals().size(); ++i)
    {
        const LockTest* const test = found.archive.find(GoalId(i));
        REQUIRE(test != nullptr);
        for (std::size_t occasion = 0; occasion <= SureCoverage::occasions; ++occasion)
        {
            std::vector<Trace> traces(1);
            const std::vector<Request<LockTest>> requests{{test, Record::coverage}};
            problem.execute_anew(requests, traces, occasion, {});
            std::vector<GoalId> covered;
            append_covered(traces[0], problem.goals(), covered);
            CHECK(std::find(covered.begin(), covered.end(), GoalId(i)) != covered.end());
        }
    }
}

TEST_CASE("sure coverage: an adapter that breaks on another occasion ends the search",
    "[core][sure_coverage][unit]")
{
    ClockLock problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    NoHooks hooks;
    Evaluator<ClockLock> evaluator(problem, meter, all_targets, hooks);
    Batch<LockTest> first = batch_of({{1}});
    evaluator.run(first);
    problem.breaks = true;
    Batch<LockTest> second = batch_of({{9500}});
    evaluator.run(second);
    CHECK(evaluator.stop_reason() == StopReason::adapter_failed);
}

TEST_CASE(
    "sure coverage: few tests run again beside the search's own", "[core][sure_coverage][unit]")
{
    CHECK(SureCoverage::most_tests(0) == 100);
    CHECK(SureCoverage::most_tests(4000) == 1100);
    ClockLock problem;
    BudgetMeter meter(Budget{.max_executions = 1000});
    NoHooks hooks;
    Evaluator<ClockLock> evaluator(problem, meter, all_targets, hooks);
    Batch<LockTest> batch = batch_of(std::vector<LockTest>(400, LockTest{9500}));
    evaluator.run(batch);
    CHECK(meter.reruns() == 2 * SureCoverage::most_tests(400));
    // The goal is known to hang on the clock: tests that did not run again do not count for it.
    CHECK(batch.back().withheld == std::vector<GoalId>{GoalId(1)});
    Batch<LockTest> later = batch_of(std::vector<LockTest>(200, LockTest{9500}));
    evaluator.run(later);
    CHECK_FALSE(evaluator.archive().is_covered(GoalId(1)));
}
