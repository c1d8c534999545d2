// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "support/expression_recipe.hpp"

#include <sbst/random/rng.hpp>

#include <array>
#include <set>
#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::symbolic;
using test_support::Choose;
using test_support::ExpressionRecipe;

namespace
{

/// Both graphs of a recipe, and the expressions of its steps in them.
struct BothGraphs
{
    explicit BothGraphs(const ExpressionRecipe& recipe)
      : simple_steps(build(recipe, simple)), plain_steps(build(recipe, plain))
    {}

    ExpressionGraph simple{ExpressionGraph::Simplifying::on};
    ExpressionGraph plain{ExpressionGraph::Simplifying::off};
    std::vector<ExpressionId> simple_steps;
    std::vector<ExpressionId> plain_steps;
};

}  // namespace

TEST_CASE("ExpressionGraph: what is simplified has the value of what is not",
    "[core][simplify][property]")
{
    constexpr std::uint64_t recipe_count = 20'000;
    std::set<std::pair<Op, SortKind>> seen;
    std::size_t differences = 0;
    for (std::uint64_t seed = 0; seed < recipe_count && differences == 0; ++seed)
    {
        Rng rng(seed);
        const Choose choose = test_support::choices_of(rng);
        ExpressionRecipe recipe = test_support::draw_recipe(choose, 1 + choose(16));
        Assignment assignment = draw_assignment(recipe, choose);
        add_telling_comparisons(recipe, values_of(recipe, assignment), choose);
        const BothGraphs both(recipe);
        Evaluator simple(both.simple, both.simple_steps);
        Evaluator plain(both.plain, both.plain_steps);
        for (int round = 0; round < 4; ++round)
        {
            simple.evaluate(assignment);
            plain.evaluate(assignment);
            for (std::size_t i = 0; i < recipe.steps.size(); ++i)
            {
                seen.emplace(recipe.steps[i].op, recipe.steps[i].sort.kind);
                if (!test_support::are_same(
                        simple.value(both.simple_steps[i]), plain.value(both.plain_steps[i])))
                {
                    ++differences;
                    UNSCOPED_INFO("seed " << seed << ", step " << i << ": "
                                          << both.plain.to_text(both.plain_steps[i]) << " became "
                                          << both.simple.to_text(both.simple_steps[i]));
                }
            }
            assignment = draw_assignment(recipe, choose);
        }
    }
    CHECK(differences == 0);
    std::set<Op> ops;
    for (const auto& [op, kind] : seen)
    {
        ops.insert(op);
    }
    CHECK(ops.size() == static_cast<std::size_t>(Op::store) + 1);
    for (const SortKind kind : {SortKind::boolean, SortKind::bit_vector, SortKind::float32,
             SortKind::float64, SortKind::string, SortKind::array})
    {
        CHECK(seen.contains({Op::ite, kind}));
    }
}

namespace
{

constexpr std::array<Op, 14> pair_ops{Op::add, Op::sub, Op::mul, Op::udiv, Op::urem, Op::sdiv,
    Op::srem, Op::pow, Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::lshr, Op::ashr};

/// Adds each operation of each word with each constant, on both sides.
template <class Ops>
std::vector<ExpressionId> with_constants(
    ExpressionGraph& graph, const std::vector<ExpressionId>& words, unsigned width, const Ops& ops)
{
    std::vector<ExpressionId> results;
    for (const ExpressionId word : words)
    {
        for (const Op op : ops)
        {
            for (std::uint64_t c = 0; c < std::uint64_t{1} << width; ++c)
            {
                const ExpressionId constant = graph.bit_vector(U256{c}, width);
                results.push_back(graph.make(op, {word, constant}));
                results.push_back(graph.make(op, {constant, word}));
            }
        }
    }
    return results;
}

/// A word, and narrower ones extended; each operation of these with a constant, and of that with
/// another, or compared.
std::vector<ExpressionId> pairs_of_operations(ExpressionGraph& graph, unsigned width)
{
    constexpr std::array<Op, 3> comparisons{Op::equal, Op::ult, Op::slt};
    std::vector<ExpressionId> words;
    for (unsigned bits = 1; bits <= width; ++bits)
    {
        const ExpressionId word = graph.variable(graph.add_variable(
            {.sort = bit_vector_sort(bits), .address = {}, .domain = {}, .name = "x"}));
        words.push_back(graph.zero_extend(word, width));
        words.push_back(graph.sign_extend(word, width));
    }
    const std::vector<ExpressionId> singles = with_constants(graph, words, width, pair_ops);
    const std::vector<ExpressionId> pairs = with_constants(graph, singles, width, pair_ops);
    std::vector<ExpressionId> all = with_constants(graph, singles, width, comparisons);
    all.insert(all.end(), pairs.begin(), pairs.end());
    return all;
}

}  // namespace

