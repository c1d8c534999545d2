// SPDX-License-Identifier: Apache-2.0
// Hooks that run tests themselves.
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

// The alternating variable method on the last number of the nearest test: it doubles its step as
// long as the distance falls, and looks at each test before it makes the next one.
struct Climber
{
    std::size_t ran = 0;
    bool is_sound = true;

    void explore(Exploration<LockTest>& search, Rng&)
    {
        if (search.state().goals.empty())
        {
            return;
        }
        const GoalId goal = search.state().goals.back();
        const auto nearest = search.state().archive.nearest(goal);
        if (!nearest)
        {
            return;
        }
        LockTest test = *nearest->test;
        std::size_t place = 0;
        for (int step = 1; !search.is_over() && place < test.size();)
        {
            const Fitness before = fitness(search, goal);
            LockTest moved = test;
            moved[place] = (moved[place] + step + 10'000) % 10'000;
            const auto individuals = search.run({moved}, Record::values);
            ran += individuals.size();
            for (const Individual<LockTest>& individual : individuals)
            {
                is_sound = is_sound && individual.test == moved && individual.trace.was_run;
            }
            if (search.state().archive.is_covered(goal))
            {
                return;
            }
            const bool is_nearer = fitness(search, goal) < before;
            test = is_nearer ? moved : test;
            if (!is_nearer && step < 0)
            {
                ++place;
            }
            step = is_nearer ? step * 2 : (step > 0 ? -1 : 1);
        }
    }

private:
    static Fitness fitness(const Exploration<LockTest>& search, GoalId goal)
    {
        const auto nearest = search.state().archive.nearest(goal);
        return nearest ? nearest->fitness : Fitness::worst();
    }
};

// Runs until nothing is left.
struct Glutton
{
    std::size_t ran = 0;

    void explore(Exploration<LockTest>& search, Rng& rng)
    {
        while (!search.is_over())
        {
            ran +=
                search.run(std::vector<LockTest>(7, {static_cast<int>(rng.below(10))}), {}).size();
        }
    }
};

struct Watcher
{
    std::size_t seen = 0;
    std::size_t with_values = 0;
    std::size_t improved = 0;

    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        ++seen;
        with_values += evaluated.trace.values.entries().empty() ? 0U : 1U;
        improved += evaluated.improved ? 1U : 0U;
    }
};

struct ReaderOfAll : Watcher
{
    [[nodiscard]] Record wanted_of_all() const { return Record::values; }
    [[nodiscard]] Record wanted_record() const { return Record::values; }
};

// What a test that improved something is run again for does not cost it what all tests have.
struct ReaderOfBoth
{
    std::size_t without_path = 0;
    std::size_t improved_without_values = 0;
    std::size_t improved = 0;

    [[nodiscard]] Record wanted_of_all() const { return Record::path; }
    [[nodiscard]] Record wanted_record() const { return Record::values; }
    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        without_path += evaluated.trace.path.entries().empty() ? 1U : 0U;
        improved += evaluated.improved ? 1U : 0U;
        improved_without_values +=
            evaluated.improved && evaluated.trace.values.entries().empty() ? 1U : 0U;
    }
};

struct Misspelt
{
    void explore(int);
};

static_assert(hooks_are_sound<Climber, LockTest> && hooks_are_sound<ReaderOfAll, LockTest>);
static_assert(!hooks_are_sound<Misspelt, LockTest>);

}  // namespace

TEST_CASE("explore: tests that a hook runs are counted, archived and shown to all hooks",
    "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 3000});
    Rng rng(1);
    Climber climber;
    Watcher watcher;
    const auto result = with_algorithm(algorithm,
        [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, climber, watcher); });
    CHECK(climber.ran > 0);
    CHECK(climber.is_sound);
    CHECK(watcher.seen == result.log.counters.executions);
    CHECK(problem.executed == result.log.counters.executions + result.log.counters.reruns);
    // It climbs to the digits that chance does not find.
    CHECK(result.archive.covered_count() > covered_by(Algorithm::random, 3000, 1));
}

