// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "support/expression_recipe.hpp"

#include <sbst/random/rng.hpp>
#include <sbst/symbolic/slice.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

using namespace sbst;
using namespace sbst::symbolic;

namespace
{

/// Words a, b, ... and comparisons of two of them, or of one with itself and a constant.
struct Words
{
    ExpressionGraph graph{ExpressionGraph::Simplifying::off};
    std::vector<ExpressionId> words;

    explicit Words(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            words.push_back(graph.variable(graph.add_variable(
                {.sort = bit_vector_sort(32), .address = {}, .domain = {}, .name = "x"})));
        }
    }
    ExpressionId less(std::size_t a, std::size_t b)
    {
        return graph.make(Op::ult, {words[a], words[b]});
    }
    ExpressionId small(std::size_t a)
    {
        return graph.make(Op::ult, {words[a], graph.bit_vector(U256{7}, 32)});
    }
};

using Ids = std::vector<ExpressionId>;

}  // namespace

TEST_CASE("variables_of: each once, ascending", "[core][slice][unit]")
{
    Words x(4);
    const Ids expressions{x.less(3, 1), x.small(1), x.small(3)};
    CHECK(variables_of(x.graph, expressions) == std::vector{VariableId(1), VariableId(3)});
    CHECK(variables_of(x.graph, {}).empty());
    const Ids constant{x.graph.boolean(true)};
    CHECK(variables_of(x.graph, constant).empty());
}

TEST_CASE("slice: follows shared variables, and keeps order", "[core][slice][unit]")
{
    Words x(6);
    // 0 - 1 - 2 hang together, 3 - 4 do, 5 is alone.
    const Ids constraints{
        x.less(1, 2), x.small(3), x.small(5), x.less(3, 4), x.less(0, 1), x.small(2)};
    CHECK(slice(x.graph, constraints, x.small(0)) ==
          Ids{constraints[0], constraints[4], constraints[5]});
    CHECK(slice(x.graph, constraints, x.small(4)) == Ids{constraints[1], constraints[3]});
    CHECK(slice(x.graph, constraints, constraints[2]) == Ids{constraints[2]});
    // The wanted expression joins groups.
    CHECK(slice(x.graph, constraints, x.less(5, 4)) ==
          Ids{constraints[1], constraints[2], constraints[3]});
    CHECK(slice(x.graph, {}, x.small(0)).empty());
}

TEST_CASE("slice: what has no variables hangs on nothing", "[core][slice][unit]")
{
    Words x(2);
    const ExpressionId seven = x.graph.bit_vector(U256{7}, 32);
    const ExpressionId plain = x.graph.make(Op::ult, {seven, seven});
    // Constants that two constraints share are no link.
    const Ids constraints{x.small(0), plain, x.small(1),
        x.graph.make(Op::and_, {plain, x.small(1)}), x.graph.make(Op::or_, {plain, x.small(0)})};
    CHECK(slice(x.graph, constraints, x.small(0)) == Ids{constraints[0], constraints[4]});
    CHECK(slice(x.graph, constraints, plain).empty());
}

TEST_CASE("slice: is the closure of sharing", "[core][slice][property]")
{
    std::size_t proper = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed)
    {
        INFO(seed);
        Rng rng(seed);
        const test_support::Choose choose = test_support::choices_of(rng);
        const auto recipe = test_support::draw_recipe(choose, 1 + choose(30));
        ExpressionGraph graph(ExpressionGraph::Simplifying::off);
        Ids truths = build(recipe, graph);
        std::erase_if(
            truths, [&graph](ExpressionId id) { return graph[id].sort != boolean_sort(); });
        if (truths.empty())
        {
            continue;
        }
        const ExpressionId wanted = truths[choose(truths.size())];
        const auto variables = [&graph](ExpressionId id) {
            const auto found = variables_of(graph, std::span(&id, 1));
            return std::set(found.begin(), found.end());
        };
        // Adds what shares a variable until there is nothing to add.
        std::set<VariableId> reached = variables(wanted);
        Ids expected;
        for (std::size_t before = 0; before < reached.size();)
        {
            before = reached.size();
            expected.clear();
            for (const ExpressionId truth : truths)
            {
                const std::set<VariableId> own = variables(truth);
                if (std::ranges::any_of(
                        own, [&](VariableId variable) { return reached.contains(variable); }))
                {
                    expected.push_back(truth);
                }
            }
            for (const ExpressionId truth : expected)
            {
                reached.merge(variables(truth));
            }
        }
        CHECK(slice(graph, truths, wanted) == expected);
        proper += !expected.empty() && expected.size() < truths.size() ? 1U : 0U;
    }
    CHECK(proper > 100);
}
