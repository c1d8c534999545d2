// SPDX-License-Identifier: Apache-2.0
#include "avm_state.hpp"

#include "scale.hpp"

#include <sbst/symbolic/distance.hpp>

#include <algorithm>
#include <utility>

namespace sbst::dse
{

using symbolic::Assignment;
using symbolic::Datum;
using symbolic::VariableId;

namespace
{

/// The variables of each constraint, ascending.
std::vector<std::vector<VariableId>> variables_by_constraint(const Query& query)
{
    std::vector<std::vector<VariableId>> result;
    std::vector<std::size_t> last_met(query.graph.size(), 0);  // by expression: a constraint + 1
    std::vector<symbolic::ExpressionId> waiting;
    for (const symbolic::ExpressionId constraint : query.constraints)
    {
        std::vector<VariableId>& variables = result.emplace_back();
        waiting.assign(1, constraint);
        while (!waiting.empty())
        {
            const symbolic::ExpressionId id = waiting.back();
            waiting.pop_back();
            if (std::exchange(last_met[id.index()], result.size()) == result.size())
            {
                continue;
            }
            if (query.graph[id].op == symbolic::Op::variable)
            {
                variables.emplace_back(query.graph[id].a);
            }
            const auto operands = query.graph.operands(id);
            waiting.insert(waiting.end(), operands.begin(), operands.end());
        }
        std::ranges::sort(variables);
    }
    return result;
}

}  // namespace

AvmState::AvmState(
    const Query& query, std::uint64_t most_evaluations, std::uint64_t most_operations)
  : m_query(query),
    m_most(most_evaluations),
    m_most_operations(most_operations),
    m_evaluator(query.graph, query.constraints),
    m_assignment(query.start),
    m_variables_of(variables_by_constraint(query)),
    m_constraints_of(query.graph.variable_count()),
    m_operations_of(query.graph.variable_count()),
    m_distances(query.constraints.size()),
    m_trial_distances(query.constraints.size())
{
    for (std::size_t i = 0; i < query.constraints.size(); ++i)
    {
        const std::size_t operations = query.graph.size_of(query.constraints[i]);
        for (const VariableId variable : m_variables_of[i])
        {
            m_operations_of[variable.index()] += operations;
            m_constraints_of[variable.index()].push_back(static_cast<std::uint32_t>(i));
        }
    }
    evaluate_all();
}

/// Asks now and then whether the answer is still needed.
void AvmState::count_evaluation()
{
    constexpr std::uint64_t between = 64;
    ++m_evaluations;
    m_is_called_off = m_is_called_off || (m_evaluations % between == 0 && dse::is_over(m_query));
}

void AvmState::evaluate_all()
{
    count_evaluation();
    m_evaluator.evaluate(m_assignment);
    for (std::size_t i = 0; i < m_distances.size(); ++i)
    {
        m_distances[i] =
            symbolic::distance_of(m_query.graph, m_evaluator, m_query.constraints[i]).to_true;
    }
    m_trial_distances = m_distances;
    m_score = score_of(m_distances);
    m_tried.reset();
}

Score AvmState::score_of(std::span<const Distance> distances) const
{
    Score score;
    for (const Distance& distance : distances)
    {
        if (is_zero(distance))
        {
            continue;
        }
        ++score.violated;
        if (distance.level > 0)
        {
            ++score.infinite;
        }
        else
        {
            score.sum = score.sum + distance;
        }
    }
    return score;
}

const Datum& AvmState::value(VariableId variable) const
{
    return m_tried == variable ? m_kept_value : m_assignment[variable.index()];
}

const symbolic::Evaluator& AvmState::evaluated()
{
    take_back();
    return m_evaluator;
}

const Assignment& AvmState::assignment()
{
    take_back();
    return m_assignment;
}

std::vector<VariableId> AvmState::variables_of_violated() const
{
    std::vector<VariableId> result;
    for (std::size_t i = 0; i < m_distances.size(); ++i)
    {
        if (is_violated(i))
        {
            result.insert(result.end(), m_variables_of[i].begin(), m_variables_of[i].end());
        }
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

void AvmState::take_back()
{
    if (!m_tried)
    {
        return;
    }
    m_assignment[m_tried->index()] = std::move(m_kept_value);
    m_evaluator.evaluate(m_assignment, *m_tried);
    ++m_evaluations;
    for (const std::uint32_t constraint : m_constraints_of[m_tried->index()])
    {
        m_trial_distances[constraint] = m_distances[constraint];
    }
    m_tried.reset();
}

bool AvmState::try_value(VariableId variable, Datum value)
{
    m_changes.clear();
    if (is_over() || is_same(value, this->value(variable)))
    {
        m_trial_score = m_score;
        return false;
    }
    if (m_tried && *m_tried != variable)
    {
        take_back();
    }
    if (!m_tried)
    {
        m_kept_value = std::move(m_assignment[variable.index()]);
        m_tried = variable;
    }
    m_assignment[variable.index()] = std::move(value);
    evaluate_trial(variable);
    return m_trial_score < m_score;
}

void AvmState::evaluate_trial(VariableId variable)
{
    count_evaluation();
    m_operations += m_operations_of[variable.index()];
    m_evaluator.evaluate(m_assignment, variable);
    for (const std::uint32_t i : m_constraints_of[variable.index()])
    {
        m_trial_distances[i] =
            symbolic::distance_of(m_query.graph, m_evaluator, m_query.constraints[i]).to_true;
        if (!is_zero(m_distances[i]) && m_trial_distances[i] != m_distances[i])
        {
            m_changes.push_back({i, m_distances[i], m_trial_distances[i]});
        }
    }
    m_trial_score = score_of(m_trial_distances);
}

void AvmState::keep()
{
    if (!m_tried)
    {
        return;
    }
    if (m_is_in_group)
    {
        m_undos.push_back({*m_tried, std::move(m_kept_value)});
    }
    for (const std::uint32_t i : m_constraints_of[m_tried->index()])
    {
        m_distances[i] = m_trial_distances[i];
    }
    m_score = m_trial_score;
    m_tried.reset();
}

bool AvmState::improve(VariableId variable, Datum value)
{
    if (!try_value(variable, std::move(value)))
    {
        return false;
    }
    keep();
    return true;
}

bool AvmState::drift(VariableId variable, Datum value)
{
    if (is_over() || is_same(value, this->value(variable)))
    {
        return false;
    }
    try_value(variable, std::move(value));
    if (m_score < m_trial_score)
    {
        return false;
    }
    keep();
    return true;
}

void AvmState::put(VariableId variable, Datum value)
{
    if (!is_over() && !is_same(value, this->value(variable)))
    {
        try_value(variable, std::move(value));
        keep();
    }
}

void AvmState::restart(Assignment assignment)
{
    m_assignment = std::move(assignment);
    evaluate_all();
}

void AvmState::begin_group()
{
    take_back();
    m_is_in_group = true;
    m_undos.clear();
    m_distances_before_group = m_distances;
    m_score_before_group = m_score;
}

std::optional<std::size_t> AvmState::broken_in_group() const
{
    for (std::size_t i = 0; i < m_distances.size(); ++i)
    {
        if (is_violated(i) && is_zero(m_distances_before_group[i]))
        {
            return i;
        }
    }
    return std::nullopt;
}

bool AvmState::end_group()
{
    take_back();
    m_is_in_group = false;
    m_changes.clear();
    for (std::uint32_t i = 0; i < m_distances.size(); ++i)
    {
        const Distance& before = m_distances_before_group[i];
        if (!is_zero(before) && before != m_distances[i])
        {
            m_changes.push_back({i, before, m_distances[i]});
        }
    }
    if (m_score < m_score_before_group)
    {
        return true;
    }
    for (std::size_t i = m_undos.size(); i-- > 0;)
    {
        m_assignment[m_undos[i].variable.index()] = std::move(m_undos[i].value);
        m_evaluator.evaluate(m_assignment, m_undos[i].variable);
        ++m_evaluations;
    }
    m_distances = m_distances_before_group;
    m_trial_distances = m_distances;
    m_score = m_score_before_group;
    return false;
}

}  // namespace sbst::dse
