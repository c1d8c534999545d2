// SPDX-License-Identifier: Apache-2.0
// Equations that must be solved together: no single variable leads to their models.
#include "linear_system.hpp"
#include "support/catch.hpp"

#include <sbst/dse/avm_solver.hpp>

#include <initializer_list>
#include <vector>

namespace
{

using namespace sbst;
using namespace sbst::dse;
using namespace sbst::symbolic;

/// Equations with a known model, which is not the start.
struct Equations
{
    ExpressionGraph graph;
    std::vector<ExpressionId> constraints;
    Assignment start;
    Assignment model;

    ExpressionId word(const U256& value, unsigned width)
    {
        start.resize(start.size() + 1);
        model.emplace_back(value);
        return graph.variable(
            graph.add_variable({.sort = bit_vector_sort(width), .address = {}, .name = ""}));
    }
    ExpressionId constant(const U256& value, unsigned width)
    {
        return graph.bit_vector(value, width);
    }
    ExpressionId make(Op op, std::initializer_list<ExpressionId> operands)
    {
        return graph.make(op, operands);
    }
    ExpressionId times(ExpressionId a, std::uint64_t factor)
    {
        return make(Op::mul, {a, constant(U256{factor}, graph[a].sort.width)});
    }
    ExpressionId wide(ExpressionId a) { return graph.zero_extend(a, 256); }
    /// Asks for the value that the model has there.
    void fix(ExpressionId expression)
    {
        const U256 value = std::get<U256>(evaluate(graph, expression, model));
        constraints.push_back(
            graph.equal(expression, constant(value, graph[expression].sort.width)));
    }
    [[nodiscard]] bool is_solved_within(std::uint64_t evaluations) const
    {
        Rng rng(1);
        const Query query{graph, constraints, start};
        const Answer answer = AvmSolver({.most_evaluations = evaluations}).solve(query, rng);
        return answer.verdict == Verdict::satisfiable && is_model(query, answer.model);
    }
};

U256 random_word(Rng& rng, unsigned width)
{
    return rng.word() >> std::uint64_t{256 - width};
}

}  // namespace

TEST_CASE("AVM: remainders of one number, by several moduli", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U));
    Equations e;
    const ExpressionId x = e.word(random_word(rng, 64), 64);
    for (const std::uint64_t modulus : {9'973U, 10'007U, 20'011U, 4'096U})
    {
        e.fix(e.make(Op::urem, {e.wide(x), e.constant(U256{modulus}, 256)}));
    }
    CHECK(e.is_solved_within(300));
}

TEST_CASE("AVM: a remainder of a sum of products that wraps around", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U));
    Equations e;
    const ExpressionId a = e.word(random_word(rng, 64), 64);
    const ExpressionId b = e.word(random_word(rng, 32), 32);
    const ExpressionId sum =
        e.make(Op::add, {e.times(a, 0xd86c61e91b1a7c5dU), e.graph.zero_extend(b, 64)});
    e.fix(e.make(Op::urem, {sum, e.constant(U256{1'000'003}, 64)}));
    e.fix(e.graph.extract(sum, 63, 40));
    CHECK(e.is_solved_within(300));
}

TEST_CASE("AVM: sums and differences of words, which wrap around", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U));
    const unsigned width = GENERATE(16U, 64U, 256U);
    Equations e;
    const ExpressionId a = e.word(random_word(rng, width), width);
    const ExpressionId b = e.word(random_word(rng, width), width);
    const ExpressionId c = e.word(random_word(rng, width), width);
    e.fix(e.make(Op::add, {a, b}));
    e.fix(e.make(Op::sub, {a, b}));
    e.fix(e.make(Op::add, {e.times(a, 6), e.make(Op::sub, {c, e.times(b, 12)})}));
    CHECK(e.is_solved_within(300));
}

TEST_CASE("AVM: sums of narrow words", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U, 4U));
    Equations e;
    const ExpressionId a = e.word(random_word(rng, 8), 8);
    const ExpressionId b = e.word(random_word(rng, 8), 8);
    SECTION("that do not wrap around")
    {
        e.fix(e.make(Op::add, {e.times(e.wide(a), 101), e.times(e.wide(b), 72)}));
    }
    SECTION("that wrap around, of which the high bits are known")
    {
        const ExpressionId sum =
            e.make(Op::add, {e.times(e.graph.zero_extend(a, 32), 0x26ec382dU),
                                e.times(e.graph.zero_extend(b, 32), 0x9bd1e993U)});
        e.fix(e.graph.extract(sum, 31, 18));
    }
    CHECK(e.is_solved_within(300));
}

TEST_CASE("AVM: words that are mixed bit by bit", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U));
    Equations e;
    const ExpressionId x = e.word(random_word(rng, 128), 128);
    const ExpressionId y = e.word(random_word(rng, 64), 64);
    const auto shifted = [&](Op op, std::uint64_t count) {
        return e.make(op, {x, e.constant(U256{count}, 128)});
    };
    e.fix(e.make(
        Op::bit_xor, {e.make(Op::bit_xor, {x, shifted(Op::lshr, 19)}), shifted(Op::shl, 15)}));
    // Fields of a packed word.
    const ExpressionId packed = e.make(
        Op::bit_or, {e.make(Op::shl, {e.graph.zero_extend(y, 128), e.constant(U256{64}, 128)}),
                        e.make(Op::bit_and, {x, e.constant(U256{0xffffffffU}, 128)})});
    e.fix(e.make(Op::bit_xor, {packed, shifted(Op::lshr, 32)}));
    CHECK(e.is_solved_within(300));
}

