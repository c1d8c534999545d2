// SPDX-License-Identifier: Apache-2.0
#include "agreement.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>

namespace sbst::test_support
{

namespace
{

using namespace symbolic;

/// The truth that an expression has a value: all of its bits, but for NaN, which is one value.
ExpressionId has_value(ExpressionGraph& graph, ExpressionId id, const Datum& value)
{
    const Sort sort = graph[id].sort;
    switch (sort.kind)
    {
        case SortKind::boolean:
            return is_zero(std::get<U256>(value)) ? graph.negation(id) : id;
        case SortKind::bit_vector:
            return graph.equal(id, graph.bit_vector(std::get<U256>(value), sort.width));
        case SortKind::string:
            return graph.equal(id, graph.string(std::get<std::u16string>(value)));
        case SortKind::array:
        {
            const ArrayValue& array = std::get<ArrayValue>(value);
            ExpressionId built =
                graph.constant_array(sort.key_width, graph.bit_vector(array.others, sort.width));
            for (const auto& [key, item] : array.items)
            {
                built = graph.make(Op::store, {built, graph.bit_vector(key, sort.key_width),
                                                  graph.bit_vector(item, sort.width)});
            }
            return graph.equal(id, built);
        }
        default:
            break;
    }
    const double number = std::get<double>(value);
    if (std::isnan(number))
    {
        return graph.make(Op::is_nan, {id});
    }
    const U256 bits = sort.kind == SortKind::float32 ?
                          U256{std::bit_cast<std::uint32_t>(static_cast<float>(number))} :
                          U256{std::bit_cast<std::uint64_t>(number)};
    return graph.equal(graph.make(Op::float_to_bits, {id}),
        graph.bit_vector(bits, sort.kind == SortKind::float32 ? 32 : 64));
}

/// Adds steps that make a value out of a variable or, for an array, out of constants.
std::size_t add_operand(
    ExpressionRecipe& recipe, Assignment& assignment, const Sort& sort, const Datum& value)
{
    const auto add = [&](ExpressionStep step) {
        recipe.steps.push_back(std::move(step));
        return recipe.steps.size() - 1;
    };
    const auto constant = [&](const U256& word, unsigned width) {
        return add(
            {.op = Op::constant, .sort = symbolic::bit_vector_sort(width), .constant = word});
    };
    if (sort.kind == SortKind::array)
    {
        const ArrayValue& array = std::get<ArrayValue>(value);
        const std::size_t others = constant(array.others, sort.width);
        std::size_t built = add({.op = Op::constant_array, .sort = sort, .operands = {others}});
        for (const auto& [key, item] : array.items)
        {
            const std::size_t place = constant(key, sort.key_width);
            const std::size_t stored = constant(item, sort.width);
            built = add({.op = Op::store, .sort = sort, .operands = {built, place, stored}});
        }
        return built;
    }
    recipe.variables.push_back({.sort = sort, .address = {}, .domain = {}, .name = "x"});
    recipe.variables.back().domain.greatest_length = 10'000;
    assignment.push_back(value);
    return add({.op = Op::variable,
        .sort = sort,
        .high = static_cast<unsigned>(recipe.variables.size() - 1)});
}

}  // namespace

AgreementCase agreement_of_recipe(const ExpressionRecipe& recipe, const Assignment& assignment)
{
    AgreementCase result;
    result.op = recipe.steps.back().op;
    result.model = assignment;
    ExpressionGraph& graph = result.graph;
    const ExpressionId root = build(recipe, graph).back();
    const Datum value = evaluate(graph, root, assignment);
    for (std::size_t i = 0; i < assignment.size(); ++i)
    {
        result.start.push_back(neutral_datum(graph[VariableId(i)]));
        result.same.push_back(has_value(graph, graph.variable(VariableId(i)), assignment[i]));
    }
    result.other = result.same;
    result.same.push_back(has_value(graph, root, value));
    result.other.push_back(graph.negation(result.same.back()));
    return result;
}

AgreementCase agreement_of_step(
    const ExpressionRecipe& recipe, const Assignment& assignment, std::size_t step)
{
    ExpressionGraph graph(ExpressionGraph::Simplifying::off);
    const std::vector<ExpressionId> steps = build(recipe, graph);
    Evaluator values(graph, steps);
    values.evaluate(assignment);
    ExpressionRecipe small;
    Assignment small_assignment;
    ExpressionStep copy = recipe.steps[step];
    for (std::size_t& operand : copy.operands)
    {
        operand = add_operand(
            small, small_assignment, recipe.steps[operand].sort, values.value(steps[operand]));
    }
    small.steps.push_back(std::move(copy));
    return agreement_of_recipe(small, small_assignment);
}

std::string to_text(const AgreementCase& agreement)
{
    std::string text;
    for (const ExpressionId id : agreement.same)
    {
        text += agreement.graph.to_text(id, 1000) + "\n";
    }
    return text;
}

}  // namespace sbst::test_support
