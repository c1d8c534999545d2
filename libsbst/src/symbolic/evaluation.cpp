// SPDX-License-Identifier: Apache-2.0
#include "apply.hpp"
#include "below.hpp"

#include <sbst/symbolic/evaluation.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace sbst::symbolic
{

namespace
{

/// The expressions below the roots, ascending.
std::vector<ExpressionId> expressions_below(
    const ExpressionGraph& graph, std::span<const ExpressionId> roots)
{
    const std::vector<bool> is_below = marks_below(graph, roots);
    std::vector<ExpressionId> result;
    for (std::size_t i = 0; i < is_below.size(); ++i)
    {
        if (is_below[i])
        {
            result.emplace_back(i);
        }
    }
    return result;
}

/// The places that hang on a place, itself included, ascending.
std::vector<std::uint32_t> places_above(
    std::uint32_t place, const std::vector<std::vector<std::uint32_t>>& users)
{
    std::vector<bool> is_above(users.size(), false);
    std::vector<std::uint32_t> result{place};
    for (std::size_t next = 0; next < result.size(); ++next)
    {
        for (const std::uint32_t user : users[result[next]])
        {
            if (!is_above[user])
            {
                is_above[user] = true;
                result.push_back(user);
            }
        }
    }
    std::ranges::sort(result);
    return result;
}

}  // namespace

Evaluator::Evaluator(const ExpressionGraph& graph, std::span<const ExpressionId> roots)
  : m_graph(&graph), m_order(expressions_below(graph, roots)), m_values(m_order.size())
{
    m_place.resize(m_order.empty() ? 0 : m_order.back().index() + 1);
    std::vector<std::vector<std::uint32_t>> users(m_order.size());
    std::vector<std::pair<VariableId, std::uint32_t>> variables;
    for (std::uint32_t place = 0; place < m_order.size(); ++place)
    {
        const ExpressionId id = m_order[place];
        m_place[id.index()] = place;
        for (const ExpressionId operand : graph.operands(id))
        {
            users[m_place[operand.index()]].push_back(place);
        }
        if (graph[id].op == Op::constant)
        {
            m_values[place] = datum_of_constant(graph, id);
        }
        if (graph[id].op == Op::variable)
        {
            variables.emplace_back(VariableId(graph[id].a), place);
        }
    }
    std::ranges::sort(variables);
    for (const auto& [variable, place] : variables)
    {
        m_variables.push_back(variable);
        m_users.push_back(places_above(place, users));
    }
}

void Evaluator::evaluate(const Assignment& assignment)
{
    for (std::size_t place = 0; place < m_order.size(); ++place)
    {
        compute(place, assignment);
    }
}

void Evaluator::evaluate(const Assignment& assignment, VariableId changed)
{
    const auto found = std::ranges::lower_bound(m_variables, changed);
    if (found == m_variables.end() || *found != changed)
    {
        return;
    }
    for (const std::uint32_t place : m_users[std::size_t(found - m_variables.begin())])
    {
        compute(place, assignment);
    }
}

void Evaluator::compute(std::size_t place, const Assignment& assignment)
{
    const ExpressionId id = m_order[place];
    const Node& node = (*m_graph)[id];
    Datum& value = m_values[place];
    if (node.op == Op::constant)
    {
        return;
    }
    if (node.op == Op::variable)
    {
        value = assignment[node.a];
        return;
    }
    const std::span<const ExpressionId> operands = m_graph->operands(id);
    m_operands.clear();
    for (const ExpressionId operand : operands)
    {
        m_operands.push_back(&m_values[m_place[operand.index()]]);
    }
    const bool is_word =
        node.sort.kind == SortKind::boolean || node.sort.kind == SortKind::bit_vector;
    if (node.op == Op::ite)
    {
        value = *m_operands[is_zero(*std::get_if<U256>(m_operands[0])) ? 2 : 1];
    }
    else if (is_word)
    {
        *std::get_if<U256>(&value) = word_of_operands({*m_graph, node, operands, m_operands});
    }
    else
    {
        value = apply(*m_graph, node, operands, m_operands);
    }
}

Datum evaluate(const ExpressionGraph& graph, ExpressionId id, const Assignment& assignment)
{
    Evaluator evaluator(graph, std::span(&id, 1));
    evaluator.evaluate(assignment);
    return evaluator.value(id);
}

}  // namespace sbst::symbolic
