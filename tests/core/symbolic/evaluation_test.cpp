// SPDX-License-Identifier: Apache-2.0
// Truth values, choices and arrays; domains; evaluation again and again.
#include "constant_operations.hpp"
#include "support/catch.hpp"
#include "support/expression_recipe.hpp"

#include <sbst/random/rng.hpp>

#include <cmath>
#include <limits>
#include <utility>

using namespace sbst;
using namespace sbst::symbolic;
using test_support::Choose;

namespace
{

Variable variable_of(const Sort& sort, Domain domain = {})
{
    return {.sort = sort, .address = {}, .domain = std::move(domain), .name = "x"};
}

U256 neutral_word(const Variable& variable)
{
    return std::get<U256>(neutral_datum(variable));
}

}  // namespace

TEST_CASE(
    "evaluate: truth values follow logic, and choices are of any sort", "[core][evaluation][unit]")
{
    ConstantOperations x;
    for (const bool a : {false, true})
    {
        const ExpressionId left = x.graph.boolean(a);
        CHECK(x.truth(x.graph.negation(left)) == !a);
        CHECK(x.word(x.graph.to_bits(left, 9)) == U256{a ? 1U : 0U});
        const auto choice = [&](ExpressionId yes, ExpressionId no) {
            return x.graph.make(Op::ite, {left, yes, no});
        };
        CHECK(x.word(choice(x.graph.bit_vector(U256{5}, 8), x.graph.bit_vector(U256{6}, 8))) ==
              U256{a ? 5U : 6U});
        CHECK(x.number(choice(x.graph.float64(0.5), x.graph.float64(2))) == (a ? 0.5 : 2));
        CHECK(
            x.text(choice(x.graph.string(u"yes"), x.graph.string(u"no"))) == (a ? u"yes" : u"no"));
        for (const bool b : {false, true})
        {
            const ExpressionId right = x.graph.boolean(b);
            CHECK(x.truth(x.graph.make(Op::and_, {left, right})) == (a && b));
            CHECK(x.truth(x.graph.make(Op::or_, {left, right})) == (a || b));
            CHECK(x.truth(x.graph.equal(left, right)) == (a == b));
        }
    }
}

TEST_CASE("evaluate: arrays keep what was stored last", "[core][evaluation][unit]")
{
    ConstantOperations x;
    const auto key = [&x](std::uint64_t number) { return x.graph.bit_vector(U256{number}, 256); };
    const auto item = [&x](std::uint64_t number) { return x.graph.bit_vector(U256{number}, 8); };
    const ExpressionId sevens = x.graph.constant_array(256, item(7));
    const ExpressionId one = x.graph.make(Op::store, {sevens, key(3), item(1)});
    const ExpressionId two = x.graph.make(Op::store, {one, key(4), item(2)});
    const ExpressionId last = x.graph.make(Op::store, {two, key(3), item(9)});
    const auto selected = [&](ExpressionId array, std::uint64_t number) {
        return x.word(x.graph.make(Op::select, {array, key(number)}));
    };
    CHECK(selected(sevens, 3) == U256{7});
    CHECK(selected(two, 3) == U256{1});
    CHECK(selected(last, 3) == U256{9});
    CHECK(selected(last, 4) == U256{2});
    CHECK(selected(last, 5) == U256{7});
    // What is stored again as it was.
    const ExpressionId back = x.graph.make(Op::store, {last, key(3), item(7)});
    const ExpressionId only_four = x.graph.make(Op::store, {sevens, key(4), item(2)});
    CHECK(x.truth(x.graph.equal(back, only_four)));
    CHECK_FALSE(x.truth(x.graph.equal(back, last)));
    CHECK_FALSE(x.truth(x.graph.equal(sevens, x.graph.constant_array(256, item(8)))));
}

TEST_CASE("evaluate: arrays with few keys are equal by contents", "[core][evaluation][property]")
{
    for (const unsigned key_width : {1U, 2U, 3U})
    {
        const std::uint64_t keys = std::uint64_t{1} << key_width;
        for (std::uint64_t seed = 0; seed < 200; ++seed)
        {
            Rng rng(seed);
            ConstantOperations x;
            std::vector<std::uint64_t> contents(keys);
            for (std::uint64_t& item : contents)
            {
                item = rng.below(3);
            }
            // Each array gets the contents on its own default, in its own order.
            const auto build = [&](std::uint64_t others) {
                ExpressionId array =
                    x.graph.constant_array(key_width, x.graph.bit_vector(U256{others}, 16));
                for (std::uint64_t i = 0; i < 3 * keys; ++i)
                {
                    const std::uint64_t key = i < 2 * keys ? rng.below(keys) : i - (2 * keys);
                    const std::uint64_t item = i < 2 * keys ? rng.below(3) : contents[key];
                    array =
                        x.graph.make(Op::store, {array, x.graph.bit_vector(U256{key}, key_width),
                                                    x.graph.bit_vector(U256{item}, 16)});
                }
                return array;
            };
            const ExpressionId left = build(0);
            const ExpressionId right = build(2);
            CHECK(x.value(left) == x.value(right));
            CHECK(x.truth(x.graph.equal(left, right)));
            const ExpressionId other = x.graph.make(Op::store,
                {right, x.graph.bit_vector(U256{}, key_width), x.graph.bit_vector(U256{5}, 16)});
            CHECK_FALSE(x.truth(x.graph.equal(left, other)));
        }
    }
}

