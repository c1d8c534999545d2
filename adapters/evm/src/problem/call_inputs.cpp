// SPDX-License-Identifier: Apache-2.0
#include "call_inputs.hpp"

#include <algorithm>

namespace sbst::evm
{

CallInputs::CallInputs(const CallTarget& target, const Callable& callable,
    const AbiParameters* arguments, std::span<const Actor> actors)
  : m_target(&target), m_callable(&callable), m_actors(actors)
{
    for (std::size_t i = 0; arguments != nullptr && i < arguments->size(); ++i)
    {
        m_heads.push_back(m_end);
        const AbiType& type = arguments->types[i];
        m_is_address.push_back(type.kind() == AbiKind::address);
        m_is_word.push_back(!type.is_dynamic() && type.kind() != AbiKind::tuple &&
                            type.kind() != AbiKind::fixed_array);
        const bool is_list = type.kind() == AbiKind::array || type.kind() == AbiKind::fixed_array;
        if (is_list && type.element().kind() == AbiKind::address)
        {
            m_account_lists.push_back(i);
        }
        m_end += type.head_size();
    }
}

std::optional<std::size_t> CallInputs::parameter_of(const Term& term) const
{
    switch (term.kind)
    {
        case TermKind::argument:
        {
            const auto parameter = parameter_with(term.value);
            return parameter && m_is_word[*parameter] ? parameter : std::nullopt;
        }
        case TermKind::sender:
            return m_target->sender;
        case TermKind::sent_value:
            return m_target->value;
        case TermKind::timestamp:
            return m_target->time_step;
        case TermKind::block_number:
            return m_target->block_step;
        default:
            return std::nullopt;
    }
}

/// The argument that has the word at an offset in its head.
std::optional<std::size_t> CallInputs::parameter_with(const U256& offset) const
{
    if (m_heads.empty() || !(offset < U256{m_end}))
    {
        return std::nullopt;
    }
    const auto behind = std::upper_bound(m_heads.begin(), m_heads.end(), low64(offset));
    return static_cast<std::size_t>(behind - m_heads.begin()) - 1;
}

std::vector<std::size_t> CallInputs::parameters_of(const StorageFacts& facts, TermId term) const
{
    std::set<std::size_t> found;
    std::set<TermId> seen;
    collect(facts, term, found, seen);
    return {found.begin(), found.end()};
}

void CallInputs::collect(const StorageFacts& facts, TermId id, std::set<std::size_t>& found,
    std::set<TermId>& seen) const
{
    if (!seen.insert(id).second)
    {
        return;
    }
    const Term& term = facts[id];
    if (const auto parameter =
            term.kind == TermKind::argument ? parameter_with(term.value) : parameter_of(term))
    {
        found.insert(*parameter);
    }
    // The keys of what is read decide which place it is, not what is there.
    if (term.kind == TermKind::operation || term.kind == TermKind::choice)
    {
        for (const TermId operand : term.operands)
        {
            collect(facts, operand, found, seen);
        }
    }
}

bool CallInputs::is_account(std::size_t parameter) const
{
    return parameter == m_target->sender ||
           (parameter < m_is_address.size() && m_is_address[parameter]);
}

std::optional<Value> CallInputs::value_of(std::size_t parameter, const U256& word) const
{
    if (!is_account(parameter))
    {
        return Value(word);
    }
    for (std::size_t i = 0; i < m_actors.size(); ++i)
    {
        if (m_actors[i].address.to_word() == word)
        {
            return Value(U256{i});
        }
    }
    return std::nullopt;
}

}  // namespace sbst::evm
