// SPDX-License-Identifier: Apache-2.0
#include "shadow_machine.hpp"

#include <algorithm>

namespace sbst::evm
{

using symbolic::Concretised;

void ShadowMachine::begin_test(symbolic::SymbolicRun& run, bool notes_accesses)
{
    m_run = &run;
    m_notes_accesses = notes_accesses;
    m_state.clear();
    m_hashes.clear();
    m_hashes_of_bytes.clear();
    m_codes.clear();
    m_granted.clear();
}

ShadowMachine::ShadowFrame& ShadowMachine::push_frame(std::size_t depth)
{
    if (m_frames.size() <= depth)
    {
        m_frames.resize(depth + 1);
    }
    go_to(depth);
    ShadowFrame& pushed = frame();
    pushed.stack.assign(max_stack_height, {});
    pushed.memory.clear();
    pushed.data.clear();
    pushed.returned.clear();
    pushed.output.clear();
    pushed.own_code.clear();
    pushed.code = nullptr;
    pushed.caller = {};
    pushed.value = {};
    pushed.checkpoint = m_state.checkpoint();
    pushed.is_creation = false;
    return pushed;
}

void ShadowMachine::begin(
    TransactionShadow shadow, const Machine& machine, const Transaction& transaction)
{
    m_transaction = std::move(shadow);
    m_conditions.clear();
    m_accesses.clear();
    m_concrete.clear();
    m_has_begun = false;
    m_is_creation = !transaction.to;
    m_pending = Pending::nothing;
    m_destroyed.clear();
    m_state.end_transaction();
    m_checkpoint = m_state.checkpoint();
    const auto nonce = [&machine](const Address& address) {
        const auto id = machine.state.find(address);
        return id ? machine.state.account(*id).nonce : 0;
    };
    const Address target =
        transaction.to.value_or(create_address(transaction.sender, nonce(transaction.sender)));
    PendingCall call;
    call.op = Op::call;
    call.value = transaction.value;
    call.value_expression = m_transaction.value;
    transfer(call, transaction.sender.to_word(), target.to_word(), machine);
}

void ShadowMachine::end(const Machine& machine)
{
    if (m_has_begun && m_is_creation && machine.result.succeeded() && machine.result.created)
    {
        keep_code(machine, machine.result.created->to_word(), m_frames[0].output);
    }
    if (!machine.result.succeeded())
    {
        m_state.revert(m_checkpoint);
    }
    for (const U256& account : m_destroyed)
    {
        // The frame that asked for it may have failed.
        const auto id = machine.state.find(Address::from_word(account));
        if (!id || machine.state.account(*id).is_empty())
        {
            m_state.forget(account);
        }
    }
    switch (machine.result.status)
    {
        case Status::out_of_gas:
        case Status::memory_limit:
        case Status::work_limit:
            // Another call may come farther on the same way.
            count(Concretised::limit);
            break;
        default:
            break;
    }
}

void ShadowMachine::before(const Machine& machine)
{
    follow_frames(machine);
    const Frame& f = machine.frame();
    const auto op = static_cast<Op>(*f.pc);
    const OpcodeInfo& info = opcode_info(*f.pc);
    const auto height = static_cast<std::size_t>(f.sp - f.stack);
    if (!info.is_defined() || height < info.pops ||
        height - info.pops + info.pushes > max_stack_height)
    {
        return;  // it fails
    }
    execute(machine, f, op, height);
}

void ShadowMachine::follow_frames(const Machine& m)
{
    if (!m_has_begun)
    {
        m_has_begun = true;
        ShadowFrame& first = push_frame(0);
        first.caller = m_transaction.sender;
        first.value = m_transaction.value;
        first.self = m.frame().self;
        first.is_creation = m_is_creation;
        (m_is_creation ? first.own_code : first.data) = m_transaction.data;
        first.code = m_is_creation ? &first.own_code : code_of(first.self, m.frame().code);
    }
    else if (m.depth > m_depth)
    {
        enter_child(m);
    }
    else if (m.depth < m_depth)
    {
        leave_child(m);
    }
    else if (m_pending == Pending::call)
    {
        finish_call_without_frame(m);
    }
    else if (m_pending == Pending::hash || m_pending == Pending::hash_of_bytes)
    {
        learn_hash(m);
    }
    m_pending = Pending::nothing;
}

void ShadowMachine::keep_output(const Frame& f, std::size_t height)
{
    const auto from = place(f, height, 0);
    const auto size = place(f, height, 1);
    frame().output.clear();
    if (from && size)
    {
        frame().output.copy(0, frame().memory, *from, *size);
    }
}

ExpressionId ShadowMachine::as_expression(ExpressionId expression, const U256& word)
{
    return expression.is_valid() ? expression : graph().bit_vector(word, word_width);
}

std::optional<std::size_t> ShadowMachine::place(const Frame& f, std::size_t height, std::size_t n)
{
    // Addresses of memory, call data and code that no gas pays for.
    constexpr std::uint64_t max_place = std::uint64_t{1} << 32U;
    const U256& word = f.sp[-1 - static_cast<std::ptrdiff_t>(n)];
    take_for_granted(at(height - 1 - n), word);
    return word < U256{max_place} ? std::optional(static_cast<std::size_t>(low64(word))) :
                                    std::nullopt;
}

BytesView ShadowMachine::memory_at(const Frame& f, std::size_t at, std::size_t size)
{
    return at < f.memory_size ? BytesView{f.memory + at, std::min(size, f.memory_size - at)} :
                                BytesView{};
}

void ShadowMachine::count(Concretised kind)
{
    ++m_run->concretised[static_cast<std::size_t>(kind)];
}

}  // namespace sbst::evm