TEST_CASE("neutral_datum: is 0 or empty where that is allowed, and else the least",
    "[core][evaluation][unit]")
{
    CHECK(neutral_word(variable_of(boolean_sort())) == U256{});
    CHECK(neutral_word(variable_of(bit_vector_sort(8))) == U256{});
    CHECK(
        neutral_word(variable_of(bit_vector_sort(8), {.members = {U256{3}, U256{5}}})) == U256{3});
    Domain bounded{.is_bounded = true, .least = U256{4}, .greatest = U256{9}};
    CHECK(neutral_word(variable_of(bit_vector_sort(8), bounded)) == U256{4});
    bounded.members = {U256{2}, U256{5}, U256{9}};
    CHECK(neutral_word(variable_of(bit_vector_sort(8), bounded)) == U256{5});
    const Domain around_zero{
        .is_bounded = true, .is_signed = true, .least = U256{0xf0}, .greatest = U256{5}};
    CHECK(neutral_word(variable_of(bit_vector_sort(8), around_zero)) == U256{});
    CHECK(std::get<double>(neutral_datum(variable_of(float32_sort()))) == 0);
    CHECK(std::get<std::u16string>(neutral_datum(variable_of(string_sort()))).empty());
    const Variable text = variable_of(string_sort(), {.least_length = 2, .greatest_unit = 0x20});
    CHECK(std::get<std::u16string>(neutral_datum(text)) == u"  ");
    CHECK(is_in_domain(neutral_datum(text), text));
}

TEST_CASE("is_in_domain: knows sorts, bounds, members and lengths", "[core][evaluation][unit]")
{
    const Variable byte = variable_of(bit_vector_sort(8));
    CHECK(is_in_domain(U256{255}, byte));
    CHECK_FALSE(is_in_domain(U256{256}, byte));
    CHECK_FALSE(is_in_domain(0.0, byte));
    CHECK_FALSE(is_in_domain(std::u16string(), byte));
    CHECK(is_in_domain(U256{1}, variable_of(boolean_sort())));
    CHECK_FALSE(is_in_domain(U256{2}, variable_of(boolean_sort())));
    const Variable bounded = variable_of(
        bit_vector_sort(8), {.is_bounded = true, .least = U256{4}, .greatest = U256{9}});
    CHECK(is_in_domain(U256{4}, bounded));
    CHECK(is_in_domain(U256{9}, bounded));
    CHECK_FALSE(is_in_domain(U256{3}, bounded));
    CHECK_FALSE(is_in_domain(U256{10}, bounded));
    // -16 to 5.
    const Variable around_zero = variable_of(bit_vector_sort(8),
        {.is_bounded = true, .is_signed = true, .least = U256{0xf0}, .greatest = U256{5}});
    CHECK(is_in_domain(U256{0xf0}, around_zero));
    CHECK(is_in_domain(U256{0}, around_zero));
    CHECK(is_in_domain(U256{5}, around_zero));
    CHECK_FALSE(is_in_domain(U256{0xef}, around_zero));
    CHECK_FALSE(is_in_domain(U256{6}, around_zero));
    const Variable members = variable_of(bit_vector_sort(8), {.members = {U256{3}, U256{5}}});
    CHECK(is_in_domain(U256{5}, members));
    CHECK_FALSE(is_in_domain(U256{4}, members));
    CHECK(is_in_domain(0.5, variable_of(float32_sort())));
    CHECK_FALSE(is_in_domain(0.1, variable_of(float32_sort())));
    CHECK(is_in_domain(0.1, variable_of(float64_sort())));
    CHECK(is_in_domain(std::numeric_limits<double>::quiet_NaN(), variable_of(float32_sort())));
    CHECK_FALSE(is_in_domain(U256{}, variable_of(float64_sort())));
    const Variable text = variable_of(
        string_sort(), {.least_length = 1, .greatest_length = 3, .greatest_unit = u'z'});
    CHECK(is_in_domain(std::u16string(u"abz"), text));
    CHECK_FALSE(is_in_domain(std::u16string(), text));
    CHECK_FALSE(is_in_domain(std::u16string(u"abcd"), text));
    CHECK_FALSE(is_in_domain(std::u16string(u"a{"), text));
    CHECK_FALSE(is_in_domain(U256{}, text));
}

