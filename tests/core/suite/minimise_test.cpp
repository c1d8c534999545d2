// SPDX-License-Identifier: Apache-2.0
#define SBST_TOY_PROBLEM_WITHOUT_MAIN
// NOLINTNEXTLINE(bugprone-suspicious-include): an example is one file, and this tests it
#include "../../../examples/010_toy_problem.cpp"
#include "core/search/lock_problem.hpp"
#include "support/catch.hpp"

#include <sbst/search/algorithms/random_search.hpp>
#include <sbst/suite/minimise.hpp>

#include <algorithm>
#include <atomic>
#include <set>

using namespace sbst;

namespace
{

std::vector<TestCase> random_suite(AccountProblem& problem, std::uint64_t seed)
{
    BudgetMeter meter(Budget{.max_executions = 3000});
    Rng rng(seed);
    return dynamosa(problem, {}, meter, rng).archive.suite(problem.goals());
}

std::set<std::size_t> covered_by(AccountProblem& problem, const std::vector<TestCase>& tests)
{
    std::set<std::size_t> covered;
    std::vector<Trace> traces(1);
    for (const TestCase& test : tests)
    {
        const std::vector<Request<TestCase>> requests{{&test, Record::coverage}};
        problem.execute(requests, traces, StopToken{});
        const Scorer scorer(problem.goals());
        std::vector<GoalId> goals;
        scorer.append_covered(traces[0], goals);
        for (const GoalId goal : goals)
        {
            covered.insert(goal.index());
        }
    }
    return covered;
}

std::vector<TestCase> tests_of(const MinimisedSuite<TestCase>& suite)
{
    std::vector<TestCase> tests;
    for (const CoveringTest<TestCase>& entry : suite.tests)
    {
        tests.push_back(entry.test);
    }
    return tests;
}

std::size_t calls_of(const std::vector<TestCase>& tests)
{
    std::size_t calls = 0;
    for (const TestCase& test : tests)
    {
        calls += test.length();
    }
    return calls;
}

}  // namespace

TEST_CASE("minimise: coverage is kept, tests and calls become fewer", "[core][minimise][property]")
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
    {
        INFO("seed " << seed);
        AccountProblem problem;
        const std::vector<TestCase> before = random_suite(problem, seed);
        Rng rng(seed);
        const auto suite = minimise(problem, before, {}, rng);
        const std::vector<TestCase> after = tests_of(suite);
        CHECK(covered_by(problem, after) == covered_by(problem, before));
        CHECK(after.size() <= before.size());
        CHECK(calls_of(after) <= calls_of(before));
        CHECK(suite.is_complete);
        CHECK(suite.executions > before.size());
        for (const TestCase& test : after)
        {
            CHECK(find_defect(test, problem.catalogue(), problem.types()).empty());
        }
    }
}

TEST_CASE("minimise: no test and no call is left that could be left out alone",
    "[core][minimise][property]")
{
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
    {
        INFO("seed " << seed);
        AccountProblem problem;
        Rng rng(seed);
        const auto suite = minimise(problem, random_suite(problem, seed), {}, rng);
        const std::vector<TestCase> tests = tests_of(suite);
        const std::set<std::size_t> wanted = covered_by(problem, tests);
        const ConstantPool pool;
        SequenceOperators operators(problem.types(), problem.catalogue(), pool);
        for (std::size_t i = 0; i < tests.size(); ++i)
        {
            std::vector<TestCase> others = tests;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            CHECK(covered_by(problem, others) != wanted);
            for (std::size_t call = 0; call < tests[i].length(); ++call)
            {
                std::vector<TestCase> shorter = tests;
                operators.erase(shorter[i], call, rng);
                const bool is_needed = shorter[i].length() == tests[i].length() ||
                                       covered_by(problem, shorter) != wanted;
                CHECK(is_needed);
            }
        }
    }
}

namespace
{

/// An account whose adapter prefers tests that end normally.
struct EndingProblem : AccountProblem
{
    [[nodiscard]] static bool ends_normally(const Trace& trace)
    {
        return std::none_of(trace.calls.begin(), trace.calls.end(),
            [](const CallOutcome& call) { return call.kind == OutcomeKind::threw; });
    }
};

/// Goals that tests cover which end normally.
template <class P>
std::set<std::size_t> covered_normally(P& problem, const std::vector<TestCase>& tests)
{
    std::vector<TestCase> normal;
    for (const TestCase& test : tests)
    {
        const std::vector<Request<TestCase>> requests{{&test, Record::coverage}};
        std::vector<Trace> traces(1);
        problem.execute(requests, traces, StopToken{});
        if (EndingProblem::ends_normally(traces[0]))
        {
            normal.push_back(test);
        }
    }
    return covered_by(problem, normal);
}

}  // namespace