TEST_CASE("explore: no hook runs more tests than the budget has", "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 333});
    Rng rng(1);
    Glutton glutton;
    const auto result = with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, glutton); });
    REQUIRE_FALSE(problem.batch_sizes.empty());
    CHECK(glutton.ran == 333 - problem.batch_sizes.front());
    CHECK(result.log.counters.executions == 333);
    CHECK(result.stopped_by == StopReason::executions);
    // Nothing was bred after the last test of the hook.
    CHECK(result.log.counters.generations == 0);
}

TEST_CASE("explore: records may be requested for every test, without running any again",
    "[core][hooks][unit]")
{
    LockProblem problem;
    const auto run = [&problem](auto& hooks) {
        BudgetMeter meter(Budget{.max_executions = 2000});
        Rng rng(1);
        return dynamosa(problem, {}, meter, rng, hooks);
    };
    ReaderOfAll reader;
    const auto read = run(reader);
    CHECK(reader.with_values == reader.seen);
    CHECK(reader.improved > 0);
    Watcher watcher;
    const auto plain = run(watcher);
    CHECK(watcher.with_values == 0);
    CHECK(plain.log.timeline == read.log.timeline);
    CHECK(plain.log.counters == read.log.counters);
}

TEST_CASE("explore: each trace has what is asked of all, of what improved and of this run",
    "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 2000, .keep_going = true});
    Rng rng(1);
    ReaderOfBoth reader;
    Climber climber;
    const auto result = with_algorithm(algorithm,
        [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, reader, climber); });
    CHECK(climber.ran > 0);
    CHECK(reader.improved > 0);
    CHECK(reader.without_path == 0);
    CHECK(reader.improved_without_values == 0);
    CHECK(result.log.counters.executions == 2000);
}

namespace
{

// Rules a goal out at once, and takes that back later.
struct Prover
{
    GoalId goal;
    std::uint64_t takes_back_at = UINT64_MAX;
    std::uint64_t ran = 0;
    bool is_ruled_out = false;
    std::size_t active_before = 0;
    std::size_t active_between = 0;
    std::size_t active_afterwards = 0;

    std::size_t parents_without_score = 0;

    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        ++ran;
        const auto found = std::find(evaluated.goals.begin(), evaluated.goals.end(), goal);
        if (found != evaluated.goals.end() && !evaluated.before.empty())
        {
            const auto place = static_cast<std::size_t>(found - evaluated.goals.begin());
            parents_without_score += evaluated.before[place] == Fitness::worst() ? 1U : 0U;
        }
    }
    void explore(Exploration<LockTest>& search, Rng&)
    {
        if (active_before == 0)
        {
            active_before += is_active(search) ? 1U : 0U;
            is_ruled_out = true;
            search.rule_out(std::vector<GoalId>{goal});
        }
        if (is_ruled_out && ran >= takes_back_at)
        {
            is_ruled_out = false;
            search.rule_out({});
        }
        (is_ruled_out ? active_between : active_afterwards) += is_active(search) ? 1U : 0U;
    }

private:
    [[nodiscard]] bool is_active(const Exploration<LockTest>& search) const
    {
        const auto goals = search.state().goals;
        return std::find(goals.begin(), goals.end(), goal) != goals.end();
    }
};

}  // namespace

TEST_CASE("explore: a goal that a hook rules out is not waited for", "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem({12'345});
    BudgetMeter meter(Budget{.max_executions = 5'000});
    Rng rng(1);
    Prover prover{.goal = GoalId(1)};
    const auto result = with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, prover); });
    CHECK(prover.active_before == 1);
    CHECK(prover.active_between == 0);
    CHECK(result.stopped_by == StopReason::all_covered);
    CHECK(result.log.counters.executions == problem.batch_sizes.front());
    CHECK(result.archive.is_covered(GoalId(0)));
    CHECK_FALSE(result.archive.is_covered(GoalId(1)));
}

