// SPDX-License-Identifier: Apache-2.0
// Solvers in their order, slices, and what is remembered.
#include "support/catch.hpp"
#include "support/constraint_systems.hpp"

#include <sbst/dse/avm_solver.hpp>
#include <sbst/dse/portfolio.hpp>

#include <optional>
#include <utility>

namespace
{

using namespace sbst;
using namespace sbst::dse;
using namespace sbst::symbolic;

/// Variables of 64 bits with addresses, and constraints over them.
struct Problem
{
    ExpressionGraph graph;
    std::vector<ExpressionId> constraints;
    Assignment start;

    ExpressionId word(std::uint32_t call, std::uint64_t value)
    {
        const VariableId id = graph.add_variable(
            {.sort = bit_vector_sort(64), .address = {.call = call}, .name = "x"});
        start.emplace_back(U256{value});
        return graph.variable(id);
    }
    ExpressionId constant(std::uint64_t value) { return graph.bit_vector(U256{value}, 64); }
    ExpressionId below(ExpressionId x, std::uint64_t limit)
    {
        return graph.make(Op::ult, {x, constant(limit)});
    }
    ExpressionId above(ExpressionId x, std::uint64_t limit)
    {
        return graph.make(Op::ult, {constant(limit), x});
    }
    [[nodiscard]] Query query() const { return {graph, constraints, start}; }
};

/// What a solver of a test was asked.
struct Log
{
    std::vector<std::size_t> constraint_counts;
};

/// Always answers the same.
NamedSolver oracle(std::string name, Log& log, Verdict verdict, std::optional<U256> value = {})
{
    return {std::move(name), [&log, verdict, value](const Query& query, Rng&) {
                log.constraint_counts.push_back(query.constraints.size());
                Answer answer{.verdict = verdict, .model = query.start, .effort = 10};
                for (Datum& datum : answer.model)
                {
                    datum = value ? Datum(*value) : datum;
                }
                return answer;
            }};
}

NamedSolver searching(Log& log)
{
    return {"avm", [&log](const Query& query, Rng& rng) {
                log.constraint_counts.push_back(query.constraints.size());
                return AvmSolver().solve(query, rng);
            }};
}

Answer solved(Portfolio& portfolio, const Problem& problem)
{
    Rng rng(1);
    return portfolio.solve(problem.query(), rng);
}

TEST_CASE("Portfolio: tells which solver did not do its work, and asks none at the end",
    "[dse][portfolio]")
{
    symbolic::ExpressionGraph graph;
    const symbolic::VariableId id = graph.add_variable(
        {.sort = symbolic::bit_vector_sort(8), .address = {}, .domain = {}, .name = "x"});
    const std::vector<symbolic::ExpressionId> constraints{
        graph.equal(graph.variable(id), graph.bit_vector(U256{7}, 8))};
    const symbolic::Assignment start{symbolic::Datum{U256{1}}};
    Query query{graph, constraints, start};
    int asked = 0;
    Portfolio portfolio({{"broken", [&asked](const Query&, Rng&) {
                              ++asked;
                              return Answer{.failure = "it crashed"};
                          }}});
    Rng rng(1);
    CHECK(portfolio.solve(query, rng).verdict == Verdict::unknown);
    CHECK(portfolio.solver_counts()[0].unknown == 1);
    CHECK(portfolio.solver_counts()[0].failed == 1);
    CHECK(portfolio.solver_counts()[0].failure == "it crashed");

    Portfolio other({{"broken", [&asked](const Query&, Rng&) {
                          ++asked;
                          return Answer{};
                      }}});
    const std::function<bool()> is_over = [] { return true; };
    query.is_over = &is_over;
    CHECK(other.solve(query, rng).verdict == Verdict::unknown);
    CHECK(asked == 1);
}

TEST_CASE("Portfolio: asks the next solver when one does not know", "[dse][portfolio]")
{
    Log first;
    Log second;
    Log third;
    Portfolio portfolio({oracle("first", first, Verdict::unknown),
        oracle("second", second, Verdict::satisfiable, U256{7}),
        oracle("third", third, Verdict::unsatisfiable)});
    Problem problem;
    problem.constraints = {problem.above(problem.word(0, 1), 5)};
    const Answer answer = solved(portfolio, problem);
    CHECK(answer.verdict == Verdict::satisfiable);
    CHECK(answer.model == Assignment{U256{7}});
    CHECK(answer.effort == 20);
    CHECK(third.constraint_counts.empty());
    CHECK(portfolio.solver_counts()[0].unknown == 1);
    CHECK(portfolio.solver_counts()[1].satisfiable == 1);
    CHECK(portfolio.solver_counts()[1].effort == 10);
    CHECK(portfolio.solver_counts()[2].asked == 0);
}

TEST_CASE("Portfolio: a wrong model counts as unknown", "[dse][portfolio]")
{
    Log first;
    Log second;
    Portfolio portfolio({oracle("wrong", first, Verdict::satisfiable, U256{3}),
        oracle("right", second, Verdict::satisfiable, U256{8})});
    Problem problem;
    problem.constraints = {problem.above(problem.word(0, 1), 5)};
    CHECK(solved(portfolio, problem).model == Assignment{U256{8}});
    CHECK(portfolio.solver_counts()[0].wrong_models == 1);
    CHECK(portfolio.solver_counts()[0].satisfiable == 0);
}

TEST_CASE("Portfolio: late answers are counted apart, and hide no failure", "[dse][portfolio]")
{
    bool is_late = false;
    const auto fails = [&is_late](const Query&, Rng&) {
        return Answer{
            .failure = is_late ? "no answer within 1 s" : "it crashed", .is_late = is_late};
    };
    Portfolio portfolio({{"fails", fails}});
    for (const bool late : {false, true})
    {
        is_late = late;
        Problem problem;
        problem.constraints = {problem.above(problem.word(0, 1), late ? 5 : 7)};
        CHECK(solved(portfolio, problem).verdict == Verdict::unknown);
    }
    CHECK(portfolio.solver_counts()[0].failed == 1);
    CHECK(portfolio.solver_counts()[0].late == 1);
    CHECK(portfolio.solver_counts()[0].failure == "it crashed");
}

TEST_CASE(
    "Portfolio: a solver that saw itself that its model is wrong counts so", "[dse][portfolio]")
{
    const auto wrong = [](const Query&, Rng&) { return Answer{.has_wrong_model = true}; };
    Portfolio portfolio({{"wrong", wrong}});
    Problem problem;
    problem.constraints = {problem.above(problem.word(0, 1), 5)};
    CHECK(solved(portfolio, problem).verdict == Verdict::unknown);
    CHECK(portfolio.solver_counts()[0].wrong_models == 1);
    CHECK(portfolio.solver_counts()[0].unknown == 0);
}

TEST_CASE("Portfolio: without an answer the query is unknown", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({oracle("wrong", log, Verdict::satisfiable, U256{3})});
    Problem problem;
    problem.constraints = {problem.above(problem.word(0, 1), 5)};
    CHECK(solved(portfolio, problem).verdict == Verdict::unknown);
}

TEST_CASE(
    "Portfolio: solvers see what shares variables with the last constraint", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({searching(log)});
    Problem problem;
    const ExpressionId x = problem.word(0, 1);
    const ExpressionId y = problem.word(1, 2);
    const ExpressionId z = problem.word(2, 3);
    const ExpressionId sum = problem.graph.make(Op::add, {x, y});
    problem.constraints = {
        problem.below(z, 10), problem.below(y, 100), problem.below(sum, 200), problem.above(x, 50)};
    const Answer answer = solved(portfolio, problem);
    REQUIRE(answer.verdict == Verdict::satisfiable);
    CHECK(is_model(problem.query(), answer.model));
    CHECK(answer.model[2] == Datum(U256{3}));
    CHECK(log.constraint_counts == std::vector<std::size_t>{3});
}

TEST_CASE("Portfolio: other slices are solved where the start is no model", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({searching(log)});
    Problem problem;
    problem.constraints = {problem.above(problem.word(0, 1), 5),
        problem.above(problem.word(1, 9), 5), problem.above(problem.word(2, 3), 5)};
    const Answer answer = solved(portfolio, problem);
    REQUIRE(answer.verdict == Verdict::satisfiable);
    CHECK(is_model(problem.query(), answer.model));
    CHECK(answer.model[1] == Datum(U256{9}));
    CHECK(log.constraint_counts == std::vector<std::size_t>{1, 1});
    CHECK(portfolio.counts().slices == 2);
}

TEST_CASE("Portfolio: what nothing can make true is unsatisfiable", "[dse][portfolio]")
{
    Portfolio portfolio({});
    Problem problem;
    problem.constraints = {problem.graph.boolean(false)};
    CHECK(solved(portfolio, problem).verdict == Verdict::unsatisfiable);
    problem.constraints.clear();
    CHECK(solved(portfolio, problem).verdict == Verdict::satisfiable);
}

/// 2 < first + second < limit, built in another order on demand.
Problem sum_problem(std::uint64_t limit, bool is_turned, std::uint64_t start)
{
    Problem problem;
    if (is_turned)
    {
        const ExpressionId second = problem.word(2, 0);
        static_cast<void>(problem.constant(12345));
        const ExpressionId unused = problem.word(9, 1);
        static_cast<void>(unused);
        const ExpressionId first = problem.word(1, start);
        const ExpressionId sum = problem.graph.make(Op::add, {first, second});
        problem.constraints = {problem.below(sum, limit), problem.above(sum, 2)};
        return problem;
    }
    const ExpressionId first = problem.word(1, start);
    const ExpressionId second = problem.word(2, 0);
    const ExpressionId sum = problem.graph.make(Op::add, {second, first});
    problem.constraints = {problem.above(sum, 2), problem.below(sum, limit)};
    return problem;
}

TEST_CASE("Portfolio: knows a query again in another graph", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({searching(log)});
    const Answer answer = solved(portfolio, sum_problem(4, false, 900));
    REQUIRE(answer.verdict == Verdict::satisfiable);
    const Problem other = sum_problem(4, true, 700);
    const Answer again = solved(portfolio, other);
    REQUIRE(again.verdict == Verdict::satisfiable);
    CHECK(is_model(other.query(), again.model));
    CHECK(again.effort == 0);
    CHECK(again.model[1] == Datum(U256{1}));
    CHECK(log.constraint_counts.size() == 1);
    CHECK(portfolio.counts().remembered_answers == 1);
    // Another constant is another query.
    static_cast<void>(solved(portfolio, sum_problem(5, true, 700)));
    CHECK(log.constraint_counts.size() == 2);
}

TEST_CASE("Portfolio: an unknown answer holds for its start only", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({oracle("lost", log, Verdict::unknown)});
    CHECK(solved(portfolio, sum_problem(4, false, 900)).verdict == Verdict::unknown);
    CHECK(solved(portfolio, sum_problem(4, true, 900)).verdict == Verdict::unknown);
    CHECK(log.constraint_counts.size() == 1);
    CHECK(solved(portfolio, sum_problem(4, false, 901)).verdict == Verdict::unknown);
    CHECK(log.constraint_counts.size() == 2);
}

TEST_CASE("Portfolio: more constraints on a contradiction are one", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({oracle("prover", log, Verdict::unsatisfiable)});
    CHECK(solved(portfolio, sum_problem(3, false, 900)).verdict == Verdict::unsatisfiable);
    Problem more = sum_problem(3, true, 1000);
    more.constraints.insert(
        more.constraints.begin(), more.below(more.graph.variable(VariableId(0)), 77));
    CHECK(solved(portfolio, more).verdict == Verdict::unsatisfiable);
    CHECK(log.constraint_counts.size() == 1);
    CHECK(portfolio.counts().remembered_contradictions == 1);
    // A part of the contradiction is satisfiable.
    Problem less = sum_problem(3, true, 1000);
    less.constraints.pop_back();
    static_cast<void>(solved(portfolio, less));
    CHECK(log.constraint_counts.size() == 2);
}

TEST_CASE("Portfolio: two variables of one address are not taken for one", "[dse][portfolio]")
{
    Log log;
    Portfolio portfolio({oracle("prover", log, Verdict::unsatisfiable)});
    Problem problem;
    const ExpressionId x = problem.word(1, 10);
    problem.constraints = {problem.below(x, 5), problem.above(x, 7)};
    CHECK(solved(portfolio, problem).verdict == Verdict::unsatisfiable);
    Problem other;
    const ExpressionId first = other.word(1, 10);
    const ExpressionId second = other.word(1, 10);
    const ExpressionId differ = other.graph.negation(other.graph.equal(first, second));
    other.constraints = {other.below(first, 5), other.above(second, 7), differ};
    static_cast<void>(solved(portfolio, other));
    CHECK(log.constraint_counts.size() == 2);
}

TEST_CASE("Portfolio: memories are bounded, and may be switched off", "[dse][portfolio]")
{
    Log log;
    SECTION("off")
    {
        Portfolio portfolio(
            {searching(log)}, {.most_remembered_words = 0, .most_contradictions = 0});
        for (unsigned i = 0; i < 3; ++i)
        {
            CHECK(solved(portfolio, sum_problem(4, false, 900)).verdict == Verdict::satisfiable);
        }
        CHECK(log.constraint_counts.size() == 3);
    }
    SECTION("the oldest answers go first")
    {
        AnswerMemory memory(600);
        const Problem oldest = sum_problem(4, false, 900);
        const auto remember = [&memory](const Problem& problem) {
            memory.add(
                problem.query(), key_of(problem.query()), {.verdict = Verdict::unsatisfiable});
        };
        remember(oldest);
        CHECK(memory.find(oldest.query(), key_of(oldest.query())).has_value());
        for (std::uint64_t i = 0; i < 20; ++i)
        {
            remember(sum_problem(100 + i, false, 900));
        }
        CHECK_FALSE(memory.find(oldest.query(), key_of(oldest.query())).has_value());
        const Problem newest = sum_problem(119, false, 900);
        CHECK(memory.find(newest.query(), key_of(newest.query())).has_value());
        CHECK(memory.size() < 8);
    }
    SECTION("the oldest contradictions go first")
    {
        ContradictionMemory memory(2);
        for (std::uint64_t i = 0; i < 5; ++i)
        {
            memory.add(key_of(sum_problem(100 + i, false, 900).query()));
        }
        CHECK(memory.size() == 2);
        CHECK_FALSE(memory.contradicts(key_of(sum_problem(102, true, 1).query())));
        CHECK(memory.contradicts(key_of(sum_problem(103, true, 1).query())));
        CHECK(memory.contradicts(key_of(sum_problem(104, true, 1).query())));
    }
}

TEST_CASE("key_of: constraints that differ have keys that differ", "[dse][portfolio]")
{
    std::vector<std::vector<std::uint64_t>> texts;
    const auto add = [&texts](auto&& build) {
        Problem problem;
        const ExpressionId x = problem.word(1, 1);
        const ExpressionId y = problem.word(2, 1);
        problem.constraints = {build(problem, x, y)};
        texts.push_back(key_of(problem.query()).text);
    };
    add([](Problem& p, ExpressionId x, ExpressionId y) { return p.graph.make(Op::ult, {x, y}); });
    add([](Problem& p, ExpressionId x, ExpressionId y) { return p.graph.make(Op::ult, {y, x}); });
    add([](Problem& p, ExpressionId x, ExpressionId y) { return p.graph.make(Op::slt, {x, y}); });
    add([](Problem& p, ExpressionId x, ExpressionId) { return p.below(x, 3); });
    add([](Problem& p, ExpressionId x, ExpressionId) { return p.below(x, 4); });
    add([](Problem& p, ExpressionId, ExpressionId y) { return p.below(y, 4); });
    add([](Problem& p, ExpressionId x, ExpressionId) {
        return p.graph.equal(p.graph.extract(x, 8, 1), p.graph.bit_vector(U256{1}, 8));
    });
    add([](Problem& p, ExpressionId x, ExpressionId) {
        return p.graph.equal(p.graph.extract(x, 9, 2), p.graph.bit_vector(U256{1}, 8));
    });
    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        for (std::size_t j = 0; j < i; ++j)
        {
            INFO(i << " and " << j);
            CHECK(texts[i] != texts[j]);
        }
    }
}

TEST_CASE("Portfolio: remembered answers to random systems are right", "[dse][portfolio][property]")
{
    Portfolio portfolio({{"avm", AvmSolver({.most_evaluations = 1000})}});
    std::uint64_t asked = 0;
    for (unsigned round = 0; round < 2; ++round)
    {
        for (std::uint64_t seed = 0; seed < 80; ++seed)
        {
            INFO("seed " << seed);
            Rng rng(seed);
            const auto sort = test_support::all_system_sorts[seed % 10];
            const auto system = test_support::solvable_system(sort, rng);
            const Query query{system.graph, system.constraints, system.start};
            const Answer answer = portfolio.solve(query, rng);
            CHECK(answer.verdict != Verdict::unsatisfiable);
            CHECK((answer.verdict == Verdict::unknown || is_model(query, answer.model)));
        }
        CHECK((round == 0 || portfolio.solver_counts()[0].asked == asked));
        asked = portfolio.solver_counts()[0].asked;
    }
    CHECK(portfolio.solver_counts()[0].wrong_models == 0);
}

}  // namespace