TEST_CASE("the end of a test is the worst thing that happened to it", "[core][minimise][unit]")
{
    const EndingProblem problem;
    const AccountProblem untold;
    Trace trace;
    trace.calls.resize(1);
    CHECK(end_of(problem, trace) == TestEnd::normal);
    trace.is_repeatable = false;
    CHECK(end_of(problem, trace) == TestEnd::unrepeatable);
    CHECK(end_of(untold, trace) == TestEnd::unrepeatable);
    trace.calls[0].kind = OutcomeKind::threw;
    CHECK(end_of(problem, trace) == TestEnd::broken_off);
    CHECK(end_of(untold, trace) == TestEnd::unrepeatable);
    trace.calls[0].kind = OutcomeKind::timed_out;
    CHECK(end_of(problem, trace) == TestEnd::unusable);
    trace.clear();
    CHECK(trace.is_repeatable);
}

TEST_CASE("minimise: what a test covers that ends normally is not left to one that does not",
    "[core][minimise][property]")
{
    static_assert(TellsEnds<EndingProblem> && !TellsEnds<AccountProblem>);
    std::size_t lost_without = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
    {
        INFO("seed " << seed);
        EndingProblem problem;
        const std::vector<TestCase> before = random_suite(problem, seed);
        Rng rng(seed);
        const auto suite = minimise(problem, before, {}, rng);
        const std::vector<TestCase> after = tests_of(suite);
        CHECK(covered_by(problem, after) == covered_by(problem, before));
        CHECK(covered_normally(problem, after) == covered_normally(problem, before));
        AccountProblem other;
        Rng same(seed);
        const auto without = tests_of(minimise(other, before, {}, same));
        lost_without +=
            covered_normally(other, without) != covered_normally(other, before) ? 1U : 0U;
    }
    CHECK(lost_without > 0);
}

TEST_CASE("minimise: reported goals are those that each test covers, tests are in their order",
    "[core][minimise][unit]")
{
    AccountProblem problem;
    Rng rng(1);
    const auto suite = minimise(problem, random_suite(problem, 1), {}, rng);
    REQUIRE_FALSE(suite.tests.empty());
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        const std::set<std::size_t> covered = covered_by(problem, {suite.tests[i].test});
        CHECK(covered.size() == suite.tests[i].goals.size());
        CHECK(covered.count(suite.tests[i].goals.front().index()) == 1);
        CHECK((i == 0 || suite.tests[i - 1].goals.front() <= suite.tests[i].goals.front()));
    }
}

TEST_CASE("minimise: goals that are spare are not kept, all others are", "[core][minimise][unit]")
{
    AccountProblem problem;
    const std::vector<TestCase> before = random_suite(problem, 3);
    Rng rng(3);
    const MinimisedSuite<TestCase> whole = minimise(problem, before, {}, rng);
    std::set<std::size_t> all;
    for (const CoveringTest<TestCase>& entry : whole.tests)
    {
        for (const GoalId goal : entry.goals)
        {
            all.insert(goal.index());
        }
    }
    REQUIRE(all.size() > 2);
    // What the longest test is for.
    const auto longest = std::max_element(whole.tests.begin(), whole.tests.end(),
        [](const auto& one, const auto& other) { return one.test.length() < other.test.length(); });
    const MinimiseOptions options{.spare_goals = longest->goals};
    const MinimisedSuite<TestCase> rest = minimise(problem, before, options, rng);
    CHECK(calls_of(tests_of(rest)) < calls_of(tests_of(whole)));
    const std::set<std::size_t> kept = covered_by(problem, tests_of(rest));
    for (const std::size_t goal : all)
    {
        const bool is_spare =
            std::binary_search(longest->goals.begin(), longest->goals.end(), GoalId(goal));
        CHECK((is_spare || kept.contains(goal)));
    }
    for (const CoveringTest<TestCase>& entry : rest.tests)
    {
        for (const GoalId goal : entry.goals)
        {
            CHECK_FALSE(std::binary_search(longest->goals.begin(), longest->goals.end(), goal));
        }
    }
}

TEST_CASE("minimise: duplicates go, and an empty suite stays empty", "[core][minimise][unit]")
{
    AccountProblem problem;
    Rng rng(1);
    const TestCase test = problem.generate(rng);
    CHECK(minimise(problem, {test, test, test}, {}, rng).tests.size() == 1);
    CHECK(minimise(problem, {}, {}, rng).tests.empty());
}

TEST_CASE("minimise: values become simple where coverage allows", "[core][minimise][unit]")
{
    AccountProblem problem;
    Rng first(1);
    Rng second(1);
    const std::vector<TestCase> before = random_suite(problem, 1);
    const auto plain = minimise(problem, before, {.simplify_values = false}, first);
    const auto simple = minimise(problem, before, {}, second);
    const auto digits = [&](const MinimisedSuite<TestCase>& suite) {
        std::size_t count = 0;
        for (const TestCase& test : tests_of(suite))
        {
            count += problem.render(test).size();
        }
        return count;
    };
    CHECK(digits(simple) < digits(plain));
    CHECK(covered_by(problem, tests_of(simple)) == covered_by(problem, tests_of(plain)));
}

