// SPDX-License-Identifier: Apache-2.0
#include "core/run/watched_bank.hpp"
#include "support/catch.hpp"
#include "support/growing_problem.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/run/generate.hpp>
#include <sbst/run/measurement.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::test_support;
using Catch::Matchers::Contains;

namespace
{

/// Random tests of the bank: some cover the same goals.
std::vector<TestCase> random_tests(WatchedBank& bank, std::size_t wanted, std::uint64_t seed = 1)
{
    Rng rng(seed);
    std::vector<TestCase> tests;
    while (tests.size() < wanted)
    {
        tests.push_back(bank.generate(rng));
    }
    return tests;
}

/// The coverage of a test, by the scorer alone.
std::vector<GoalId> covered_by(WatchedBank& bank, const TestCase& test)
{
    const std::vector<Request<TestCase>> requests{{&test}};
    std::vector<Trace> traces(1);
    bank.execute(requests, traces, StopToken{});
    const Scorer scorer(bank.goals());
    std::vector<GoalId> goals;
    scorer.append_covered(traces[0], goals);
    std::sort(goals.begin(), goals.end());
    return goals;
}

}  // namespace

TEST_CASE("measurement: goals that come while a suite is measured have answers",
    "[core][measurement][growth]")
{
    GrowingProblem known;
    // Both doors of the first room.
    const TestCase test{{{CallableId(0), {Value(1)}}, {CallableId(4), {ResultRef{0}, Value(5)}},
        {CallableId(4), {ResultRef{0}, Value(22)}}}};
    const RunResult result = measure_suite(known, {test});
    CHECK(known.known_rooms() == 3);
    REQUIRE(result.answers.size() == known.goals().size());
    CHECK(result.covered_by_test.at(0).size() == 4);
    for (const GoalAnswer& answer : result.answers)
    {
        CHECK((answer.status == GoalStatus::covered || answer.nearest));
    }
    GrowingProblem other;
    RunResult later = measure_suite(other, {});
    Measurement<GrowingProblem> measurement(other);
    measurement.add_near_misses(later, {test});
    CHECK(later.answers.size() == other.goals().size());
    CHECK(later.answers.size() == known.goals().size());
}

TEST_CASE("measure_suite: each test has the goals that its trace covers", "[core][measurement]")
{
    WatchedBank bank;
    const std::vector<TestCase> tests = random_tests(bank, 20);
    const RunResult result = measure_suite(bank, tests);
    CHECK(result.suite == tests);
    CHECK(result.executions == 20);
    CHECK(result.calls == count_calls(result));
    REQUIRE(result.answers.size() == bank.goals().size());
    REQUIRE(result.covered_by_test.size() == tests.size());
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        std::vector<GoalId> covered = result.covered_by_test[i];
        std::sort(covered.begin(), covered.end());
        CHECK(covered == covered_by(bank, tests[i]));
    }
}

TEST_CASE(
    "measure_suite: a covered goal names the first test that covers it, an open one has a "
    "nearest test and a reason",
    "[core][measurement]")
{
    WatchedBank bank;
    const RunResult result = measure_suite(bank, random_tests(bank, 20));
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        INFO(bank.goals()[GoalId(i)].label);
        std::optional<std::size_t> first;
        for (std::size_t test = 0; test < result.suite.size() && !first; ++test)
        {
            const std::vector<GoalId>& covered = result.covered_by_test[test];
            if (std::find(covered.begin(), covered.end(), GoalId(i)) != covered.end())
            {
                first = test;
            }
        }
        const GoalAnswer& answer = result.answers[i];
        CHECK((answer.status == GoalStatus::covered) == first.has_value());
        CHECK(answer.test == first);
        CHECK(answer.nearest.has_value() == (answer.status == GoalStatus::open));
        CHECK(answer.reason.empty() == (answer.status == GoalStatus::covered));
    }
    CHECK(count(result, GoalStatus::covered) > 0);
    CHECK(count(result, GoalStatus::open) > 0);
}

