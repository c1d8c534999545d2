// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/search/algorithms/dynamosa.hpp>
#include <sbst/search/algorithms/random_search.hpp>
#include <sbst/search/hook_chain.hpp>

#include <map>
#include <optional>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;
using LockTest = LockProblem::Test;

namespace
{

// Tests with a mark: numbers that random tests do not have.
struct Source
{
    int mark = 0;
    bool declines = false;
    std::size_t asked = 0;

    std::optional<LockTest> new_test(Rng&)
    {
        ++asked;
        return declines ? std::nullopt : std::optional<LockTest>(LockTest{mark});
    }
};

// Proposes more than it may.
struct Proposer
{
    int mark = 0;
    std::size_t quota = 0;

    [[nodiscard]] std::size_t refine_quota() const { return quota; }
    std::vector<LockTest> refine(const SearchState<LockTest>&, Rng&) const
    {
        return std::vector<LockTest>(10, {mark});
    }
};

struct Wisher
{
    Record wish{};
    bool got_it = true;

    [[nodiscard]] Record wanted_record() const { return wish; }
    void on_evaluated(const Evaluated<LockTest>& evaluated)
    {
        if (evaluated.improved)
        {
            got_it = got_it && !evaluated.trace.values.entries().empty();
        }
    }
};

struct Counter
{
    std::map<int, std::size_t> marks;
    std::size_t progress = 0;

    void on_evaluated(const Evaluated<LockTest>& evaluated) { ++marks[evaluated.test.front()]; }
    void on_progress(const Progress&) { ++progress; }
};

struct Misspelt
{
    void refine(int);
};

// A quota of what it never proposes.
struct Idle
{
    [[nodiscard]] std::size_t refine_quota() const { return 1; }
};

using Chain = HookChain<LockTest, Source, Counter>;
using Watchers = HookChain<LockTest, Counter, Wisher>;
using Empty = HookChain<LockTest>;

// A chain has only the members that one of its hooks has: absent members cost nothing.
static_assert(HasNewTest<Chain, LockTest> && HasOnProgress<Chain> && !HasRefine<Chain, LockTest>);
static_assert(HasWantedRecord<Watchers> && !HasNewTest<Watchers, LockTest>);
static_assert(!HasOnEvaluated<Empty, LockTest> && !HasOnProgress<Empty> && !HasWantedRecord<Empty>);
static_assert(hooks_are_sound<Chain, LockTest> && hooks_are_sound<Empty, LockTest>);
static_assert(!hooks_are_sound<Misspelt, LockTest> && !hooks_are_sound<Idle, LockTest>);

}  // namespace

TEST_CASE("hook chain: random tests come from each source in turn", "[core][hooks][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 100});
    Rng rng(1);
    Source first{.mark = 10'001};
    Source second{.mark = 10'002};
    Source silent{.declines = true};
    Counter counter;
    (void)random_search(problem, {}, meter, rng, first, silent, counter, second);
    // Every third turn is the silent one's, and goes to the next.
    CHECK(silent.asked == 33);
    CHECK(counter.marks[10'001] == 34);
    CHECK(counter.marks[10'002] == 66);
    CHECK(counter.progress == 2);
}

TEST_CASE(
    "hook chain: when all sources decline, tests are the adapter's own", "[core][hooks][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 50});
    Rng rng(1);
    Source one{.declines = true};
    Source other{.declines = true};
    const auto result = random_search(problem, {}, meter, rng, one, other);
    CHECK(result.log.counters.executions == 50);
    CHECK(one.asked == 50);
    CHECK(other.asked == 50);
}

TEST_CASE("hook chain: each hook proposes tests within its quota", "[core][hooks][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_generations = 1});
    Rng rng(1);
    Proposer three{.mark = 10'001, .quota = 3};
    Proposer many{.mark = 10'002, .quota = 99};
    Proposer none{.mark = 10'003, .quota = 0};
    Counter counter;
    (void)dynamosa(problem, {}, meter, rng, three, counter, many, none);
    CHECK(counter.marks[10'001] >= 3);
    CHECK(counter.marks[10'001] < 10);
    CHECK(counter.marks[10'002] >= 10);
    CHECK(counter.marks[10'003] == 0);
}

TEST_CASE("hook chain: the wishes of all hooks are recorded", "[core][hooks][unit]")
{
    LockProblem problem;
    BudgetMeter meter(Budget{.max_executions = 500});
    Rng rng(1);
    Wisher state{.wish = Record::state};
    Wisher values{.wish = Record::values};
    (void)dynamosa(problem, {}, meter, rng, state, values);
    CHECK(state.got_it);
    CHECK(values.got_it);
}

TEST_CASE("hook chain: hooks that only watch change nothing", "[core][hooks][property]")
{
    LockProblem problem;
    const auto run = [&problem](auto&... hooks) {
        BudgetMeter meter(Budget{.max_executions = 2000});
        Rng rng(3);
        return dynamosa(problem, {}, meter, rng, hooks...);
    };
    Counter first;
    Counter second;
    Wisher values{.wish = Record::values};
    const auto plain = run();
    const auto watched = run(first, values, second);
    CHECK(plain.archive.suite(problem.goals()) == watched.archive.suite(problem.goals()));
    CHECK(plain.log.timeline == watched.log.timeline);
    CHECK(first.marks == second.marks);
}