TEST_CASE("minimise: the allowance is kept and an early end is reported", "[core][minimise][unit]")
{
    AccountProblem problem;
    const std::vector<TestCase> before = random_suite(problem, 1);
    Rng rng(1);
    const auto suite = minimise(problem, before, {.max_executions = 7}, rng);
    CHECK_FALSE(suite.is_complete);
    CHECK(suite.executions == before.size() + 7);
    CHECK(covered_by(problem, tests_of(suite)) == covered_by(problem, before));

    const std::atomic<bool> stop = true;
    const auto stopped = minimise(problem, before, {}, rng, StopToken(&stop));
    CHECK(stopped.executions == before.size());
    CHECK_FALSE(stopped.is_complete);
    CHECK(covered_by(problem, tests_of(stopped)) == covered_by(problem, before));
}

TEST_CASE(
    "minimise: spare tests widen the choice, and a stop costs only them", "[core][minimise][unit]")
{
    AccountProblem problem;
    const std::vector<TestCase> suite = random_suite(problem, 3);
    const std::set<std::size_t> covered = covered_by(problem, suite);
    REQUIRE(suite.size() > 1);
    std::vector<TestCase> tests = suite;
    const std::vector<TestCase> others = random_suite(problem, 4);
    tests.insert(tests.end(), others.begin(), others.end());
    MinimiseOptions options;
    options.spare_tests = others.size();
    const std::atomic<bool> stopped{true};
    Rng rng(1);
    const auto stopped_suite =
        tests_of(minimise(problem, tests, options, rng, StopToken(&stopped)));
    CHECK(covered_by(problem, stopped_suite) == covered);
    for (const TestCase& test : stopped_suite)
    {
        CHECK(std::find(suite.begin(), suite.end(), test) != suite.end());
    }
    const auto chosen = tests_of(minimise(problem, tests, options, rng));
    CHECK(covered_by(problem, chosen) == covered_by(problem, tests));
    CHECK(chosen.size() <= stopped_suite.size());
}

TEST_CASE("minimise: side effects of a deleted call may be transferred", "[core][minimise][unit]")
{
    AccountProblem problem;
    const std::vector<TestCase> before = random_suite(problem, 1);
    Rng plain_rng(1);
    const std::size_t plain = calls_of(tests_of(minimise(problem, before, {}, plain_rng)));

    // Every call that a test needed is offered; the candidate is the test without it.
    std::size_t offers = 0;
    MinimiseOptions options;
    options.make_up = [&](const TestCase& test, std::size_t deleted, TestCase& candidate) {
        CHECK(deleted < test.length());
        CHECK(candidate.length() < test.length());
        ++offers;
        // The call comes back as it was: nothing gets lost, and nothing is gained.
        candidate = test;
        return true;
    };
    Rng rng(1);
    const auto suite = minimise(problem, before, options, rng);
    CHECK(offers > 0);
    CHECK(calls_of(tests_of(suite)) == plain);
    CHECK(covered_by(problem, tests_of(suite)) == covered_by(problem, before));
}

TEST_CASE("minimise: the same seed gives the same suite", "[core][minimise][property]")
{
    AccountProblem problem;
    const std::vector<TestCase> before = random_suite(problem, 2);
    Rng first(3);
    Rng second(3);
    CHECK(tests_of(minimise(problem, before, {}, first)) ==
          tests_of(minimise(problem, before, {}, second)));
}

TEST_CASE("minimise: tests without calls are chosen, not changed", "[core][minimise][unit]")
{
    testing_support::LockProblem problem;
    Rng rng(1);
    const auto suite = minimise(problem, {{1}, {4217, 5}, {4217}, {1, 4217, 5, 915}, {2}}, {}, rng);
    REQUIRE(suite.tests.size() == 1);
    CHECK(suite.tests[0].test == std::vector<int>{1, 4217, 5, 915});
    CHECK(suite.executions == 5);
}

TEST_CASE("search: it goes on for tests that end normally, and not for ever", "[core][minimise]")
{
    const auto found = [](auto& problem, std::uint64_t& executions) {
        BudgetMeter meter(Budget{.max_executions = 60'000});
        Rng rng(1);
        auto result = dynamosa(problem, {}, meter, rng);
        executions = meter.executions();
        return result;
    };
    std::uint64_t with = 0;
    std::uint64_t without = 0;
    EndingProblem ending;
    const auto longer = found(ending, with);
    AccountProblem plain;
    const auto shorter = found(plain, without);
    REQUIRE(shorter.stopped_by == StopReason::all_covered);
    CHECK(longer.stopped_by == StopReason::all_covered);
    const auto normally = [](auto& problem, const auto& result) {
        return covered_normally(problem, result.archive.suite(problem.goals())).size();
    };
    CHECK(normally(ending, longer) >= normally(plain, shorter));
    // Some goals are covered only by calls that throw: for them it searches in vain, and ends.
    CHECK(longer.archive.has_broken_off());
    CHECK(with > 1000);
    CHECK(without > 0);
    CHECK(with < 20'000);
}