TEST_CASE("LinearSystem: contradictions have no values", "[dse][equations]")
{
    Equations e;
    const ExpressionId a = e.word(U256{}, 64);
    const ExpressionId b = e.word(U256{}, 64);
    const ExpressionId sum = e.make(Op::add, {a, b});
    const ExpressionId difference = e.make(Op::sub, {a, b});
    const std::vector<ExpressionId> equalities{e.graph.equal(sum, e.constant(U256{7}, 64)),
        e.graph.equal(difference, e.constant(U256{4}, 64))};
    Evaluator evaluator(e.graph, equalities);
    evaluator.evaluate(e.start);
    LinearSystem system(e.graph, evaluator, 64);
    for (const ExpressionId equality : equalities)
    {
        system.add(equality);
    }
    REQUIRE(system.size() == 2);
    // The sum of both is even.
    CHECK_FALSE(system.solved());
}

TEST_CASE("AVM: the factors of a product, and the root of a square", "[dse][equations]")
{
    Equations e;
    SECTION("of two narrow words")
    {
        const ExpressionId a = e.word(U256{40'009}, 16);
        const ExpressionId b = e.word(U256{65'521}, 16);
        e.fix(e.make(Op::mul, {e.wide(a), e.wide(b)}));
    }
    SECTION("of a word and itself")
    {
        const ExpressionId a = e.word(U256{1'918'273'645}, 64);
        e.fix(e.make(Op::add, {e.make(Op::mul, {a, a}), e.constant(U256{279}, 64)}));
    }
    CHECK(e.is_solved_within(300));
}

TEST_CASE("AVM: what is stored under a key of which the choice comes first", "[dse][equations]")
{
    Equations e;
    const ExpressionId key = e.word(U256{77}, 160);
    const ExpressionId other_key = e.word(U256{77}, 160);
    const ExpressionId item = e.word(U256{0x1234'5678'9abc}, 64);
    e.start[0] = U256{5};
    const ExpressionId stored =
        e.make(Op::ite, {e.graph.equal(key, other_key), item, e.constant(U256{}, 64)});
    e.fix(e.make(Op::urem, {stored, e.constant(U256{131'071}, 64)}));
    CHECK(e.is_solved_within(2'000));
}

TEST_CASE("AVM: an equation of what a key chooses and the key, within bounds", "[dse][equations]")
{
    Rng rng(GENERATE(1U, 2U, 3U, 4U));
    Equations e;
    // A stored value and its key; the key that is read. 17 * value = key + c, without overflow.
    const U256 stored{1000 + low64(random_word(rng, 40))};
    const U256 c{999'999'937};
    const ExpressionId value = e.word(stored, 256);
    const ExpressionId written = e.word(stored * U256{17} - c, 256);
    const ExpressionId read = e.word(stored * U256{17} - c, 256);
    const ExpressionId zero = e.constant({}, 256);
    const ExpressionId found = e.make(Op::ite, {e.graph.equal(written, read), value, zero});
    const auto below = [&](ExpressionId a, ExpressionId b) { return e.make(Op::ult, {a, b}); };
    e.constraints.push_back(below(e.constant(U256{1000}, 256), found));
    const U256 greatest = ~U256{};
    e.constraints.push_back(e.graph.negation(below(e.constant(greatest / U256{17}, 256), found)));
    e.constraints.push_back(e.graph.negation(below(e.constant(greatest - c, 256), read)));
    e.constraints.push_back(
        e.graph.equal(e.times(found, 17), e.make(Op::add, {read, e.constant(c, 256)})));
    CHECK(e.is_solved_within(600));
}

TEST_CASE("LinearSystem: values keep the bounds that constraints give", "[dse][equations]")
{
    Equations e;
    const ExpressionId a = e.word(U256{}, 256);
    const ExpressionId b = e.word(U256{}, 256);
    e.fix(a);
    e.fix(b);
    // Both are 0 here: 2 * a + 5 = b, with a from 100 to 200 and b at least 300.
    const Evaluator evaluator = [&] {
        Evaluator made(e.graph, e.constraints);
        made.evaluate(e.model);
        return made;
    }();
    LinearSystem system(e.graph, evaluator, 256);
    const auto constant = [&](std::uint64_t number) { return e.constant(U256{number}, 256); };
    system.bound(e.graph.negation(e.make(Op::ult, {a, constant(100)})));
    system.bound(e.graph.negation(e.make(Op::ult, {constant(200), a})));
    system.bound(e.make(Op::ult, {constant(299), b}));
    system.add(e.graph.equal(e.make(Op::add, {e.times(a, 2), constant(5)}), b));
    const auto solved = system.solved();
    REQUIRE(solved);
    REQUIRE(solved->size() == 2);
    const bool a_is_first = system.atoms()[0].expression == a;
    const U256 value_a = (*solved)[a_is_first ? 0 : 1];
    const U256 value_b = (*solved)[a_is_first ? 1 : 0];
    CHECK(value_a * U256{2} + U256{5} == value_b);
    CHECK(U256{100} <= value_a);
    CHECK(value_a <= U256{200});
    CHECK(U256{300} <= value_b);
}
