// SPDX-License-Identifier: Apache-2.0
#include "core/search/lock_search.hpp"
#include "support/catch.hpp"

#include <sbst/criteria/line.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace sbst;
using namespace sbst::testing_support;

namespace
{

constexpr double tolerance = 1e-12;

/// A goal graph with its columns, and tests with scores and hits that are set by hand.
class Measured
{
public:
    Measured()
    {
        for (const bool outcome : {false, true})
        {
            m_graph.add(branch_goal(PredicateId(0), outcome, outcome ? "true" : "false"));
        }
        m_graph.add(line_goal(LineId(0), "line"));
    }

    void open(const std::vector<GoalId>& goals)
    {
        m_columns.update(goals);
        fitness.update(m_graph, m_columns);
    }

    /// Adds a test that takes one outcome a number of times, at a distance from the other one.
    void add(std::uint32_t hits, bool outcome, double distance, std::uint32_t level_of_line)
    {
        Individual<int> test;
        test.length = 3;
        test.scores.resize(3);
        PredicateTrace entry;
        entry.predicate = PredicateId(0);
        (outcome ? entry.all.hits_true : entry.all.hits_false) = hits;
        test.trace.predicates.push_back(entry);
        const Fitness far{true, 0, Distance::from_double(distance)};
        set(test, GoalId(0), outcome ? far : Fitness::covered());
        set(test, GoalId(1), outcome ? Fitness::covered() : far);
        set(test, GoalId(2), {true, level_of_line, Distance::zero()});
        tests.push_back(test);
    }

    [[nodiscard]] double of(const std::vector<std::size_t>& places)
    {
        Suite suite{.tests = places};
        fitness.measure(
            suite, [this](std::size_t place) -> const Individual<int>& { return tests[place]; });
        CHECK(suite.length == 3 * places.size());
        return suite.fitness;
    }

    SuiteFitness fitness;
    std::vector<Individual<int>> tests;

private:
    void set(Individual<int>& test, GoalId goal, const Fitness& score) const
    {
        for (std::size_t i = 0; i < m_columns.goals().size(); ++i)
        {
            if (m_columns.goals()[i] == goal)
            {
                test.scores[m_columns.places()[i]] = score;
            }
        }
    }

    GoalGraph m_graph;
    ScoreColumns m_columns;
};

}  // namespace

TEST_CASE("whole suite: a branch counts by its distance once its predicate is evaluated twice",
    "[core][whole-suite][unit]")
{
    Measured measured;
    measured.open({GoalId(0), GoalId(1)});
    measured.add(1, true, 3.0, 0);
    measured.add(2, true, 1.0, 0);
    measured.add(1, false, 9.0, 0);
    CHECK(measured.of({}) == 2.0);
    // One evaluation: the open outcome would be reached by losing the other.
    CHECK(measured.of({0}) == 1.0);
    CHECK(std::abs(measured.of({1}) - 0.5) < tolerance);
    CHECK(std::abs(measured.of({0, 0}) - 0.75) < tolerance);
    CHECK(std::abs(measured.of({0, 1}) - 0.5) < tolerance);
    CHECK(measured.of({0, 2}) == 0.0);
}

TEST_CASE("whole suite: an outcome whose other one is archived needs one evaluation",
    "[core][whole-suite][unit]")
{
    Measured measured;
    measured.open({GoalId(1)});
    measured.add(1, false, 3.0, 0);
    CHECK(measured.of({}) == 1.0);
    CHECK(std::abs(measured.of({0}) - 0.75) < tolerance);
}

TEST_CASE("whole suite: goals that are no branches count by level and distance",
    "[core][whole-suite][unit]")
{
    Measured measured;
    measured.open({GoalId(2)});
    measured.add(1, true, 0.0, 3);
    measured.add(1, true, 0.0, 1);
    CHECK(measured.of({}) == 1.0);
    CHECK(std::abs(measured.of({0}) - 0.75) < tolerance);
    CHECK(std::abs(measured.of({0, 1}) - 0.5) < tolerance);
}

TEST_CASE("whole suite: a pool keeps what suites share once, in order", "[core][whole-suite][unit]")
{
    SuitePool<int> pool;
    Batch<int> batch(5);
    for (std::size_t i = 0; i < batch.size(); ++i)
    {
        batch[i].test = static_cast<int>(i);
    }
    pool.add(batch);
    CHECK(batch.empty());
    std::vector<Suite> suites{{.tests = {4, 1}}, {.tests = {1, 1, 2}}};
    std::vector<int> dead;
    pool.keep(suites, [&dead](const Individual<int>& test) { dead.push_back(test.test); });
    CHECK(dead == std::vector<int>{0, 3});
    REQUIRE(pool.size() == 3);
    CHECK(suites[0].tests == std::vector<std::size_t>{2, 0});
    CHECK(suites[1].tests == std::vector<std::size_t>{0, 0, 1});
    CHECK(pool[0].test == 1);
    CHECK(pool[1].test == 2);
    CHECK(pool[2].test == 4);
}

TEST_CASE("whole suite: the best fitness never gets worse, nor does bloat grow without limit",
    "[core][whole-suite][property]")
{
    // Out of reach: the last digit is no number.
    LockProblem problem({4217, 915, 7741, 2048, -1});
    constexpr int generations = 1000;
    const auto seed = GENERATE(std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3});
    CAPTURE(seed);
    const SearchOptions options{.population_size = 20};
    BudgetMeter meter({.max_executions = 1'000'000});
    Rng rng(seed);
    NoHooks hooks;
    detail::WholeSuiteSearch<LockProblem, NoHooks> search({problem, meter, rng, hooks}, options);
    search.begin();
    double before = search.best_suite().fitness;
    int improved = 0;
    for (int i = 0; i < generations; ++i)
    {
        search.evolve();
        const Suite& best = search.best_suite();
        REQUIRE(best.fitness <= before);
        REQUIRE_FALSE(best.tests.empty());
        REQUIRE(best.tests.size() <= options.suite_max_tests);
        improved += best.fitness < before ? 1 : 0;
        before = best.fitness;
    }
    CHECK(improved > 3);
    CHECK(before > 0.0);
}

TEST_CASE("whole suite: only new tests are executed", "[core][whole-suite][unit]")
{
    LockProblem problem;
    const auto result = [&problem] {
        BudgetMeter meter({.max_executions = 5000});
        return search(Algorithm::whole_suite, problem, {}, meter, 1);
    }();
    CHECK(problem.executed == 5000);
    // The first batch has 50 suites of up to 10 tests; later each child has about one new test.
    REQUIRE(problem.batch_sizes.size() > 3);
    CHECK(problem.batch_sizes.front() > 150);
    CHECK(problem.batch_sizes.front() <= 500);
    for (std::size_t i = 1; i < problem.batch_sizes.size(); ++i)
    {
        CHECK(problem.batch_sizes[i] < 150);
    }
    CHECK(result.archive.covered_count() > 2);
}
