// SPDX-License-Identifier: Apache-2.0
// What a round of refinement of a population turns, and how likely the next one is.
#include "support/catch.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/refinement/population_refinement.hpp>
#include <sbst/search/archive.hpp>
#include <sbst/symbolic/path.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::dse;

namespace
{

using symbolic::ExpressionId;
using symbolic::Op;

/// Every test evaluates four predicates over its first literal: 0, 2 and 3 compare it with a
/// number, 1 compares a long sum.
class FakeSearch final : public Exploration<TestCase>
{
public:
    std::span<const Individual<TestCase>> run(std::vector<TestCase> tests, Record /*more*/) override
    {
        m_batch.clear();
        for (TestCase& test : tests)
        {
            m_batch.push_back(make_fresh(std::move(test)));
            run(m_batch.back());
        }
        return m_batch;
    }
    void rule_out(std::span<const GoalId> /*goals*/) override {}
    bool join_best(std::size_t place, bool must_improve) override
    {
        offered.push_back(must_improve);
        m_fitness -= improves ? 0.5 : 0.0;
        const bool joins = improves || !must_improve;
        if (joins)
        {
            population.push_back(make_fresh(m_batch.at(place).test));
        }
        return joins;
    }
    [[nodiscard]] SearchState<TestCase> state() const override
    {
        return {archive, {}, population, BestSuite{{}, m_fitness}};
    }
    [[nodiscard]] bool is_over() const override { return false; }

    Archive<TestCase> archive;
    std::vector<Individual<TestCase>> population;
    Refiner* refiner = nullptr;
    /// Each test is the first to cover a goal.
    bool covers = false;
    /// Each test makes the best suite better.
    bool improves = false;
    std::size_t executed = 0;
    std::vector<bool> offered;

private:
    void run(Individual<TestCase>& individual)
    {
        ++executed;
        auto run = std::make_shared<symbolic::SymbolicRun>();
        symbolic::ExpressionGraph& graph = run->graph;
        const symbolic::VariableId variable =
            graph.add_variable({.sort = symbolic::bit_vector_sort(64), .address = {}, .name = "x"});
        const ExpressionId x = graph.variable(variable);
        const Value& literal = std::get<Value>(individual.test.calls[0].arguments[0]);
        run->literals.emplace_back(literal.word());
        ExpressionId sum = x;
        for (std::uint64_t i = 2; i < 14; ++i)
        {
            const ExpressionId square = graph.make(Op::mul, {sum, sum});
            const ExpressionId number = graph.bit_vector(U256{i}, 64);
            sum = graph.make(Op::add, {square, number});
        }
        add(equal(graph, x, 1'000'001), PredicateId(0), *run, individual.trace);
        add(equal(graph, sum, 5), PredicateId(1), *run, individual.trace);
        add(equal(graph, x, 1'000'002), PredicateId(2), *run, individual.trace);
        add(equal(graph, x, 1'000'003), PredicateId(3), *run, individual.trace);
        individual.trace.was_run = true;
        individual.trace.symbolic = std::move(run);
        const std::vector<GoalId> goals{GoalId(0)};
        refiner->on_evaluated({individual.test, individual.trace, individual.change, {}, {}, {},
            covers ? goals : std::vector<GoalId>{}, covers});
    }
    static ExpressionId equal(
        symbolic::ExpressionGraph& graph, ExpressionId word, std::uint64_t number)
    {
        const ExpressionId constant = graph.bit_vector(U256{number}, 64);
        return graph.equal(word, constant);
    }
    static void add(ExpressionId condition, PredicateId predicate, const symbolic::SymbolicRun& run,
        Trace& trace)
    {
        const std::vector<ExpressionId> roots{condition};
        symbolic::Evaluator evaluator(run.graph, roots);
        evaluator.evaluate(run.literals);
        trace.path.push({.call = 0,
            .predicate = predicate,
            .outcome = evaluator.is_true(condition),
            .context = {},
            .condition = condition});
    }

    Batch<TestCase> m_batch;
    double m_fitness = 1000.0;
};

/// A refiner over that search, with a solver that notes what it is asked. The true outcomes of
/// predicates 0, 1 and 3 are goals.
class Subject
{
public:
    explicit Subject(const PopulationRefinementOptions& options, bool solves = false)
    {
        const TypeId word = m_types.add(integer_type(64, false));
        Callable callable;
        callable.name = "f";
        callable.result = m_types.add(Type{});
        callable.parameters.push_back({.name = "x", .type = word});
        m_callable = m_catalogue.add(std::move(callable), m_types);
        for (const std::size_t i : {0U, 1U, 3U})
        {
            m_goals.add(branch_goal(PredicateId(i), true, "goal"));
        }
        m_refiner = refine_population(
            options, {{"noting", [this, solves](const Query& query, Rng& rng) {
                           sizes.push_back(query.graph.size_of(query.constraints.back()));
                           return solves ? AvmSolver().solve(query, rng) : Answer{};
                       }}})(RefinedProblem{m_catalogue, m_types, m_goals});
        search.refiner = m_refiner.get();
    }

