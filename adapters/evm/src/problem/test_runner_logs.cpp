// SPDX-License-Identifier: Apache-2.0
// What the machine and its shadow noted of one call, as entries of the trace.
#include "test_runner.hpp"

#include <algorithm>

namespace sbst::evm
{

/// The same for all tests: the account of the contract hangs on who created it, and items of a
/// mapping on their keys.
std::string TestRunner::location_of(const ShadowAccess& access) const
{
    const Address account = Address::from_word(access.place.account);
    const bool is_balance = access.place.space == ShadowState::Space::balance;
    return (account == m_contract ? "" : account.to_hex()) + "/" +
           (is_balance ? "balance" : m_shadow.slot_of(access.place.key));
}

void TestRunner::take_logs(std::size_t call, Trace& trace)
{
    const auto number = static_cast<std::uint32_t>(call);
    for (; m_values_seen < m_trace.values().size(); ++m_values_seen)
    {
        const ComparedValues& seen = m_trace.values()[m_values_seen];
        const std::size_t first = seen.is_creation ? m_setup->runtime->jumpis().size() : 0;
        trace.values.push({.call = number,
            .predicate = seen.jump ? PredicateId(first + *seen.jump) : PredicateId{},
            .left = Value(seen.a),
            .right = Value(seen.b)});
    }
    for (; m_accesses_seen < m_trace.accesses().size(); ++m_accesses_seen)
    {
        const StorageAccess& seen = m_trace.accesses()[m_accesses_seen];
        trace.state.push({.call = number,
            .is_write = seen.is_write,
            .location = seen.account.to_hex() + "/" + seen.key.to_hex(),
            .value = Value(seen.value)});
    }
}

void TestRunner::take_path(const TestCase& test, std::size_t call, Trace& trace) const
{
    if (m_symbolic == nullptr)
    {
        return;
    }
    for (const ShadowAccess& seen : m_shadow.accesses())
    {
        trace.state.push({.call = static_cast<std::uint32_t>(call),
            .is_write = seen.is_write,
            .location = location_of(seen),
            .value = Value(seen.value)});
    }
    const auto& contexts = m_setup->contexts_of_callable[test.calls[call].callable.index()];
    for (const ShadowCondition& condition : m_shadow.conditions())
    {
        PathCondition taken{.call = static_cast<std::uint32_t>(call),
            .outcome = condition.outcome,
            .condition = condition.condition,
            .is_decision = condition.is_decision};
        if (condition.trace != nullptr)
        {
            const bool in_creation = condition.trace == &m_trace.creation();
            taken.predicate =
                PredicateId(condition.jump + (in_creation ? m_setup->runtime->jumpis().size() : 0));
            const auto context = std::ranges::find(contexts, condition.jump, &JumpInContext::jump);
            if (!in_creation && condition.is_direct && context != contexts.end())
            {
                taken.context = context->context;
            }
        }
        trace.path.push(taken);
    }
}

}  // namespace sbst::evm
