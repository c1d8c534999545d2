// SPDX-License-Identifier: Apache-2.0
// Equalities modulo powers of two, solved from the lowest bit on.
#include "avm_search.hpp"
#include "word_bits.hpp"

#include <algorithm>
#include <utility>

namespace sbst::dse
{

using symbolic::ExpressionGraph;
using symbolic::ExpressionId;
using symbolic::SortKind;

namespace
{

/// Low bits that the sides of an equality share.
unsigned equal_low_bits(
    const ExpressionGraph& graph, const symbolic::Evaluator& evaluated, ExpressionId equality)
{
    const auto x = graph.operands(equality);
    return trailing_zeros(evaluated.word(x[0]) ^ evaluated.word(x[1]));
}

}  // namespace

bool AvmSearch::lift(VariableId id)
{
    if (variable(id).sort.kind != SortKind::bit_vector || !variable(id).domain.members.empty())
    {
        return false;
    }
    std::vector<ExpressionId> equalities;
    for (std::size_t i = 0; i < m_state.constraints().size(); ++i)
    {
        if (m_state.is_violated(i) && std::ranges::count(m_state.variables_of(i), id) > 0)
        {
            equalities.insert(equalities.end(), m_equalities[i].begin(), m_equalities[i].end());
        }
    }
    return std::ranges::any_of(
        equalities, [&](ExpressionId equality) { return lift(id, equality); });
}

/// Depth first: each bit that is flipped must make more low bits equal.
bool AvmSearch::lift(VariableId id, ExpressionId equality)
{
    struct Place
    {
        U256 word;
        unsigned equal_bits;
        unsigned next_flip;  // the number of bits below the first unequal one
    };
    constexpr unsigned flips = 4;
    const ExpressionGraph& graph = m_state.graph();
    const unsigned width = graph[graph.operand(equality, 0)].sort.width;
    const U256& word = std::get<U256>(m_state.value(id));
    std::vector<Place> path{{word, equal_low_bits(graph, m_state.evaluated(), equality), 0}};
    for (unsigned tries = 8 * width; tries > 0 && !path.empty() && !m_state.is_over(); --tries)
    {
        Place& place = path.back();
        if (place.next_flip == flips || place.next_flip > place.equal_bits)
        {
            path.pop_back();
            continue;
        }
        const unsigned bit = place.equal_bits - place.next_flip++;
        const U256 flipped = place.word ^ U256::power_of_two(bit);
        const unsigned least = place.equal_bits;
        if (bit >= variable(id).sort.width || !is_same(fitted(variable(id), flipped), flipped))
        {
            continue;
        }
        if (m_state.improve(id, flipped))
        {
            return true;
        }
        const unsigned equal_bits = equal_low_bits(graph, m_state.trial_evaluated(), equality);
        if (equal_bits > least && equal_bits < width)
        {
            path.push_back({flipped, equal_bits, 0});
        }
    }
    return false;
}

}  // namespace sbst::dse