TEST_CASE("Evaluator: one variable at a time leads to the values of all at once",
    "[core][evaluation][property]")
{
    for (std::uint64_t seed = 0; seed < 1500; ++seed)
    {
        INFO(seed);
        Rng rng(seed);
        const Choose choose = test_support::choices_of(rng);
        const auto recipe = test_support::draw_recipe(choose, 1 + choose(25));
        ExpressionGraph graph(
            seed % 2 == 0 ? ExpressionGraph::Simplifying::on : ExpressionGraph::Simplifying::off);
        const std::vector<ExpressionId> steps = build(recipe, graph);
        // Some of the expressions are roots.
        std::vector<ExpressionId> roots;
        for (const ExpressionId step : steps)
        {
            if (choose(3) == 0)
            {
                roots.push_back(step);
            }
        }
        Evaluator evaluator(graph, roots);
        Assignment assignment = draw_assignment(recipe, choose);
        evaluator.evaluate(assignment);
        bool are_all_same = true;
        for (int round = 0; round < 20 && !assignment.empty(); ++round)
        {
            const std::size_t changed = choose(assignment.size());
            assignment[changed] = draw_assignment(recipe, choose)[changed];
            evaluator.evaluate(assignment, VariableId(changed));
            for (const ExpressionId root : roots)
            {
                const Datum anew = evaluate(graph, root, assignment);
                are_all_same = are_all_same && test_support::are_same(evaluator.value(root), anew);
            }
        }
        CHECK(are_all_same);
    }
}

TEST_CASE("Evaluator: knows the variables below its roots, and only those count",
    "[core][evaluation][unit]")
{
    ExpressionGraph graph;
    std::vector<VariableId> variables;
    std::vector<ExpressionId> words;
    for (int i = 0; i < 4; ++i)
    {
        variables.push_back(graph.add_variable(variable_of(bit_vector_sort(32))));
    }
    // Nodes in an order other than that of variables.
    for (const std::size_t i : {3U, 0U, 2U, 1U})
    {
        words.push_back(graph.variable(variables[i]));
    }
    const ExpressionId sum = graph.make(Op::add, {words[0], words[2]});
    const ExpressionId truth = graph.make(Op::ult, {sum, words[1]});
    const std::vector<ExpressionId> roots{truth, sum};
    Evaluator evaluator(graph, roots);
    CHECK(std::vector(evaluator.variables().begin(), evaluator.variables().end()) ==
          std::vector{variables[0], variables[2], variables[3]});
    Assignment assignment{U256{100}, U256{1}, U256{20}, U256{30}};
    evaluator.evaluate(assignment);
    CHECK(evaluator.word(sum) == U256{50});
    CHECK(evaluator.is_true(truth));
    // A graph that grows leaves values as they are.
    for (std::uint64_t i = 0; i < 1000; ++i)
    {
        static_cast<void>(graph.make(Op::add, {sum, graph.bit_vector(U256{i}, 32)}));
    }
    CHECK(evaluator.word(sum) == U256{50});
    assignment[1] = U256{7};
    evaluator.evaluate(assignment, variables[1]);
    CHECK(evaluator.word(sum) == U256{50});
    assignment[3] = U256{80};
    evaluator.evaluate(assignment, variables[3]);
    CHECK(evaluator.word(sum) == U256{100});
    CHECK_FALSE(evaluator.is_true(truth));
    // A copy goes on by itself.
    Evaluator copy = evaluator;
    assignment[0] = U256{101};
    copy.evaluate(assignment, variables[0]);
    CHECK(copy.is_true(truth));
    CHECK_FALSE(evaluator.is_true(truth));
}

TEST_CASE("Evaluator: without roots there is nothing to evaluate", "[core][evaluation][unit]")
{
    const ExpressionGraph graph;
    Evaluator evaluator(graph, {});
    evaluator.evaluate({});
    evaluator.evaluate({}, VariableId(3));
    CHECK(evaluator.variables().empty());
}

TEST_CASE("Evaluator: deep expressions need no deep stack", "[core][evaluation][unit]")
{
    constexpr std::uint64_t depth = 200'000;
    const auto factor = [](std::uint64_t i) { return (2 * (i % 50)) + 3; };
    ExpressionGraph graph;
    const VariableId variable = graph.add_variable(variable_of(bit_vector_sort(64)));
    ExpressionId word = graph.variable(variable);
    std::uint64_t expected = 5;
    for (std::uint64_t i = 0; i < depth; ++i)
    {
        word = graph.make(
            i % 2 == 0 ? Op::mul : Op::bit_xor, {word, graph.bit_vector(U256{factor(i)}, 64)});
        expected = i % 2 == 0 ? expected * factor(i) : expected ^ factor(i);
    }
    CHECK(evaluate(graph, word, {U256{5}}) == Datum(U256{expected}));
}
