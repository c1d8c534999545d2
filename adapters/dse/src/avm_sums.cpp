// SPDX-License-Identifier: Apache-2.0
// Equalities of sums, and of mixed bits, solved together.
#include "avm_search.hpp"
#include "bit_system.hpp"
#include "inversion.hpp"
#include "linear_system.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionId;

bool AvmSearch::solve_sums()
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    std::set<unsigned> widths;
    for (std::size_t i = 0; i < m_state.constraints().size(); ++i)
    {
        if (!m_state.is_violated(i))
        {
            continue;
        }
        for (const ExpressionId equality : equalities_of_words(graph, m_state.constraints()[i]))
        {
            for (const ExpressionId side : graph.operands(equality))
            {
                widths.insert(graph[side].sort.width);
                if (graph[side].op == symbolic::Op::extract)
                {
                    widths.insert(graph[graph.operand(side, 0)].sort.width);
                }
            }
        }
    }
    return std::ranges::any_of(widths, [this](unsigned width) { return solve_sums(width); });
}

bool AvmSearch::solve_sums(unsigned width)
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    LinearSystem system(graph, m_state.evaluated(), width);
    for (const ExpressionId constraint : m_state.constraints())
    {
        for (const ExpressionId equality : equalities_of_words(graph, constraint))
        {
            system.add(equality);
        }
    }
    if (system.size() == 0 || m_state.is_over())
    {
        return false;
    }
    const auto solved = system.solved();
    return solved && set_words(system.atoms(), *solved);
}

bool AvmSearch::solve_bits()
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    BitSystem system(graph, m_state.evaluated());
    for (const ExpressionId constraint : m_state.constraints())
    {
        for (const ExpressionId equality : equalities_of_words(graph, constraint))
        {
            system.add(equality);
        }
    }
    const auto solved = system.solved();
    return solved && set_words(system.atoms(), *solved);
}

/// Tells whether the score became better with all of them.
bool AvmSearch::set_words(std::span<const Atom> atoms, std::span<const U256> values)
{
    m_state.begin_group();
    std::vector<VariableId> moved;
    for (std::size_t i = 0; i < atoms.size(); ++i)
    {
        const bool is_new = atoms[i].expression.is_valid() && values[i] != atoms[i].value;
        if (is_new && !set_word(atoms[i].expression, values[i], moved))
        {
            break;
        }
    }
    repair_all(moved);
    return m_state.end_group();
}

/// Puts a value of one variable that makes the word be that.
bool AvmSearch::set_word(ExpressionId word, const U256& value, std::vector<VariableId>& moved)
{
    Inversion inversion(m_state.graph(), m_state.evaluated(), m_congruences);
    for (Proposal& proposal : inversion.proposals(word, value))
    {
        if (m_state.is_over())
        {
            return false;
        }
        const VariableId variable = proposal.variable;
        m_state.try_value(proposal.variable, std::move(proposal.value));
        if (m_state.trial_evaluated().word(word) == value)
        {
            m_state.keep();
            moved.push_back(variable);
            return true;
        }
    }
    return false;
}

}  // namespace sbst::dse
