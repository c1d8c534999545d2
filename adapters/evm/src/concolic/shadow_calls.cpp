// SPDX-License-Identifier: Apache-2.0
// Calls between contracts, creations, and the ether that they move.
#include "shadow_machine.hpp"

#include <algorithm>

namespace sbst::evm
{

using symbolic::Concretised;

namespace
{

/// The precompile that returns what it was given.
constexpr std::uint64_t identity_precompile = 4;

ShadowState::Place balance_place(const U256& account)
{
    ShadowState::Place place;
    place.account = account;
    place.space = ShadowState::Space::balance;
    return place;
}

bool moves_ether(Op op)
{
    return op == Op::call || op == Op::create || op == Op::create2;
}

}  // namespace

void ShadowMachine::prepare_call(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    const bool has_value = op == Op::call || op == Op::callcode;
    const std::size_t in = has_value ? 3 : 2;
    take_for_granted(at(height - 2), f.sp[-2]);
    m_call = {};
    m_call.op = op;
    m_call.target = Address::from_word(f.sp[-2]).to_word();
    m_call.balance = m.state.account(f.self_id).balance;
    if (has_value)
    {
        m_call.value = f.sp[-3];
        m_call.value_expression = at(height - 3);
    }
    m_call.balance_expression = balance_to_pay(f.self);
    const auto from = place(f, height, in);
    const auto size = place(f, height, in + 1);
    if (from && size)
    {
        m_call.input.copy(0, frame().memory, *from, *size);
    }
    m_call.return_offset = place(f, height, in + 2).value_or(0);
    m_call.return_size = place(f, height, in + 3).value_or(0);
    m_pending = Pending::call;
}

void ShadowMachine::prepare_creation(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    m_call = {};
    m_call.op = op;
    m_call.balance = m.state.account(f.self_id).balance;
    m_call.value = f.sp[-1];
    m_call.value_expression = at(height - 1);
    m_call.balance_expression = balance_to_pay(f.self);
    const auto from = place(f, height, 1);
    const auto size = place(f, height, 2);
    if (from && size)
    {
        m_call.input.copy(0, frame().memory, *from, *size);
    }
    if (op == Op::create2)
    {
        take_for_granted(at(height - 4), f.sp[-4]);
    }
    m_pending = Pending::call;
}

void ShadowMachine::enter_child(const Machine& m)
{
    const std::size_t parent = m_depth;
    const Frame& f = m.frame();
    ShadowFrame& child = push_frame(m.depth);
    child.self = f.self;
    child.is_creation = f.is_creation;
    const bool delegates = m_call.op == Op::delegatecall;
    if (delegates)
    {
        child.caller = m_frames[parent].caller;
        child.value = m_frames[parent].value;
    }
    else
    {
        child.value = m_call.value_expression;
    }
    if (f.is_creation)
    {
        child.own_code = std::move(m_call.input);
        child.code = &child.own_code;
    }
    else
    {
        child.data = std::move(m_call.input);
        child.code = code_of(m_call.target, f.code);
    }
    if (moves_ether(m_call.op))
    {
        transfer(m_call, m_frames[parent].self, f.self, m);
    }
    // Kept for the return: what the child does overwrites m_call.
    child.call = m_call;
}

void ShadowMachine::leave_child(const Machine& m)
{
    ShadowFrame& child = m_frames[m_depth];
    const bool succeeded = m.frames[m_depth].status == Status::success;
    if (!succeeded)
    {
        m_state.revert(child.checkpoint);
    }
    go_to(m.depth);
    ShadowFrame& parent = frame();
    const PendingCall call = child.call;
    const auto top = static_cast<std::size_t>(m.frame().sp - m.frame().stack) - 1;
    parent.returned.clear();
    if (child.is_creation)
    {
        if (succeeded)
        {
            keep_code(m, child.self, child.output);
        }
        else
        {
            parent.returned.copy(0, child.output, 0, m.return_data.size());
        }
        set_created(top, call, child.own_code);
        return;
    }
    parent.returned.copy(0, child.output, 0, m.return_data.size());
    m_call = call;
    take_returned(m, m.return_data.size());
    set(top, succeeded ? success_of(call, true) : ExpressionId{});
}

void ShadowMachine::finish_call_without_frame(const Machine& m)
{
    const Frame& f = m.frame();
    const auto top = static_cast<std::size_t>(f.sp - f.stack) - 1;
    const bool succeeded = !is_zero(f.sp[-1]);
    frame().returned.clear();
    if (m_call.op == Op::create || m_call.op == Op::create2)
    {
        set_created(top, m_call, m_call.input);
        return;
    }
    if (m_call.target == U256{identity_precompile})
    {
        frame().returned = m_call.input;
    }
    else if (m_call.input.has_any(0, ShadowBytes::max_size) && !m.return_data.empty())
    {
        count(Concretised::environment);
    }
    take_returned(m, m.return_data.size());
    if (succeeded && moves_ether(m_call.op))
    {
        transfer(m_call, f.self, m_call.target, m);
    }
    set(top, success_of(m_call, succeeded));
}

/// An address, or that there was not enough ether: a number, whatever it hangs on.
void ShadowMachine::set_created(std::size_t top, const PendingCall& call, const ShadowBytes& code)
{
    if (call.value_expression.is_valid() || call.balance_expression.is_valid() ||
        code.has_any(0, ShadowBytes::max_size))
    {
        count(Concretised::environment);
    }
    set(top, {});
}

/// The call's result goes to the place that the caller named.
void ShadowMachine::take_returned(const Machine& /*m*/, std::size_t size)
{
    frame().memory.copy(
        m_call.return_offset, frame().returned, 0, std::min(size, m_call.return_size));
}

/// A call that succeeded, or failed for want of ether, hangs on the caller's balance.
ExpressionId ShadowMachine::success_of(const PendingCall& call, bool succeeded)
{
    const bool can_pay = call.balance >= call.value;
    if ((!call.value_expression.is_valid() && !call.balance_expression.is_valid()) ||
        can_pay != succeeded || (call.op != Op::call && call.op != Op::callcode))
    {
        return {};
    }
    const ExpressionId balance = as_expression(call.balance_expression, call.balance);
    const ExpressionId value = as_expression(call.value_expression, call.value);
    return graph().to_bits(graph().negation(graph().make(Do::ult, {balance, value})), word_width);
}

void ShadowMachine::transfer(
    const PendingCall& call, const U256& from, const U256& to, const Machine& m)
{
    // Ether of calls between contracts has moved when this is called, that of the transaction not.
    const bool hangs_on_literals = call.value_expression.is_valid();
    const auto move = [&](const U256& account, Do direction) {
        const ShadowState::Place place = balance_place(account);
        const U256 now = m.state.balance(Address::from_word(account));
        const ExpressionId before = m_state.read(graph(), m_hashes, place, now).word;
        const bool has_moved = m_has_begun;
        const U256 old = !has_moved           ? now :
                         direction == Do::add ? now - call.value :
                                                now + call.value;
        const U256 after = direction == Do::add ? old + call.value : old - call.value;
        // No test can set what a sender has.
        if (has_moved || direction == Do::add)
        {
            add_access(place, true, after);
        }
        if (!hangs_on_literals && !before.is_valid())
        {
            return;
        }
        const ExpressionId value = as_expression(call.value_expression, call.value);
        m_state.write(place, after, graph().make(direction, {as_expression(before, old), value}));
    };
    if (from == to || (is_zero(call.value) && !hangs_on_literals))
    {
        return;
    }
    move(from, Do::sub);
    move(to, Do::add);
}

/// All ether goes to the heir, or is burnt where the account is its own heir and goes.
void ShadowMachine::destroy(const Machine& m, const Frame& f, std::size_t height)
{
    take_for_granted(at(height - 1), f.sp[-1]);
    const bool removes = !m.rules.restricted_destruct || m.state.was_created_now(f.self_id);
    if (removes)
    {
        m_destroyed.push_back(f.self);
    }
    const U256 heir = Address::from_word(f.sp[-1]).to_word();
    const U256 all = m.state.account(f.self_id).balance;
    const ExpressionId moved = balance_of(f.self, all);
    if (heir == f.self && !removes)
    {
        return;
    }
    add_access(balance_place(f.self), true, {});
    if (moved.is_valid())
    {
        m_state.write(balance_place(f.self), {}, {});
    }
    if (heir == f.self)
    {
        return;
    }
    const U256 old = m.state.balance(Address::from_word(heir));
    add_access(balance_place(heir), true, old + all);
    const ExpressionId before = balance_of(heir, old);
    if (moved.is_valid() || before.is_valid())
    {
        m_state.write(balance_place(heir), old + all,
            graph().make(Do::add, {as_expression(before, old), as_expression(moved, all)}));
    }
}

ExpressionId ShadowMachine::balance_of(const U256& account, const U256& balance)
{
    return m_state.read(graph(), m_hashes, balance_place(account), balance).word;
}

ExpressionId ShadowMachine::asked_balance(const U256& account, const U256& balance)
{
    add_access(balance_place(account), false, balance);
    return balance_of(account, balance);
}

ExpressionId ShadowMachine::balance_to_pay(const U256& account)
{
    const bool pays = !is_zero(m_call.value) || m_call.value_expression.is_valid();
    return pays ? asked_balance(account, m_call.balance) : balance_of(account, m_call.balance);
}

void ShadowMachine::keep_code(const Machine& m, const U256& account, const ShadowBytes& code)
{
    const auto id = m.state.find(Address::from_word(account));
    if (id && m.state.account(*id).code != nullptr && !code.is_empty())
    {
        m_codes[account] = {m.state.account(*id).code.get(), code};
    }
    else
    {
        m_codes.erase(account);
    }
}

const ShadowBytes* ShadowMachine::code_of(const U256& account, const CodeAnalysis* code) const
{
    const auto known = m_codes.find(account);
    return known == m_codes.end() || known->second.code != code ? nullptr : &known->second.shadow;
}

}  // namespace sbst::evm
