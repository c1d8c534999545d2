// SPDX-License-Identifier: Apache-2.0
#include "avm_search.hpp"

#include "inversion.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionId;
using symbolic::SortKind;

bool AvmSearch::search(VariableId id)
{
    switch (variable(id).sort.kind)
    {
        case SortKind::string:
            return search_string(id);
        case SortKind::float32:
        case SortKind::float64:
            return search_number(id);
        default:
            return search_scale(id, Scale(variable(id)));
    }
}

bool AvmSearch::search_with_repairs(VariableId id)
{
    if (variable(id).sort.kind == SortKind::string)
    {
        return false;
    }
    m_repairs = true;
    const bool is_better = search(id);
    m_repairs = false;
    return is_better;
}

bool AvmSearch::attempt(VariableId id, Datum value)
{
    return m_repairs ? attempt_with_repairs(id, std::move(value)) :
                       m_state.improve(id, std::move(value));
}

bool AvmSearch::attempt_with_repairs(VariableId id, Datum value)
{
    if (m_state.is_over() || is_same(value, m_state.value(id)))
    {
        return false;
    }
    m_state.begin_group();
    m_state.put(id, std::move(value));
    std::vector<VariableId> moved{id};
    repair_all(moved);
    return m_state.end_group();
}

/// Makes constraints true again that the group has violated.
void AvmSearch::repair_all(std::vector<VariableId>& moved)
{
    constexpr unsigned most_repairs = 3;
    for (unsigned i = 0; i < most_repairs && repair(moved); ++i)
    {
    }
}

/// Makes the first constraint true again that the group has violated, by another variable.
bool AvmSearch::repair(std::vector<VariableId>& moved)
{
    const std::optional<std::size_t> broken = m_state.broken_in_group();
    if (!broken || m_state.is_over())
    {
        return false;
    }
    constexpr std::size_t most_tries = 6;
    Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
    std::optional<Proposal> best;
    Score best_score = m_state.score();
    std::size_t tries = 0;
    for (Proposal& proposal : inversion.proposals(m_state.constraints()[*broken], true))
    {
        if (std::ranges::find(moved, proposal.variable) != moved.end())
        {
            continue;
        }
        if (m_state.try_value(proposal.variable, proposal.value) &&
            m_state.trial_score() < best_score)
        {
            best_score = m_state.trial_score();
            best = std::move(proposal);
        }
        if (++tries == most_tries)
        {
            break;
        }
    }
    if (!best)
    {
        return false;
    }
    moved.push_back(best->variable);
    m_state.put(best->variable, std::move(best->value));
    return true;
}

bool AvmSearch::invert()
{
    bool is_better = false;
    for (std::size_t i = 0; i < m_state.constraints().size() && !m_state.is_over(); ++i)
    {
        is_better = (m_state.is_violated(i) && invert(i)) || is_better;
    }
    return is_better;
}

/// Keeps the first proposal that leaves fewer violated constraints, else the best one.
bool AvmSearch::invert(std::size_t constraint)
{
    Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
    std::optional<Proposal> best;
    Score best_score = m_state.score();
    for (Proposal& proposal : inversion.proposals(m_state.constraints()[constraint], true))
    {
        if (!m_state.try_value(proposal.variable, proposal.value) ||
            !(m_state.trial_score() < best_score))
        {
            continue;
        }
        best_score = m_state.trial_score();
        if (best_score.violated < m_state.score().violated)
        {
            m_state.keep();
            return true;
        }
        best = std::move(proposal);
    }
    if (!best)
    {
        return false;
    }
    m_state.put(best->variable, std::move(best->value));
    return true;
}

bool AvmSearch::invert_with_repairs()
{
    for (std::size_t i = 0; i < m_state.constraints().size() && !m_state.is_over(); ++i)
    {
        if (!m_state.is_violated(i))
        {
            continue;
        }
        Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
        for (Proposal& proposal : inversion.proposals(m_state.constraints()[i], true))
        {
            if (attempt_with_repairs(proposal.variable, std::move(proposal.value)))
            {
                return true;
            }
        }
    }
    return false;
}

bool AvmSearch::invert_twice()
{
    for (std::size_t i = 0; i < m_state.constraints().size() && !m_state.is_over(); ++i)
    {
        if (!m_state.is_violated(i))
        {
            continue;
        }
        const ExpressionId constraint = m_state.constraints()[i];
        Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
        for (Proposal& first : inversion.proposals(constraint, true))
        {
            if (attempt_twice(std::move(first), constraint))
            {
                return true;
            }
        }
    }
    return false;
}

bool AvmSearch::attempt_twice(Proposal first, ExpressionId constraint)
{
    if (m_state.is_over() || is_same(first.value, m_state.value(first.variable)))
    {
        return false;
    }
    constexpr std::size_t most_tries = 8;
    m_state.begin_group();
    std::vector<VariableId> moved{first.variable};
    m_state.put(first.variable, std::move(first.value));
    Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
    std::size_t tries = 0;
    for (Proposal& second : inversion.proposals(constraint, true))
    {
        if (second.variable == moved.front() || m_state.is_over() || ++tries > most_tries)
        {
            continue;
        }
        m_state.try_value(second.variable, std::move(second.value));
        if (m_state.trial_evaluated().is_true(constraint))
        {
            m_state.keep();
            moved.push_back(second.variable);
            break;
        }
    }
    repair_all(moved);
    return m_state.end_group();
}

bool AvmSearch::suggest(VariableId id)
{
    bool is_better = false;
    for (Datum& datum : suggestions(variable(id), m_mentioned))
    {
        is_better = m_state.improve(id, std::move(datum)) || is_better;
    }
    if (variable(id).sort.kind == SortKind::string)
    {
        is_better = suggest_strings(id) || is_better;
    }
    return is_better;
}

}  // namespace sbst::dse
