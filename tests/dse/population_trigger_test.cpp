// SPDX-License-Identifier: Apache-2.0
// When refinement of a population takes which tests.
#include "support/catch.hpp"

#include <sbst/dse/refinement/population_refinement.hpp>
#include <sbst/search/archive.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::dse;

namespace
{

/// A test of one call with one literal.
TestCase test_of(std::uint64_t literal)
{
    return {{{CallableId(0), {Value(U256{literal})}}}};
}

/// A search that records what a hook runs.
class FakeSearch final : public Exploration<TestCase>
{
public:
    std::span<const Individual<TestCase>> run(std::vector<TestCase> tests, Record /*more*/) override
    {
        for (TestCase& test : tests)
        {
            ran.push_back(std::move(test));
        }
        return {};
    }
    void rule_out(std::span<const GoalId> /*goals*/) override {}
    bool join_best(std::size_t /*place*/, bool /*must_improve*/) override { return false; }
    [[nodiscard]] SearchState<TestCase> state() const override
    {
        return {archive, {}, population, best};
    }
    [[nodiscard]] bool is_over() const override { return false; }

    Archive<TestCase> archive;
    std::vector<Individual<TestCase>> population;
    std::optional<BestSuite> best;
    std::vector<TestCase> ran;
};

class Subject
{
public:
    explicit Subject(RefinementTrigger trigger)
    {
        search.population.push_back(make_fresh(test_of(1)));
        search.population.push_back(make_fresh(test_of(2)));
        search.population.push_back(make_fresh(test_of(3)));
        PopulationRefinementOptions options;
        options.trigger = trigger;
        options.max_share = 1.0;
        m_refiner = refine_population(options, {})(RefinedProblem{m_catalogue, m_types, m_goals});
    }

    /// The search runs a test: with another literal than its parent or not, nearer to a goal or
    /// not.
    void evaluate(std::uint64_t literal, bool is_mutated, bool has_moved)
    {
        const TestCase test = test_of(literal);
        const Trace trace;
        Change change;
        change.touch(0);
        if (is_mutated)
        {
            change.literals.push_back({0, 0, 0});
        }
        const std::vector<GoalId> goals{GoalId(0)};
        const std::vector<Fitness> before{{true, 1, Distance::zero()}};
        const std::vector<Fitness> after{{true, has_moved ? 0U : 1U, Distance::zero()}};
        m_refiner->on_evaluated({test, trace, change, goals, before, after, {}, has_moved});
    }
    /// The tests that a round takes.
    std::vector<TestCase> round()
    {
        search.ran.clear();
        Rng rng(1);
        m_refiner->explore(search, rng);
        return search.ran;
    }

    FakeSearch search;

private:
    Catalogue m_catalogue;
    TypeUniverse m_types;
    GoalGraph m_goals;
    std::unique_ptr<Refiner> m_refiner;
};

}  // namespace

TEST_CASE("refinement of a population: the best suite, when a new literal changed its fitness",
    "[dse][refinement]")
{
    Subject subject(RefinementTrigger::changed_literals);
    const std::vector<std::size_t> places{0, 2};
    subject.search.best = BestSuite{places, 0.5};
    CHECK(subject.round().empty());
    // Another test, or a change that is no literal.
    subject.search.best->fitness = 0.4;
    subject.evaluate(2, true, true);
    CHECK(subject.round().empty());
    subject.search.best->fitness = 0.3;
    subject.evaluate(3, false, true);
    CHECK(subject.round().empty());
    // The suite has its fitness still.
    subject.evaluate(3, true, true);
    CHECK(subject.round().empty());
    subject.search.best->fitness = 0.1;
    subject.evaluate(3, true, false);
    // The one that changed first.
    CHECK(subject.round() == std::vector<TestCase>{test_of(3), test_of(1)});
    // As long as the suite has them.
    subject.search.best->fitness = 0.0;
    subject.evaluate(1, true, true);
    CHECK(subject.round() == std::vector<TestCase>{test_of(1), test_of(3)});
}

TEST_CASE("refinement of a population: without suites, tests whose fitness a new literal changed",
    "[dse][refinement]")
{
    Subject subject(RefinementTrigger::changed_literals);
    CHECK(subject.round().empty());
    subject.evaluate(1, false, true);
    subject.evaluate(2, true, true);
    subject.evaluate(3, true, false);
    CHECK(subject.round() == std::vector<TestCase>{test_of(2)});
}

TEST_CASE("refinement of a population: every test that is new", "[dse][refinement]")
{
    Subject subject(RefinementTrigger::new_tests);
    const std::vector<std::size_t> places{1};
    subject.search.best = BestSuite{places, 0.5};
    CHECK(subject.round() == std::vector<TestCase>{test_of(1), test_of(2), test_of(3)});
    CHECK(subject.round().empty());
    subject.search.population.push_back(make_fresh(test_of(4)));
    CHECK(subject.round() == std::vector<TestCase>{test_of(4)});
}
