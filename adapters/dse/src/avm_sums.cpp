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

/// Those of violated constraints first: systems have limits.
std::vector<ExpressionId> AvmSearch::equalities() const
{
    std::vector<ExpressionId> all;
    for (const bool is_violated : {true, false})
    {
        for (std::size_t i = 0; i < m_state.constraints().size(); ++i)
        {
            if (m_state.is_violated(i) == is_violated)
            {
                all.insert(all.end(), m_equalities[i].begin(), m_equalities[i].end());
            }
        }
    }
    return all;
}

bool AvmSearch::solve_sums()
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    std::set<unsigned> widths;
    for (const ExpressionId equality : equalities())
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
    return std::ranges::any_of(widths, [this](unsigned width) { return solve_sums(width); });
}

bool AvmSearch::solve_sums(unsigned width)
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    LinearSystem system(graph, m_state.evaluated(), width);
    for (const ExpressionId constraint : m_state.constraints())
    {
        system.bound(constraint);
    }
    for (const ExpressionId equality : equalities())
    {
        system.add(equality);
    }
    if (system.size() == 0 || m_state.is_over())
    {
        return false;
    }
    const auto solved = system.solved();
    return solved && set_words(system.atoms(), *solved);
}

bool AvmSearch::solve_products()
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    for (std::size_t i = 0; i < m_state.constraints().size() && !m_state.is_over(); ++i)
    {
        if (!m_state.is_violated(i))
        {
            continue;
        }
        for (const ExpressionId equality : m_equalities[i])
        {
            const auto x = graph.operands(equality);
            for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
            {
                const U256 value = m_state.evaluated().word(x[1 - side]);
                if (graph[x[side]].op == symbolic::Op::mul && bit_width(value) <= 64 &&
                    !is_zero(value) && solve_product(x[side], low64(value)))
                {
                    return true;
                }
            }
        }
    }
    return false;
}

/// By its small factors, the greatest first.
bool AvmSearch::solve_product(ExpressionId product, std::uint64_t value)
{
    constexpr std::uint64_t max_factor = 1U << 18U;
    constexpr std::size_t most_factors = 16;
    const auto x = m_state.graph().operands(product);
    if (m_state.graph().is_constant(x[0]) || m_state.graph().is_constant(x[1]) || x[0] == x[1])
    {
        return false;
    }
    std::vector<std::uint64_t> factors;
    for (std::uint64_t factor = 1; factor <= max_factor && factor <= value / factor; ++factor)
    {
        if (value % factor == 0)
        {
            factors.push_back(factor);
        }
    }
    std::ranges::reverse(factors);
    factors.resize(std::min(factors.size(), most_factors));
    for (const std::uint64_t factor : factors)
    {
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
        {
            const std::vector<Atom> atoms{{x[i], {}, {}, m_state.evaluated().word(x[i])},
                {x[1 - i], {}, {}, m_state.evaluated().word(x[1 - i])}};
            if (set_words(atoms, std::vector<U256>{U256{factor}, U256{value / factor}}))
            {
                return true;
            }
        }
    }
    return false;
}

bool AvmSearch::solve_bits()
{
    const symbolic::ExpressionGraph& graph = m_state.graph();
    BitSystem system(graph, m_state.evaluated());
    for (const ExpressionId equality : equalities())
    {
        system.add(equality);
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
