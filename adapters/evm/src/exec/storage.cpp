// SPDX-License-Identifier: Apache-2.0
#include "ops_world.hpp"
#include "warmth.hpp"

namespace sbst::evm
{

namespace
{

/// Cost and change of the refund counter of one write.
struct WriteCost
{
    std::int64_t gas{};
    std::int64_t refund{};
};

/// Before net metering, and in Petersburg: only the current value counts.
WriteCost simple_cost(const StorageRules& rules, const U256& current, const U256& next) noexcept
{
    WriteCost cost;
    cost.gas = is_zero(current) && !is_zero(next) ? rules.set : rules.reset;
    cost.refund = !is_zero(current) && is_zero(next) ? rules.clear_refund : 0;
    return cost;
}

/// Net metering: a slot already changed by this transaction is cheap, and restoring it refunds the
/// first price. Source: EIP-1283, EIP-2200 (the same table with other constants), EIP-2929,
/// EIP-3529.
WriteCost net_cost(
    const StorageRules& rules, const U256& original, const U256& current, const U256& next) noexcept
{
    WriteCost cost;
    cost.gas = rules.access;
    if (current == next)
    {
        return cost;
    }
    if (original == current)
    {
        cost.gas = is_zero(original) ? rules.set : rules.reset;
        cost.refund = !is_zero(original) && is_zero(next) ? rules.clear_refund : 0;
        return cost;
    }
    if (!is_zero(original))
    {
        if (is_zero(current))
        {
            cost.refund -= rules.clear_refund;
        }
        if (is_zero(next))
        {
            cost.refund += rules.clear_refund;
        }
    }
    if (original == next)
    {
        cost.refund += (is_zero(original) ? rules.set : rules.reset) - rules.access;
    }
    return cost;
}

}  // namespace

Flow execute_sload(Machine& m, Frame& f)
{
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    const SlotId slot = m.state.slot(f.self_id, f.sp[-1]);
    if (m.rules.access_lists && m.state.warm_up_slot(slot))
    {
        f.gas -= cold_slot_surcharge;
        if (f.gas < 0)
        {
            return fail(f, Status::out_of_gas);
        }
    }
    f.sp[-1] = m.state.value(slot);
    return Flow::next;
}

Flow execute_sstore(Machine& m, Frame& f)
{
    if (f.is_static)
    {
        return fail(f, Status::static_violation);
    }
    const StorageRules& rules = m.rules.storage;
    if (rules.stipend_guard && f.gas <= call_stipend)
    {
        return fail(f, Status::out_of_gas);
    }
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    const SlotId slot = m.state.slot(f.self_id, f.sp[-1]);
    const U256 next = f.sp[-2];
    const U256 current = m.state.value(slot);
    WriteCost cost = rules.net_metering ? net_cost(rules, m.state.original(slot), current, next) :
                                          simple_cost(rules, current, next);
    if (m.rules.access_lists && m.state.warm_up_slot(slot))
    {
        cost.gas += rules.cold_access;
    }
    f.gas -= cost.gas;
    if (f.gas < 0)
    {
        return fail(f, Status::out_of_gas);
    }
    m.refund += cost.refund;
    if (current != next)
    {
        m.state.set_value(f.self_id, slot, next);
    }
    f.sp -= 2;
    return Flow::next;
}

Flow execute_tload(Machine& m, Frame& f)
{
    f.sp[-1] = m.state.transient(f.self_id, f.sp[-1]);
    return Flow::next;
}

Flow execute_tstore(Machine& m, Frame& f)
{
    if (f.is_static)
    {
        return fail(f, Status::static_violation);
    }
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    m.state.set_transient(f.self_id, f.sp[-1], f.sp[-2]);
    f.sp -= 2;
    return Flow::next;
}

Flow execute_log(Machine& m, Frame& f, unsigned topics)
{
    if (f.is_static)
    {
        return fail(f, Status::static_violation);
    }
    const U256 offset = f.sp[-1];
    const U256 size = f.sp[-2];
    if (expand_memory(m, f, offset, size) != Flow::next)
    {
        return Flow::halt;
    }
    f.gas -= 8 * static_cast<std::int64_t>(low64(size));
    if (f.gas < 0)
    {
        return fail(f, Status::out_of_gas);
    }
    if (!m.spend((low64(size) + 31) / 32))
    {
        return fail(f, Status::work_limit);
    }
    if (low64(size) > m.options.memory_limit - m.result.log_data.size() ||
        m.result.logs.size() >= m.options.state_limit)
    {
        return fail(f, Status::memory_limit);
    }
    Log log;
    log.address = Address::from_word(f.self);
    log.topic_count = static_cast<std::uint8_t>(topics);
    for (unsigned i = 0; i < topics; ++i)
    {
        log.topics[i] = *(f.sp - 3 - i);
    }
    log.data_offset = m.result.log_data.size();
    log.data_size = low64(size);
    if (!is_zero(size))
    {
        m.result.log_data.insert(m.result.log_data.end(), f.memory + low64(offset),
            f.memory + low64(offset) + low64(size));
    }
    m.result.logs.push_back(log);
    f.sp -= 2 + topics;
    return Flow::next;
}

Flow execute_selfdestruct(Machine& m, Frame& f)
{
    if (f.is_static)
    {
        return fail(f, Status::static_violation);
    }
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    const U256 word = f.sp[-1];
    const Address heir_address = Address::from_word(word);
    const AccountId heir = m.state.find_or_add(heir_address);
    // Here a cold account costs its whole price, because the static gas does not include the warm
    // price.
    if (m.rules.access_lists && m.state.warm_up_account(heir) &&
        !is_precompile(m, heir_address.to_word()))
    {
        f.gas -= cold_account_surcharge + 100;
    }
    const U256 balance = m.state.account(f.self_id).balance;
    if (!is_zero(balance) && m.state.account(heir).is_empty())
    {
        f.gas -= 25000;
    }
    if (f.gas < 0)
    {
        return fail(f, Status::out_of_gas);
    }
    m.state.touch(heir);
    const bool removes = !m.rules.restricted_destruct || m.state.was_created_now(f.self_id);
    if (heir != f.self_id)
    {
        m.state.set_balance(f.self_id, {});
        m.state.set_balance(heir, m.state.account(heir).balance + balance);
    }
    else if (removes)
    {
        m.state.set_balance(f.self_id, {});
    }
    if (removes && m.state.mark_destructed(f.self_id))
    {
        m.refund += m.rules.destruct_refund;
    }
    f.output = {};
    f.status = Status::success;
    return Flow::halt;
}

}  // namespace sbst::evm
