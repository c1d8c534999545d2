// SPDX-License-Identifier: Apache-2.0
// Z3 as a library: it means what our evaluation means, finds known models, never a wrong one, and
// answers the same whatever was asked before.
#include "agreement.hpp"
#include "support/catch.hpp"
#include "support/constraint_systems.hpp"

#include <sbst/dse/z3_solver.hpp>
#include <sbst/error.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::dse;
using namespace sbst::symbolic;
using namespace sbst::test_support;

Answer solved(const Z3Solver& solver, const Query& query)
{
    Rng rng(1);
    return solver.solve(query, rng);
}

/// Variables and constraints that a test adds.
struct Problem
{
    ExpressionGraph graph;
    std::vector<ExpressionId> constraints;
    Assignment start;

    ExpressionId add(const Sort& sort, Domain domain = {})
    {
        const VariableId id = graph.add_variable(
            {.sort = sort, .address = {}, .domain = std::move(domain), .name = "x"});
        start.push_back(neutral_datum(graph[id]));
        return graph.variable(id);
    }
    [[nodiscard]] Query query() const { return {graph, constraints, start}; }
    Answer solve(const Z3Options& options = {}) const
    {
        const Answer answer = solved(Z3Solver(options), query());
        if (answer.verdict == Verdict::satisfiable)
        {
            CHECK(is_model(query(), answer.model));
        }
        return answer;
    }
};

void check_agreement(const Z3Solver& solver, const AgreementCase& asked)
{
    INFO(name_of(asked.op) << "\n" << to_text(asked));
    const Answer same = solved(solver, {asked.graph, asked.same, asked.start});
    REQUIRE(same.verdict == Verdict::satisfiable);
    for (std::size_t i = 0; i < asked.model.size(); ++i)
    {
        CHECK(are_same(same.model[i], asked.model[i]));
    }
    CHECK(
        solved(solver, {asked.graph, asked.other, asked.start}).verdict == Verdict::unsatisfiable);
}

}  // namespace

TEST_CASE("Z3Solver: Z3 and our evaluation mean the same by each operation", "[dse][z3_solver]")
{
    const Z3Solver solver({.resource_limit = 20'000'000});
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        const Choose choose = choices_of(rng);
        const ExpressionRecipe recipe = draw_recipe(choose, 6);
        const Assignment assignment = draw_assignment(recipe, choose);
        for (std::size_t i = 0; i < recipe.steps.size(); ++i)
        {
            if (recipe.steps[i].op != Op::constant && recipe.steps[i].op != Op::variable)
            {
                check_agreement(solver, agreement_of_step(recipe, assignment, i));
            }
        }
    }
}

TEST_CASE("Z3Solver: Z3 and our evaluation mean the same by expressions", "[dse][z3_solver]")
{
    const Z3Solver solver({.resource_limit = 20'000'000});
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
    {
        INFO("seed " << seed);
        Rng rng(seed);
        const Choose choose = choices_of(rng);
        const ExpressionRecipe recipe = draw_recipe(choose, 1 + choose(12));
        if (!recipe.steps.empty())
        {
            check_agreement(solver, agreement_of_recipe(recipe, draw_assignment(recipe, choose)));
        }
    }
}