TEST_CASE("ExpressionGraph: pairs of operations with constants keep all their values",
    "[core][simplify][property]")
{
    const unsigned width = GENERATE(2U, 3U);
    ExpressionGraph simple(ExpressionGraph::Simplifying::on);
    ExpressionGraph plain(ExpressionGraph::Simplifying::off);
    const std::vector<ExpressionId> of_simple = pairs_of_operations(simple, width);
    const std::vector<ExpressionId> of_plain = pairs_of_operations(plain, width);
    REQUIRE(of_simple.size() == of_plain.size());
    Evaluator simple_values(simple, of_simple);
    Evaluator plain_values(plain, of_plain);
    for (std::uint64_t value = 0; value < std::uint64_t{1} << width; ++value)
    {
        // Each variable has all its values.
        Assignment assignment;
        for (unsigned bits = 1; bits <= width; ++bits)
        {
            assignment.emplace_back(U256{value} & test_support::mask_of(bits));
        }
        simple_values.evaluate(assignment);
        plain_values.evaluate(assignment);
        std::size_t differences = 0;
        for (std::size_t i = 0; i < of_plain.size(); ++i)
        {
            const bool is_same = simple_values.word(of_simple[i]) == plain_values.word(of_plain[i]);
            differences += is_same ? 0U : 1U;
            if (!is_same && differences == 1)
            {
                UNSCOPED_INFO(
                    plain.to_text(of_plain[i]) << " became " << simple.to_text(of_simple[i]));
            }
        }
        REQUIRE(differences == 0);
    }
}

namespace
{

/// What compilers write to see whether x + y, x - y, x * y overflow, and what is below or above a
/// quotient: with two words, and with a constant for one of them.
/// @param bits of the variables, which are part of the words
std::vector<ExpressionId> checks_of_overflow(ExpressionGraph& graph, unsigned width, unsigned bits)
{
    const auto add_word = [&](const char* name) {
        const ExpressionId narrow = graph.variable(graph.add_variable(
            {.sort = bit_vector_sort(bits), .address = {}, .domain = {}, .name = name}));
        return bits == width ? narrow : graph.zero_extend(narrow, width);
    };
    const ExpressionId x = add_word("x");
    std::vector<ExpressionId> others{add_word("y")};
    for (std::uint64_t c = 0; c < std::uint64_t{1} << width; ++c)
    {
        others.push_back(graph.bit_vector(U256{c}, width));
    }
    const ExpressionId zero = graph.bit_vector({}, width);
    const ExpressionId greatest = graph.bit_vector(test_support::mask_of(width), width);
    std::vector<ExpressionId> checks;
    for (const ExpressionId other : others)
    {
        for (const auto& [a, b] : {std::pair(x, other), std::pair(other, x)})
        {
            const ExpressionId sum = graph.make(Op::add, {a, b});
            const ExpressionId difference = graph.make(Op::sub, {a, b});
            const ExpressionId quotient = graph.make(Op::udiv, {graph.make(Op::mul, {a, b}), a});
            const ExpressionId room = graph.make(Op::udiv, {greatest, a});
            const ExpressionId is_zero = graph.equal(a, zero);
            const ExpressionId divides =
                graph.equal(graph.make(Op::ite, {is_zero, zero, quotient}), b);
            for (const ExpressionId check :
                {graph.make(Op::ult, {sum, a}), graph.make(Op::ult, {a, sum}),
                    graph.make(Op::ult, {a, difference}), graph.make(Op::ult, {difference, a}),
                    graph.equal(quotient, b), graph.make(Op::or_, {is_zero, divides}),
                    graph.make(Op::and_, {graph.negation(is_zero), graph.make(Op::ult, {room, b})}),
                    graph.make(Op::ult, {graph.make(Op::udiv, {a, b}), greatest}),
                    graph.make(Op::ult, {b, room}),
                    graph.equal(graph.make(Op::udiv, {graph.make(Op::shl, {a, b}), a}),
                        graph.make(Op::shl, {graph.bit_vector(U256{1}, width), b})),
                    graph.make(Op::ult, {graph.make(Op::lshr, {x, b}), a}),
                    graph.make(Op::ult, {a, graph.make(Op::lshr, {x, b})})})
            {
                checks.push_back(check);
            }
        }
    }
    return checks;
}

}  // namespace