    /// New tests join the population, each of another length; then a round may begin. Tells
    /// whether it did.
    bool round(std::size_t tests = 1)
    {
        for (std::size_t i = 0; i < tests; ++i)
        {
            m_test.calls.push_back({m_callable, {Value(U256{7})}});
            search.population.push_back(make_fresh(m_test));
        }
        const std::size_t before = search.executed;
        m_refiner->explore(search, m_rng);
        return search.executed > before;
    }
    /// How many of these opportunities a round took.
    std::size_t rounds(std::size_t opportunities)
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < opportunities; ++i)
        {
            count += round() ? 1U : 0U;
        }
        return count;
    }
    [[nodiscard]] std::uint64_t conditions() const { return m_refiner->work().conditions; }

    FakeSearch search;
    /// The number of nodes of each condition that was to be turned.
    std::vector<std::size_t> sizes;

private:
    Catalogue m_catalogue;
    TypeUniverse m_types;
    GoalGraph m_goals;
    CallableId m_callable;
    std::unique_ptr<Refiner> m_refiner;
    Rng m_rng{1};
    TestCase m_test;
};

PopulationRefinementOptions every_test()
{
    PopulationRefinementOptions options;
    options.max_share = 1.0;
    options.trigger = RefinementTrigger::new_tests;
    return options;
}

}  // namespace

TEST_CASE("refinement of a population: the smallest conditions first, of open goals alone",
    "[dse][refinement]")
{
    PopulationRefinementOptions options = every_test();
    Subject subject(options);
    CHECK(subject.round());
    REQUIRE(subject.sizes.size() == 3);
    // The size is the mean of all conditions up to it: predicate 3 comes before the long sum.
    CHECK(subject.sizes[0] == subject.sizes[1]);
    CHECK(subject.sizes[1] < subject.sizes[2]);
    CHECK(subject.conditions() == 3);

    options.only_open_sides = false;
    Subject all(options);
    CHECK(all.round());
    CHECK(all.conditions() == 4);

    options.conditions_per_round = 2;
    Subject few(options);
    CHECK(few.round());
    CHECK(few.conditions() == 2);
}

TEST_CASE(
    "refinement of a population: a round takes no more tests than it may", "[dse][refinement]")
{
    PopulationRefinementOptions options = every_test();
    options.tests_per_round = 2;
    Subject subject(options);
    CHECK(subject.round(5));
    CHECK(subject.search.executed == 2);
    CHECK(subject.round(0));
    CHECK(subject.search.executed == 4);
}

TEST_CASE("refinement of a population: a round that improves something makes the next one likelier",
    "[dse][refinement]")
{
    PopulationRefinementOptions options = every_test();
    options.probability = 0.125;
    options.adaptation_rate = 1.0;
    const auto rounds = [&](bool covers, bool improves) {
        Subject subject(options, improves);
        subject.search.covers = covers;
        subject.search.improves = improves;
        return subject.rounds(100);
    };
    const std::size_t steady = rounds(false, false);
    CHECK(steady > 5);
    CHECK(steady < 25);
    CHECK(rounds(true, false) == steady);
    options.adaptation_rate = 2.0;
    CHECK(rounds(true, false) > 60);
    CHECK(rounds(false, true) > 60);
    options.probability = 1.0;
    const std::size_t seldom = rounds(false, false);
    CHECK(seldom > 3);
    CHECK(seldom < 12);
}

TEST_CASE("refinement of a population: tests that improve nothing join the suite only if all do",
    "[dse][refinement]")
{
    PopulationRefinementOptions options = every_test();
    Subject subject(options, true);
    CHECK(subject.round());
    const std::uint64_t conditions = subject.conditions();
    REQUIRE(subject.search.offered.size() >= 2);
    CHECK(subject.search.offered == std::vector<bool>(subject.search.offered.size(), true));

    options.keep_all = true;
    Subject all(options, true);
    CHECK(all.round());
    CHECK(all.search.offered == std::vector<bool>(all.search.offered.size(), false));
    // Those of the tests that joined, too; they are not new afterwards.
    CHECK(all.conditions() > conditions);
    CHECK_FALSE(all.round(0));
}
