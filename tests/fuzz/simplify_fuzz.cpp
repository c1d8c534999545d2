// SPDX-License-Identifier: Apache-2.0
// Expressions: what a graph simplifies has the value of what it does not, under every assignment;
// and what is evaluated again for one variable has the value of what is evaluated anew.
#include "fuzz.hpp"
#include "support/expression_recipe.hpp"

#include <utility>
#include <vector>

using namespace sbst;
using namespace sbst::symbolic;
using fuzz::ByteSource;
using fuzz::require;

namespace
{

/// Replaces the values of one variable after the other by those of another assignment.
void check_one_by_one(const ExpressionGraph& graph, const std::vector<ExpressionId>& steps,
    Assignment assignment, const Assignment& next)
{
    Evaluator changing(graph, steps);
    changing.evaluate(assignment);
    for (std::size_t i = 0; i < next.size(); ++i)
    {
        assignment[i] = next[i];
        changing.evaluate(assignment, VariableId(i));
    }
    Evaluator anew(graph, steps);
    anew.evaluate(next);
    for (const ExpressionId step : steps)
    {
        require(test_support::are_same(changing.value(step), anew.value(step)),
            "one variable at a time leads to the values of all at once");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t most_operations = 40;
    ByteSource source({data, size});
    const test_support::Choose choose = [&source](
                                            std::size_t count) { return source.below(count); };
    auto recipe = test_support::draw_recipe(choose, 1 + choose(most_operations));
    Assignment assignment = draw_assignment(recipe, choose);
    add_telling_comparisons(recipe, values_of(recipe, assignment), choose);
    ExpressionGraph simple(ExpressionGraph::Simplifying::on);
    ExpressionGraph plain(ExpressionGraph::Simplifying::off);
    const std::vector<ExpressionId> simple_steps = build(recipe, simple);
    const std::vector<ExpressionId> plain_steps = build(recipe, plain);
    Evaluator of_simple(simple, simple_steps);
    Evaluator of_plain(plain, plain_steps);
    for (int round = 0; round < 4; ++round)
    {
        of_simple.evaluate(assignment);
        of_plain.evaluate(assignment);
        for (std::size_t i = 0; i < simple_steps.size(); ++i)
        {
            require(test_support::are_same(
                        of_simple.value(simple_steps[i]), of_plain.value(plain_steps[i])),
                "simplifying keeps the value");
        }
        Assignment next = draw_assignment(recipe, choose);
        check_one_by_one(plain, plain_steps, std::exchange(assignment, next), next);
    }
    return 0;
}