TEST_CASE("Z3Solver: finds models and contradictions, and never wrong ones", "[dse][z3_solver]")
{
    const Z3Solver solver({.resource_limit = 500'000});
    int found = 0;
    int refuted = 0;
    int count = 0;
    for (const SystemSort sort : all_system_sorts)
    {
        for (std::uint64_t seed = 1; seed <= 4; ++seed)
        {
            INFO(name_of(sort) << ", seed " << seed);
            Rng rng(seed);
            const ConstraintSystem solvable = solvable_system(sort, rng);
            const Query query{solvable.graph, solvable.constraints, solvable.start};
            const Answer model = solved(solver, query);
            CHECK(model.verdict != Verdict::unsatisfiable);
            if (model.verdict == Verdict::satisfiable)
            {
                CHECK(is_model(query, model.model));
                ++found;
            }
            const ConstraintSystem none = unsatisfiable_system(sort, rng);
            const Answer nothing = solved(solver, {none.graph, none.constraints, none.start});
            CHECK(nothing.verdict != Verdict::satisfiable);
            refuted += nothing.verdict == Verdict::unsatisfiable ? 1 : 0;
            ++count;
        }
    }
    CHECK(2 * found >= count);
    CHECK(10 * refuted >= 9 * count);
}

TEST_CASE("Z3Solver: other queries before do not change an answer", "[dse][z3_solver]")
{
    const Z3Solver solver({.resource_limit = 300'000});
    std::vector<Answer> forwards;
    std::vector<Answer> backwards;
    std::vector<ConstraintSystem> systems;
    for (const SystemSort sort : all_system_sorts)
    {
        Rng rng(7);
        systems.push_back(solvable_system(sort, rng));
    }
    const auto ask = [&](const ConstraintSystem& system) {
        return solved(solver, {system.graph, system.constraints, system.start});
    };
    for (const ConstraintSystem& system : systems)
    {
        forwards.push_back(ask(system));
    }
    for (std::size_t i = systems.size(); i-- > 0;)
    {
        const Answer again = ask(systems[i]);
        INFO(name_of(all_system_sorts[i]));
        CHECK(again.verdict == forwards[i].verdict);
        CHECK(again.effort == forwards[i].effort);
        REQUIRE(again.model.size() == forwards[i].model.size());
        for (std::size_t j = 0; j < again.model.size(); ++j)
        {
            CHECK(are_same(again.model[j], forwards[i].model[j]));
        }
    }
}

TEST_CASE("Z3Solver: variables that no constraint mentions keep their values", "[dse][z3_solver]")
{
    Problem p;
    const ExpressionId x = p.add(bit_vector_sort(8));
    static_cast<void>(p.add(string_sort()));
    p.start[1] = std::u16string(u"kept");
    p.constraints = {p.graph.equal(x, p.graph.bit_vector(77, 8))};
    const Answer answer = p.solve();
    CHECK(answer.verdict == Verdict::satisfiable);
    CHECK(answer.model == Assignment{U256{77}, std::u16string(u"kept")});
    CHECK(answer.effort > 0);
}

TEST_CASE("Z3Solver: products and quotients of 256 bits are corrected where guessed wrong",
    "[dse][z3_solver]")
{
    Problem p;
    ExpressionGraph& g = p.graph;
    const ExpressionId x = p.add(bit_vector_sort(256));
    const ExpressionId y = p.add(bit_vector_sort(256));
    const ExpressionId ether = g.bit_vector(U256{1'000'000'000'000'000'000}, 256);
    const ExpressionId hundred = g.bit_vector(U256{100}, 256);
    const ExpressionId product = g.make(Op::mul, {x, y});
    SECTION("a product")
    {
        p.constraints = {g.equal(product, g.bit_vector(U256{1'234'567'890'123}, 256)),
            g.make(Op::ult, {hundred, x}), g.make(Op::ult, {hundred, y})};
        // Factors of a number are too much for it; its limit ends the question.
        CHECK(p.solve({.resource_limit = 500'000}).verdict == Verdict::unknown);
    }
    SECTION("a product that does not wrap, divided")
    {
        p.constraints = {g.equal(g.make(Op::udiv, {product, x}), y),
            g.equal(g.make(Op::udiv, {product, ether}), g.bit_vector(U256{77}, 256)),
            g.make(Op::ult, {hundred, x}), g.make(Op::ult, {hundred, y})};
        CHECK(p.solve({.resource_limit = 500'000}).verdict != Verdict::unsatisfiable);
    }
    SECTION("remainders that are too great")
    {
        p.constraints = {
            g.make(Op::ult, {y, g.make(Op::urem, {x, y})}), g.make(Op::ult, {hundred, y})};
        CHECK(p.solve().verdict == Verdict::unsatisfiable);
    }
    SECTION("a signed quotient by a constant")
    {
        const ExpressionId quotient = g.make(Op::sdiv, {x, g.bit_vector(-U256{1000}, 256)});
        p.constraints = {g.equal(quotient, g.bit_vector(U256{123'456}, 256))};
        CHECK(p.solve().verdict == Verdict::satisfiable);
    }
}

TEST_CASE("Z3Solver: hashes are injective, and corrected where guessed wrong", "[dse][z3_solver]")
{
    Problem p;
    ExpressionGraph& g = p.graph;
    const ExpressionId x = p.add(bit_vector_sort(256));
    const ExpressionId y = p.add(bit_vector_sort(256));
    const ExpressionId hash = g.make(Op::keccak, {x, y});
    SECTION("the same key")
    {
        p.constraints = {g.equal(hash, g.make(Op::keccak, {y, x})),
            g.make(Op::ult, {g.bit_vector(U256{5}, 256), x})};
        CHECK(p.solve().verdict == Verdict::satisfiable);
    }
    SECTION("different keys")
    {
        p.constraints = {g.equal(hash, g.make(Op::keccak, {y, x})), g.make(Op::ult, {x, y})};
        CHECK(p.solve().verdict == Verdict::unsatisfiable);
    }
    SECTION("words of other numbers")
    {
        p.constraints = {g.equal(hash, g.make(Op::keccak, {x}))};
        CHECK(p.solve().verdict == Verdict::unsatisfiable);
    }
    SECTION("a hash that is odd")
    {
        p.constraints = {g.equal(g.extract(hash, 1, 0), g.bit_vector(U256{3}, 2))};
        CHECK(p.solve().verdict == Verdict::satisfiable);
    }
    SECTION("a hash that is small is not found")
    {
        p.constraints = {g.make(Op::ult, {hash, g.bit_vector(U256{5}, 256)})};
        CHECK(p.solve().verdict == Verdict::unknown);
    }
}

TEST_CASE("Z3Solver: strings of every unit, and of few", "[dse][z3_solver]")
{
    Problem p;
    ExpressionGraph& g = p.graph;
    const ExpressionId text = p.add(string_sort(), {.greatest_length = 9, .greatest_unit = 0x7e});
    const ExpressionId wide = p.add(string_sort());
    const std::u16string odd(u"\\u{41}\"\0\xd800", 9);
    p.constraints = {g.equal(wide, g.string(odd)),
        g.equal(g.make(Op::parse_integer, {text}), g.bit_vector(-U256{4711}, 64)),
        g.make(Op::contains, {text, g.string(u"0")})};
    const Answer answer = p.solve();
    REQUIRE(answer.verdict == Verdict::satisfiable);
    CHECK(answer.model[1] == Datum{odd});
}

TEST_CASE("Z3Solver: what it cannot do is unknown", "[dse][z3_solver]")
{
    Problem p;
    ExpressionGraph& g = p.graph;
    SECTION("more resources than it has")
    {
        const ExpressionId x = p.add(bit_vector_sort(64));
        const ExpressionId y = p.add(bit_vector_sort(64));
        const ExpressionId one = g.bit_vector(U256{1}, 64);
        p.constraints = {g.equal(g.make(Op::mul, {x, y}), g.bit_vector(0xfffffffb00000015, 64)),
            g.make(Op::ult, {one, x}), g.make(Op::ult, {x, g.bit_vector(1U << 31U, 64)}),
            g.make(Op::ult, {one, y}), g.make(Op::ult, {y, g.bit_vector(1U << 31U, 64)})};
        const Answer answer = p.solve({.resource_limit = 10'000});
        CHECK(answer.verdict == Verdict::unknown);
        CHECK(answer.effort >= 10'000);
    }
    SECTION("what no one needs any more, and would take days")
    {
        const ExpressionId x = p.add(bit_vector_sort(128));
        const ExpressionId y = p.add(bit_vector_sort(128));
        const ExpressionId one = g.bit_vector(U256{1}, 128);
        const ExpressionId bound = g.bit_vector(U256{std::uint64_t{1} << 60U}, 128);
        const U256 product = U256{0xb0c11fdcb91ce37ULL} * U256{0xc7eec61bf9703c1ULL};
        p.constraints = {g.equal(g.make(Op::mul, {x, y}), g.bit_vector(product, 128)),
            g.make(Op::ult, {one, x}), g.make(Op::ult, {x, bound}), g.make(Op::ult, {one, y}),
            g.make(Op::ult, {y, bound})};
        const std::function<bool()> is_over = [] { return true; };
        Query query = p.query();
        query.is_over = &is_over;
        const Z3Solver solver({.resource_limit = std::numeric_limits<std::uint32_t>::max()});
        CHECK(solved(solver, query).verdict == Verdict::unknown);
    }
    SECTION("too many terms")
    {
        ExpressionId sum = p.add(bit_vector_sort(8));
        for (unsigned i = 0; i < 1000; ++i)
        {
            sum = g.make(i % 2 == 0 ? Op::bit_xor : Op::add, {sum, g.bit_vector(U256{i | 1U}, 8)});
        }
        p.constraints = {g.equal(sum, g.bit_vector(U256{1}, 8))};
        CHECK(p.solve({.max_terms = 100}).verdict == Verdict::unknown);
    }
    SECTION("a remainder of unknown numbers")
    {
        const ExpressionId x = p.add(float64_sort());
        p.constraints = {g.equal(g.make(Op::float_rem, {x, g.float64(3.0)}), g.float64(1.25)),
            g.make(Op::float_lt, {g.float64(100.0), x})};
        CHECK(p.solve({.max_corrections = 2}).verdict != Verdict::unsatisfiable);
    }
}

TEST_CASE("Z3Solver: deep expressions do not overflow the stack", "[dse][z3_solver]")
{
    Problem p;
    ExpressionGraph& g = p.graph;
    const ExpressionId x = p.add(bit_vector_sort(8));
    const ExpressionId y = p.add(bit_vector_sort(8));
    ExpressionId deep = x;
    for (int i = 0; i < 10'000; ++i)
    {
        deep = g.make(i % 2 == 0 ? Op::bit_xor : Op::bit_or, {deep, i % 3 == 0 ? y : x});
    }
    p.constraints = {g.equal(deep, g.bit_vector(U256{1}, 8))};
    CHECK(p.solve().verdict != Verdict::unsatisfiable);
}

TEST_CASE("Z3Solver: options are checked, and the version is known", "[dse][z3_solver]")
{
    CHECK_THROWS_AS(Z3Solver({.resource_limit = 0}), ConfigError);
    CHECK(z3_version().starts_with("4."));
}