TEST_CASE("ExpressionGraph: checks of overflow keep all their values", "[core][simplify]")
{
    const auto [width, bits] = GENERATE(std::pair(1U, 1U), std::pair(3U, 3U), std::pair(4U, 4U),
        std::pair(4U, 2U), std::pair(4U, 3U));
    ExpressionGraph simple(ExpressionGraph::Simplifying::on);
    ExpressionGraph plain(ExpressionGraph::Simplifying::off);
    const std::vector<ExpressionId> of_simple = checks_of_overflow(simple, width, bits);
    const std::vector<ExpressionId> of_plain = checks_of_overflow(plain, width, bits);
    REQUIRE(of_simple.size() == of_plain.size());
    Evaluator simple_values(simple, of_simple);
    Evaluator plain_values(plain, of_plain);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << bits; ++x)
    {
        for (std::uint64_t y = 0; y < std::uint64_t{1} << bits; ++y)
        {
            const Assignment assignment{U256{x}, U256{y}};
            simple_values.evaluate(assignment);
            plain_values.evaluate(assignment);
            for (std::size_t i = 0; i < of_plain.size(); ++i)
            {
                INFO(plain.to_text(of_plain[i])
                     << " became " << simple.to_text(of_simple[i]) << ", x " << x << ", y " << y);
                REQUIRE(simple_values.is_true(of_simple[i]) == plain_values.is_true(of_plain[i]));
            }
        }
    }
}

TEST_CASE("ExpressionGraph: a check of overflow with a constant is a bound", "[core][simplify]")
{
    ExpressionGraph graph;
    const auto word = [&graph](
                          std::uint64_t number) { return graph.bit_vector(U256{number}, 256); };
    const ExpressionId x = graph.variable(graph.add_variable(
        {.sort = bit_vector_sort(256), .address = {}, .domain = {}, .name = "x"}));
    const ExpressionId y = graph.variable(graph.add_variable(
        {.sort = bit_vector_sort(256), .address = {}, .domain = {}, .name = "y"}));
    const U256 greatest = ~U256{};
    const auto at_most = [&](const U256& bound) {
        return graph.negation(graph.make(Op::ult, {graph.bit_vector(bound, 256), x}));
    };
    const ExpressionId is_zero = graph.equal(x, word(0));
    const ExpressionId quotient = graph.make(Op::udiv, {graph.make(Op::mul, {x, word(17)}), x});
    // As solc writes x * 17: 0 where the divisor is 0.
    CHECK(
        graph.make(Op::or_, {is_zero, graph.equal(graph.make(Op::ite, {is_zero, word(0), quotient}),
                                          word(17))}) == at_most(greatest / U256{17}));
    CHECK(graph.make(Op::ult, {graph.make(Op::add, {x, word(10)}), x}) ==
          graph.negation(at_most(greatest - U256{10})));
    const ExpressionId half = graph.make(Op::udiv, {graph.make(Op::mul, {x, word(2)}), x});
    CHECK(graph.make(Op::or_, {is_zero, graph.equal(graph.make(Op::ite, {is_zero, word(0), half}),
                                            word(2))}) == at_most(greatest / U256{2}));
    CHECK(graph.make(Op::ult, {graph.make(Op::udiv, {x, word(4)}), word(7)}) ==
          graph.make(Op::ult, {x, word(28)}));
    CHECK(graph.make(Op::ult, {x, graph.make(Op::sub, {x, y})}) == graph.make(Op::ult, {x, y}));
    CHECK(graph.make(Op::ult, {graph.make(Op::udiv, {x, word(10)}), word(7)}) ==
          graph.make(Op::ult, {x, word(70)}));
    // x * (x + 1) where x has few bits: the check that solc writes cannot fail.
    const ExpressionId few = graph.zero_extend(
        graph.variable(graph.add_variable(
            {.sort = bit_vector_sort(32), .address = {}, .domain = {}, .name = "few"})),
        256);
    const ExpressionId next = graph.make(Op::add, {few, word(1)});
    const ExpressionId is_none = graph.equal(few, word(0));
    const ExpressionId part = graph.make(Op::udiv, {graph.make(Op::mul, {few, next}), few});
    CHECK(graph.is_true(graph.make(
        Op::or_, {is_none, graph.equal(graph.make(Op::ite, {is_none, word(0), part}), next)})));
}
