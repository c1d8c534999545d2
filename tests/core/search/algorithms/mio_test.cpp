// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

#include <map>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

GoalId draw(GoalDraw& goals, Rng& rng)
{
    const std::optional<GoalId> goal = goals.draw(rng);
    REQUIRE(goal.has_value());
    return *goal;
}

}  // namespace

TEST_CASE("mio: its parameters go from exploring to exploiting", "[core][mio][unit]")
{
    const SearchOptions options;
    const MioFocus first = mio_focus(options, 0.0);
    CHECK(first.random_prob == 0.5);
    CHECK(first.tests_per_goal == 10);
    CHECK(first.mutations == 1);
    const MioFocus middle = mio_focus(options, 0.25);
    CHECK(middle.random_prob == 0.25);
    CHECK(middle.tests_per_goal == 6);
    CHECK(middle.mutations == 6);
    for (const double spent : {0.5, 0.7, 1.0})
    {
        CAPTURE(spent);
        const MioFocus last = mio_focus(options, spent);
        CHECK(last.random_prob == 0.0);
        CHECK(last.tests_per_goal == 1);
        CHECK(last.mutations == 10);
    }
    CHECK(mio_focus({.mio_focus_start = 0.0}, 0.0).random_prob == 0.0);
}

TEST_CASE("mio: the goal that was tried least is drawn, until a test arrives for another",
    "[core][mio][unit]")
{
    Rng rng(1);
    GoalDraw goals;
    CHECK_FALSE(goals.draw(rng).has_value());
    std::vector<DrawnGoal> known{{GoalId(2), 1}, {GoalId(5), 1}, {GoalId(7), 3}};
    goals.begin_round(known, rng);
    std::map<std::size_t, int> counts;
    for (int i = 0; i < 30; ++i)
    {
        ++counts[draw(goals, rng).index()];
    }
    CHECK(counts == std::map<std::size_t, int>{{2, 10}, {5, 10}, {7, 10}});

    known[1].arrivals = 2;
    goals.begin_round(known, rng);
    for (int i = 0; i < 10; ++i)
    {
        CHECK(draw(goals, rng) == GoalId(5));
    }
    // Counts last from round to round.
    known.pop_back();
    goals.begin_round(known, rng);
    counts.clear();
    for (int i = 0; i < 10; ++i)
    {
        ++counts[draw(goals, rng).index()];
    }
    CHECK(counts == std::map<std::size_t, int>{{2, 5}, {5, 5}});
    goals.begin_round({}, rng);
    CHECK_FALSE(goals.draw(rng).has_value());
}

TEST_CASE("mio: equal goals are drawn in an order by chance", "[core][mio][unit]")
{
    std::map<std::size_t, int> first;
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
    {
        Rng rng(seed);
        GoalDraw goals;
        goals.begin_round(std::vector<DrawnGoal>{{GoalId(0), 1}, {GoalId(1), 1}}, rng);
        ++first[draw(goals, rng).index()];
    }
    CHECK(first[0] > 30);
    CHECK(first[1] > 30);
}

TEST_CASE("mio: every round has as many tests as a population", "[core][mio][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 500});
    const auto result = search(Algorithm::mio, problem, {}, meter, 1);
    REQUIRE(problem.batch_sizes.size() >= 10);
    for (std::size_t i = 0; i < 10; ++i)
    {
        CHECK(problem.batch_sizes[i] == 50);
    }
    CHECK(result.log.counters.executions == 500);
}

TEST_CASE("mio: a test is mutated further as long as it does not get worse", "[core][mio][unit]")
{
    struct Watcher
    {
        std::size_t followed = 0;
        std::size_t others = 0;
        void on_evaluated(const Evaluated<LockProblem::Test>& evaluated)
        {
            ++(evaluated.before.empty() ? others : followed);
        }
    };
    const std::size_t mutations = GENERATE(1U, 10U);
    CAPTURE(mutations);
    Watcher watcher;
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 5050});
    Rng rng(1);
    // Exploiting from the start: no random tests.
    (void)mio(problem, {.mio_mutations = mutations, .mio_focus_start = 0.0}, meter, rng, watcher);
    CHECK(watcher.others > 50);
    CHECK((watcher.followed > 500) == (mutations > 1));
    CHECK((watcher.followed == 0) == (mutations == 1));
}