TEST_CASE("measure_suite: unreached goals are open, proved ones stay proved, even without tests",
    "[core][measurement]")
{
    WatchedBank bank;
    bank.prove_vault_shut();
    const RunResult result = measure_suite(bank, {});
    CHECK(result.answers.size() == bank.goals().size());
    CHECK(result.covered_by_test.empty());
    CHECK(count(result, GoalStatus::covered) == 0);
    CHECK(count(result, GoalStatus::infeasible) == 2);
    const GoalAnswer& shut = result.answers[find_branch(bank.goals(), bank.vault(), true)->index()];
    CHECK(shut.status == GoalStatus::infeasible);
    CHECK(shut.reason == "the vault has no door");
    CHECK_FALSE(shut.nearest.has_value());
}

TEST_CASE(
    "measure_suite: a covered goal that was proved infeasible is an error with its proof and "
    "its test",
    "[core][measurement]")
{
    WatchedBank bank;
    const std::vector<TestCase> tests = random_tests(bank, 20);
    const RunResult before = measure_suite(bank, tests);
    const GoalId entered = bank.goal_of("deposit entered");
    const GoalAnswer& answer = before.answers[entered.index()];
    REQUIRE(answer.status == GoalStatus::covered);
    bank.prove_infeasible(entered, "no account has money");
    CHECK_THROWS_WITH(measure_suite(bank, tests),
        Contains(
            "'deposit entered' was proved infeasible (no account has money), but a test covers "
            "it:\n") &&
            Contains(bank.render(tests[answer.test.value()])));
}

TEST_CASE("measure_suite: an adapter that breaks is an error", "[core][measurement]")
{
    WatchedBank bank;
    bank.break_after = 10;
    CHECK_THROWS_WITH(measure_suite(bank, random_tests(bank, 20)), "the bank is on fire");
}

TEST_CASE("Measurement: a result that could not be measured is as it was", "[core][measurement]")
{
    WatchedBank bank;
    RunResult result = measure_suite(bank, random_tests(bank, 20));
    const std::vector<std::vector<GoalId>> covered = result.covered_by_test;
    const std::size_t open = count(result, GoalStatus::open);
    Measurement<WatchedBank> measurement(bank);

    bank.executed = 0;
    SECTION("it was asked to stop")
    {
        bank.interrupt_after = 5;
        CHECK_FALSE(measurement.run(result, StopToken(&bank.interrupt)));
        CHECK(measurement.failure().empty());
    }
    SECTION("the adapter broke")
    {
        bank.break_after = 5;
        CHECK_FALSE(measurement.run(result));
        CHECK(measurement.failure() == "the bank is on fire");
    }
    CHECK(result.covered_by_test == covered);
    CHECK(count(result, GoalStatus::open) == open);
}

TEST_CASE("Measurement: tests outside the suite bring open goals nearer and cover nothing",
    "[core][measurement]")
{
    WatchedBank bank;
    const RunResult found = generate(bank, spec_of(3000));
    REQUIRE(count(found, GoalStatus::covered) > 20);

    RunResult result;
    result.suite = {random_tests(bank, 1)};
    Measurement<WatchedBank> measurement(bank);
    REQUIRE(measurement.run(result));
    const RunResult before = result;
    measurement.add_near_misses(result, found.suite);
    CHECK(count(result, GoalStatus::covered) == count(before, GoalStatus::covered));
    CHECK(result.covered_by_test == before.covered_by_test);
    std::size_t nearer = 0;
    for (std::size_t i = 0; i < result.answers.size(); ++i)
    {
        const GoalAnswer& answer = result.answers[i];
        if (answer.status == GoalStatus::open)
        {
            INFO(bank.goals()[GoalId(i)].label);
            REQUIRE(answer.nearest.has_value());
            CHECK_FALSE(before.answers[i].nearest < answer.nearest);
            nearer += answer.nearest < before.answers[i].nearest ? 1U : 0U;
        }
    }
    CHECK(nearer > 0);
}

TEST_CASE("Measurement: exceptions that its tests are the first to throw are goals with an answer",
    "[core][measurement]")
{
    WatchedBank bank;
    const std::vector<TestCase> tests = random_tests(bank, 20);
    const std::size_t known = bank.goals().size();
    const RunResult result = measure_suite(bank, tests);
    REQUIRE(bank.goals().size() > known);
    REQUIRE(result.answers.size() == bank.goals().size());
    for (std::size_t i = known; i < result.answers.size(); ++i)
    {
        INFO(bank.goals()[GoalId(i)].label);
        CHECK(result.answers[i].status == GoalStatus::covered);
    }
}