TEST_CASE("explore: a goal that is no longer ruled out is sought again", "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    // No number hits the first digit, and so none the second.
    LockProblem problem({12'345, 915});
    BudgetMeter meter(Budget{.max_executions = 1'000});
    Rng rng(1);
    Prover prover{.goal = GoalId(1), .takes_back_at = 500};
    const auto result = with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, prover); });
    CHECK(prover.active_before == 1);
    CHECK(prover.active_between == 0);
    CHECK(prover.active_afterwards > 0);
    CHECK(prover.parents_without_score == 0);
    CHECK(result.stopped_by == StopReason::executions);
    CHECK(result.log.counters.executions == 1'000);
}

namespace
{

// Rules out a goal that a test covers, and one that none does, and then runs that test.
struct Liar
{
    bool is_sought_again = false;
    bool is_told = false;

    void explore(Exploration<LockTest>& search, Rng&)
    {
        if (std::exchange(is_told, true))
        {
            return;
        }
        search.rule_out(std::vector<GoalId>{GoalId(1), GoalId(3)});
        search.run({{4217, 1}}, {});
        const auto goals = search.state().goals;
        is_sought_again =
            !search.is_over() && std::find(goals.begin(), goals.end(), GoalId(3)) != goals.end();
    }
};

}  // namespace

TEST_CASE("explore: once a test covers a goal that is ruled out, the others are sought again",
    "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    // The test covers all but the last goal, which no number hits.
    LockProblem problem({4217, 12'345});
    BudgetMeter meter(Budget{.max_executions = 1'000});
    Rng rng(1);
    Liar liar;
    const auto result = with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, liar); });
    CHECK(liar.is_sought_again);
    CHECK(result.archive.is_covered(GoalId(1)));
    CHECK(result.archive.is_covered(GoalId(2)));
    CHECK(result.stopped_by == StopReason::executions);
}

TEST_CASE("explore: with keep_going the whole budget is spent, even if all goals are ruled out",
    "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem({12'345});
    BudgetMeter meter(Budget{.max_executions = 700, .keep_going = true});
    Rng rng(1);
    Prover prover{.goal = GoalId(1)};
    const auto result = with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, prover); });
    CHECK(prover.active_between == 0);
    CHECK(result.log.counters.executions == 700);
}

namespace
{

// Offers tests to the best suite, once; looks at the suite again a generation later.
struct Joiner
{
    bool has_suites = false;
    std::vector<bool> joined;
    std::vector<std::size_t> sizes;
    std::vector<double> fitness;
    bool is_kept = false;

    void explore(Exploration<LockTest>& search, Rng&)
    {
        if (joined.empty())
        {
            has_suites = search.state().best.has_value();
            note(search.state());
            // One off, twice; and what every suite has already.
            offer(search, near, true);
            offer(search, {0}, true);
            offer(search, {0}, false);
            // Its scores are for other goals than the suite's.
            search.run({near}, {});
            search.rule_out({});
            joined.push_back(search.join_best(0, false));
        }
        else if (has_suites)
        {
            const auto state = search.state();
            is_kept = std::any_of(state.best->tests.begin(), state.best->tests.end(),
                [&](std::size_t place) { return state.population[place].test == near; });
        }
    }

private:
    void offer(Exploration<LockTest>& search, const LockTest& test, bool must_improve)
    {
        search.run({test}, {});
        joined.push_back(search.join_best(0, must_improve));
        note(search.state());
    }
    void note(const SearchState<LockTest>& state)
    {
        sizes.push_back(has_suites ? state.best->tests.size() : 0);
        fitness.push_back(has_suites ? state.best->fitness : 0.0);
    }

    const LockTest near{4216, 4216};
};

}  // namespace

TEST_CASE(
    "explore: tests of a hook join the best suite where it has use for them", "[core][hooks][unit]")
{
    const auto algorithm = GENERATE(from_range(all_algorithms));
    LockProblem problem({4217, 12'345});
    BudgetMeter meter(Budget{.max_executions = 1'000, .max_generations = 2});
    Rng rng(1);
    Joiner joiner;
    with_algorithm(
        algorithm, [&]<class A>(A) { return search_with<A>(problem, {}, meter, rng, joiner); });
    CHECK(joiner.has_suites == (algorithm == Algorithm::whole_suite));
    if (!joiner.has_suites)
    {
        CHECK(joiner.joined == std::vector<bool>{false, false, false, false});
        return;
    }
    CHECK(joiner.joined == std::vector<bool>{true, false, true, false});
    const std::size_t size = joiner.sizes[0];
    CHECK(joiner.sizes == std::vector<std::size_t>{size, size + 1, size + 1, size + 2});
    CHECK(joiner.fitness[1] < joiner.fitness[0]);
    CHECK(joiner.fitness[2] == joiner.fitness[1]);
    CHECK(joiner.fitness[3] == joiner.fitness[1]);
    CHECK(joiner.is_kept);
}
