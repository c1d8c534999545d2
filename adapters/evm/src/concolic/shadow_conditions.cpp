// SPDX-License-Identifier: Apache-2.0
// What a transaction decided, and what it took for granted.
#include "shadow_machine.hpp"

namespace sbst::evm
{

using symbolic::Concretised;

void ShadowMachine::decide(const Frame& f, std::size_t height)
{
    if (m_conditions.size() == max_conditions)
    {
        // Nothing more is recorded, so that no expression is needed.
        if (at(height - 1).is_valid() || at(height - 2).is_valid())
        {
            count(Concretised::limit);
        }
        return;
    }
    take_for_granted(at(height - 1), f.sp[-1]);
    ShadowCondition condition{.outcome = !is_zero(f.sp[-2])};
    if (const ExpressionId word = at(height - 2); word.is_valid())
    {
        const ExpressionId is_zero_word = graph().equal(word, graph().bit_vector({}, word_width));
        const ExpressionId taken = graph().negation(is_zero_word);
        condition.condition = graph().is_constant(taken) ? ExpressionId{} : taken;
    }
    const auto number = f.code->marks()[static_cast<std::size_t>(f.pc - f.code->padded())];
    if (f.trace != nullptr && number < f.jump_count)
    {
        condition.trace = f.trace;
        condition.jump = number;
        condition.is_direct = f.context == CodeTrace::direct;
    }
    // What hangs on no literal is only told where it was, not how often.
    const bool is_new =
        condition.condition.is_valid() ||
        (condition.trace != nullptr && m_concrete.insert(condition.trace, condition.jump,
                                           condition.outcome, condition.is_direct));
    if (is_new)
    {
        add_condition(condition);
    }
}

void ShadowMachine::take_for_granted(ExpressionId expression, const U256& word)
{
    if (!expression.is_valid())
    {
        return;
    }
    const ExpressionId is_so = graph().equal(expression, graph().bit_vector(word, word_width));
    if (m_granted.insert(is_so).second)
    {
        count(Concretised::place);
        add_condition({.outcome = true, .condition = is_so, .is_decision = false});
    }
}

void ShadowMachine::add_condition(const ShadowCondition& condition)
{
    if (condition.condition.is_valid() && graph().is_constant(condition.condition))
    {
        return;
    }
    if (m_conditions.size() == max_conditions)
    {
        count(Concretised::limit);
        return;
    }
    m_conditions.push_back(condition);
}

void ShadowMachine::add_access(const ShadowState::Place& place, bool is_write, const U256& value)
{
    // Transient storage ends with the transaction.
    if (m_notes_accesses && place.space != ShadowState::Space::transient &&
        m_accesses.size() < max_accesses)
    {
        m_accesses.push_back({place, is_write, value});
    }
}

}  // namespace sbst::evm
