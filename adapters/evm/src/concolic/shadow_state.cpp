// SPDX-License-Identifier: Apache-2.0
#include "shadow_state.hpp"

#include <utility>

namespace sbst::evm
{

void ShadowState::clear()
{
    m_writes.clear();
    m_latest.clear();
    m_hangs_on_literals = false;
}

std::uint32_t ShadowState::latest(const Place& place) const
{
    const auto found = m_latest.find({place.account, place.space});
    return found == m_latest.end() ? nothing : found->second;
}

void ShadowState::write(const Place& place, const U256& value, ExpressionId expression)
{
    const std::uint32_t previous = latest(place);
    m_latest[{place.account, place.space}] = static_cast<std::uint32_t>(m_writes.size());
    m_writes.push_back({place, value, expression, previous});
    m_hangs_on_literals =
        m_hangs_on_literals || expression.is_valid() || place.key_expression.is_valid();
}

void ShadowState::revert(std::size_t checkpoint)
{
    while (m_writes.size() > checkpoint)
    {
        const Write& last = m_writes.back();
        m_latest[{last.place.account, last.place.space}] = last.previous;
        m_writes.pop_back();
    }
}

void ShadowState::forget(const U256& account)
{
    for (const Space space : {Space::storage, Space::transient, Space::balance})
    {
        m_latest.erase({account, space});
    }
}

void ShadowState::end_transaction()
{
    std::erase_if(
        m_latest, [](const auto& entry) { return entry.first.space == Space::transient; });
}

ShadowState::Candidates ShadowState::candidates(
    ExpressionGraph& graph, const KnownHashes& hashes, const Place& place) const
{
    const auto as_expression = [&graph](ExpressionId expression, const U256& word) {
        return expression.is_valid() ? expression : graph.bit_vector(word, word_width);
    };
    Candidates found;
    const ExpressionId key = as_expression(place.key_expression, place.key);
    found.condition = graph.boolean(true);
    std::size_t granted = 0;
    for (std::uint32_t i = latest(place); i != nothing; i = m_writes[i].previous)
    {
        const Write& write = m_writes[i];
        const bool is_own = write.place.key == place.key;
        // Keys without expressions agree or not.
        const bool is_certain =
            !write.place.key_expression.is_valid() && !place.key_expression.is_valid();
        if (is_certain && !is_own)
        {
            continue;
        }
        const ExpressionId word = as_expression(write.expression, write.value);
        const ExpressionId agrees =
            is_certain ? graph.boolean(true) :
                         same_place(graph, hashes, key,
                             as_expression(write.place.key_expression, write.place.key));
        if (graph.is_false(agrees))
        {
            continue;
        }
        if (graph.is_true(agrees))
        {
            found.rest = word;
            found.has_met_own = true;
            break;
        }
        if (found.choices.size() == max_choices)
        {
            if (++granted > max_granted)
            {
                found.is_cut = true;
                break;
            }
            // From here on things stay as they were in the run.
            const ExpressionId as_was = is_own ? agrees : graph.negation(agrees);
            found.condition = graph.make(Do::and_, {found.condition, as_was});
            if (is_own)
            {
                found.rest = word;
                found.has_met_own = true;
                break;
            }
            continue;
        }
        found.choices.push_back({agrees, word});
        found.has_met_own = found.has_met_own || is_own;
    }
    return found;
}

ShadowState::Reading ShadowState::read(
    ExpressionGraph& graph, const KnownHashes& hashes, const Place& place, const U256& value) const
{
    const Candidates found = candidates(graph, hashes, place);
    if (found.is_cut)
    {
        return {{}, graph.boolean(true), true};
    }
    if (found.choices.empty() && !found.rest.is_valid())
    {
        return {{}, found.condition, false};
    }
    // What was there before the test: the run's word, if no write of the test gave it.
    ExpressionId word = found.rest.is_valid() ?
                            found.rest :
                            graph.bit_vector(found.has_met_own ? U256{} : value, word_width);
    for (std::size_t i = found.choices.size(); i > 0; --i)
    {
        const Choice& choice = found.choices[i - 1];
        word = graph.make(Do::ite, {choice.agrees, choice.word, word});
    }
    return {graph.is_constant(word) ? ExpressionId{} : word, found.condition, false};
}

}  // namespace sbst::evm
