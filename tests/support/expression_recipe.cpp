// SPDX-License-Identifier: Apache-2.0
// What is drawn for recipes, and what graphs make of them.
#include "expression_recipe.hpp"

#include "recipe_writer.hpp"

#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace sbst::test_support
{

namespace
{

using namespace symbolic;

ExpressionId build_constant(const ExpressionStep& step, ExpressionGraph& graph)
{
    switch (step.sort.kind)
    {
        case SortKind::boolean:
            return graph.boolean(!is_zero(std::get<U256>(step.constant)));
        case SortKind::float32:
            return graph.float32(static_cast<float>(std::get<double>(step.constant)));
        case SortKind::float64:
            return graph.float64(std::get<double>(step.constant));
        case SortKind::string:
            return graph.string(std::get<std::u16string>(step.constant));
        default:
            return graph.bit_vector(std::get<U256>(step.constant), step.sort.width);
    }
}

ExpressionId build_step(const ExpressionStep& step, std::span<const ExpressionId> operands,
    std::span<const VariableId> variables, ExpressionGraph& graph)
{
    switch (step.op)
    {
        case Op::constant:
            return build_constant(step, graph);
        case Op::variable:
            return graph.variable(variables[step.high]);
        case Op::extract:
            return graph.extract(operands[0], step.high, step.low);
        case Op::zero_extend:
            return graph.zero_extend(operands[0], step.sort.width);
        case Op::sign_extend:
            return graph.sign_extend(operands[0], step.sort.width);
        case Op::float_to_float:
        case Op::signed_to_float:
        case Op::float_to_signed:
        case Op::bits_to_float:
            return graph.convert(step.op, operands[0], step.sort);
        case Op::matches:
            return graph.matches(operands[0], step.language);
        case Op::constant_array:
            return graph.constant_array(step.sort.key_width, operands[0]);
        default:
            return graph.make(step.op, operands);
    }
}

/// A value near one that the recipe has, or any.
Datum draw_value(const ExpressionRecipe& recipe, const Variable& variable, const Choose& choose)
{
    std::vector<const Datum*> constants;
    for (const ExpressionStep& step : recipe.steps)
    {
        if (step.op == Op::constant && step.sort == variable.sort)
        {
            constants.push_back(&step.constant);
        }
    }
    const std::size_t kind = choose(3);
    if (constants.empty() || kind == 0)
    {
        return draw_constant(choose, variable.sort);
    }
    Datum value = *constants[choose(constants.size())];
    if (kind == 1 && variable.sort.kind == SortKind::bit_vector)
    {
        U256& word = *std::get_if<U256>(&value);
        word = (word + U256{choose(3)} - U256{1}) & mask_of(variable.sort.width);
    }
    return value;
}

}  // namespace

ExpressionRecipe draw_recipe(const Choose& choose, std::size_t operation_count)
{
    ExpressionRecipe recipe;
    RecipeWriter writer(choose, recipe);
    for (std::size_t i = 0; i < operation_count; ++i)
    {
        writer.add_operation();
    }
    return recipe;
}

void add_telling_comparisons(
    ExpressionRecipe& recipe, const std::vector<Datum>& values, const Choose& choose)
{
    constexpr std::array<Op, 4> comparisons{Op::equal, Op::equal, Op::ult, Op::slt};
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const Sort sort = recipe.steps[i].sort;
        if (sort.kind != SortKind::bit_vector || choose(4) == 0)
        {
            continue;
        }
        const U256 value = std::get<U256>(values[i]);
        const std::size_t kind = choose(4);
        const U256 near = kind == 0 ? value + U256{1} : kind == 1 ? value - U256{1} : value;
        const std::size_t constant = recipe.steps.size();
        recipe.steps.push_back(
            {.op = Op::constant, .sort = sort, .constant = near & mask_of(sort.width)});
        ExpressionStep comparison{
            .op = one_of(choose, comparisons), .sort = boolean_sort(), .operands = {i, constant}};
        if (choose(2) == 0)
        {
            std::swap(comparison.operands[0], comparison.operands[1]);
        }
        recipe.steps.push_back(std::move(comparison));
    }
}

std::vector<ExpressionId> build(const ExpressionRecipe& recipe, ExpressionGraph& graph)
{
    std::vector<VariableId> variables;
    for (const Variable& variable : recipe.variables)
    {
        variables.push_back(graph.add_variable(variable));
    }
    std::vector<ExpressionId> expressions;
    std::vector<ExpressionId> operands;
    for (const ExpressionStep& step : recipe.steps)
    {
        operands.clear();
        for (const std::size_t operand : step.operands)
        {
            operands.push_back(expressions[operand]);
        }
        expressions.push_back(build_step(step, operands, variables, graph));
    }
    return expressions;
}

std::vector<Datum> values_of(const ExpressionRecipe& recipe, const Assignment& assignment)
{
    ExpressionGraph graph(ExpressionGraph::Simplifying::off);
    const std::vector<ExpressionId> steps = build(recipe, graph);
    Evaluator evaluator(graph, steps);
    evaluator.evaluate(assignment);
    std::vector<Datum> values;
    values.reserve(steps.size());
    for (const ExpressionId step : steps)
    {
        values.push_back(evaluator.value(step));
    }
    return values;
}

Assignment draw_assignment(const ExpressionRecipe& recipe, const Choose& choose)
{
    constexpr int tries = 4;
    Assignment assignment;
    for (const Variable& variable : recipe.variables)
    {
        Datum value = neutral_datum(variable);
        const std::vector<U256>& members = variable.domain.members;
        if (!members.empty())
        {
            value = members[choose(members.size())];
        }
        for (int i = 0; i < tries && members.empty(); ++i)
        {
            Datum drawn = draw_value(recipe, variable, choose);
            if (is_in_domain(drawn, variable))
            {
                value = std::move(drawn);
                break;
            }
        }
        assignment.push_back(std::move(value));
    }
    return assignment;
}

}  // namespace sbst::test_support
