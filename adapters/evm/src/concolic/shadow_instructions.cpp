// SPDX-License-Identifier: Apache-2.0
// What each instruction does to the shadows. Next: shadow_words.hpp, shadow_hashes.cpp.
#include "shadow_machine.hpp"

#include <algorithm>

namespace sbst::evm
{

using symbolic::Concretised;

namespace
{

BytesView bytes_at(BytesView bytes, std::size_t at, std::size_t size)
{
    return at < bytes.size() ? bytes.subspan(at, std::min(size, bytes.size() - at)) : BytesView{};
}

bool is_push(Op op)
{
    return op >= Op::push1 && op <= Op::push32;
}

bool takes_gas(Op op)
{
    return op == Op::call || op == Op::callcode || op == Op::delegatecall || op == Op::staticcall;
}

}  // namespace

void ShadowMachine::execute(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    const auto code = static_cast<std::uint8_t>(op);
    if (is_push(op))
    {
        push_code(f, height, immediate_size(code));
    }
    else if (op >= Op::dup1 && op <= Op::dup16)
    {
        const std::size_t n = code - static_cast<std::uint8_t>(Op::dup1) + 1U;
        set(height, at(height - n));
    }
    else if (op >= Op::swap1 && op <= Op::swap16)
    {
        const std::size_t n = code - static_cast<std::uint8_t>(Op::swap1) + 1U;
        std::swap(frame().stack[height - 1], frame().stack[height - 1 - n]);
    }
    else if (op <= Op::sar && op != Op::stop)
    {
        compute(f, op, height);
    }
    else if (!execute_environment(m, f, op, height) && !execute_memory(m, f, op, height) &&
             !execute_storage(m, f, op, height) && !execute_copy(m, f, op, height))
    {
        const OpcodeInfo& info = opcode_info(code);
        for (std::size_t i = 0; i < info.pops; ++i)
        {
            if (at(height - 1 - i).is_valid() && info.pushes > 0)
            {
                count(Concretised::environment);
            }
        }
        if (info.pushes == 1)
        {
            set(height - info.pops, {});
        }
    }
}

void ShadowMachine::compute(const Frame& f, Op op, std::size_t height)
{
    const std::size_t pops = opcode_info(static_cast<std::uint8_t>(op)).pops;
    std::array<ExpressionId, 3> operands{};
    bool hangs_on_literals = false;
    for (std::size_t i = 0; i < pops; ++i)
    {
        operands[i] = at(height - 1 - i);
        hangs_on_literals = hangs_on_literals || operands[i].is_valid();
    }
    if (const auto equal = op == Op::eq ? equality_of_hashes(f, height) : std::nullopt)
    {
        set(height - pops, graph().to_bits(*equal, word_width));
        return;
    }
    if (!hangs_on_literals)
    {
        set(height - pops, {});
        return;
    }
    if (is_full())
    {
        count(Concretised::limit);
        set(height - pops, {});
        return;
    }
    for (std::size_t i = 0; i < pops; ++i)
    {
        operands[i] = as_expression(operands[i], f.sp[-1 - static_cast<std::ptrdiff_t>(i)]);
    }
    const ExpressionId result = shadow_of(graph(), op, {operands.data(), pops});
    if (!result.is_valid())
    {
        count(Concretised::operation);
    }
    set(height - pops, result);
}

bool ShadowMachine::execute_environment(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    switch (op)
    {
        case Op::caller:
            set(height, frame().caller);
            return true;
        case Op::origin:
            set(height, m_transaction.sender);
            return true;
        case Op::callvalue:
            set(height, frame().value);
            return true;
        case Op::timestamp:
            set(height, m_transaction.timestamp);
            return true;
        case Op::number:
            set(height, m_transaction.number);
            return true;
        case Op::selfbalance:
            set(height, asked_balance(f.self, m.state.account(f.self_id).balance));
            return true;
        case Op::balance:
        {
            const Address account = Address::from_word(f.sp[-1]);
            take_for_granted(at(height - 1), f.sp[-1]);
            set(height - 1, asked_balance(account.to_word(), m.state.balance(account)));
            return true;
        }
        case Op::gas:
            // The gas that a call is given decides nothing by itself.
            if (!takes_gas(static_cast<Op>(f.pc[1])))
            {
                count(Concretised::resource);
            }
            set(height, {});
            return true;
        case Op::calldataload:
            load_call_data(f, height);
            return true;
        case Op::calldatasize:
            set(height, m.depth == 0 ? size_of_call_data(f) : ExpressionId{});
            return true;
        default:
            return false;
    }
}

bool ShadowMachine::execute_memory(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    switch (op)
    {
        case Op::mload:
            if (const auto from = place(f, height, 0))
            {
                set(height - 1,
                    frame().memory.word(graph(), *from, memory_at(f, *from, word_bytes)));
            }
            return true;
        case Op::mstore:
        case Op::mstore8:
            if (const auto to = place(f, height, 0))
            {
                const ExpressionId word = at(height - 2);
                const bool is_kept = op == Op::mstore ? frame().memory.put_word(*to, word) :
                                                        frame().memory.put_byte(*to, word);
                if (!is_kept)
                {
                    count(Concretised::limit);
                }
            }
            return true;
        case Op::keccak256:
            hash_memory(f, height);
            return true;
        case Op::jump:
            take_for_granted(at(height - 1), f.sp[-1]);
            return true;
        case Op::jumpi:
            decide(f, height);
            return true;
        case Op::return_:
        case Op::revert:
            keep_output(f, height);
            return true;
        case Op::selfdestruct:
            frame().output.clear();
            destroy(m, f, height);
            return true;
        case Op::stop:
        case Op::invalid:
            frame().output.clear();
            return true;
        default:
            return false;
    }
}

bool ShadowMachine::execute_storage(const Machine& m, const Frame& f, Op op, std::size_t height)
{
    const bool is_transient = op == Op::tload || op == Op::tstore;
    ShadowState::Place where{.account = f.self,
        .space = is_transient ? ShadowState::Space::transient : ShadowState::Space::storage,
        .key = f.sp > f.stack ? f.sp[-1] : U256{},
        .key_expression = height > 0 ? at(height - 1) : ExpressionId{}};
    switch (op)
    {
        case Op::sload:
        case Op::tload:
        {
            const U256 value = is_transient ?
                                   m.state.transient(f.self_id, where.key) :
                                   m.state.storage(Address::from_word(f.self), where.key);
            add_access(where, false, value);
            set(height - 1, read_state(where, value));
            return true;
        }
        case Op::sstore:
        case Op::tstore:
            add_access(where, true, f.sp[-2]);
            m_state.write(where, f.sp[-2], at(height - 2));
            return true;
        case Op::call:
        case Op::callcode:
        case Op::delegatecall:
        case Op::staticcall:
            prepare_call(m, f, op, height);
            return true;
        case Op::create:
        case Op::create2:
            prepare_creation(m, f, op, height);
            return true;
        default:
            return false;
    }
}

ExpressionId ShadowMachine::read_state(const ShadowState::Place& where, const U256& value)
{
    if (is_full())
    {
        if (where.key_expression.is_valid() || m_state.hangs_on_literals())
        {
            count(Concretised::limit);
        }
        return {};
    }
    const auto [word, condition, is_cut] = m_state.read(graph(), m_hashes, where, value);
    if (is_cut || !graph().is_constant(condition))
    {
        add_condition({.outcome = true, .condition = condition, .is_decision = false});
        count(Concretised::limit);
    }
    return word;
}

bool ShadowMachine::execute_copy(const Machine& /*m*/, const Frame& f, Op op, std::size_t height)
{
    const ShadowBytes* source = nullptr;
    const ShadowBytes nothing;
    std::size_t first = 0;
    switch (op)
    {
        case Op::calldatacopy:
            source = &frame().data;
            break;
        case Op::codecopy:
            source = frame().code == nullptr ? &nothing : frame().code;
            break;
        case Op::returndatacopy:
            source = &frame().returned;
            break;
        case Op::mcopy:
            source = &frame().memory;
            break;
        case Op::extcodecopy:
            source = &nothing;
            first = 1;
            break;
        default:
            return false;
    }
    const auto to = place(f, height, first);
    const auto from = place(f, height, first + 1);
    const auto size = place(f, height, first + 2);
    if (to && size && *size > 0)
    {
        // Beyond every place the source has zeros.
        const bool is_kept =
            frame().memory.copy(*to, from ? *source : nothing, from.value_or(0), *size);
        if (!is_kept)
        {
            count(Concretised::limit);
        }
    }
    return true;
}

void ShadowMachine::push_code(const Frame& f, std::size_t height, std::size_t size)
{
    set(height, {});
    const auto from = static_cast<std::size_t>(f.pc - f.code->padded()) + 1;
    if (frame().code == nullptr || !frame().code->has_any(from, size))
    {
        return;
    }
    // What the constructor put there.
    ShadowBytes word;
    word.copy(word_bytes - size, *frame().code, from, size);
    std::array<std::uint8_t, word_bytes> bytes{};
    std::copy_n(f.pc + 1, size, bytes.begin() + static_cast<std::ptrdiff_t>(word_bytes - size));
    set(height, word.word(graph(), 0, bytes));
}

ExpressionId ShadowMachine::size_of_call_data(const Frame& f)
{
    if (!m_transaction.text_bytes.is_valid())
    {
        return {};
    }
    const U256 others = U256{f.input.size()} - U256{m_transaction.text_byte_count};
    return graph().make(
        Do::add, {m_transaction.text_bytes, graph().bit_vector(others, word_width)});
}

void ShadowMachine::load_call_data(const Frame& f, std::size_t height)
{
    const auto from = place(f, height, 0);
    set(height - 1, from ? frame().data.word(graph(), *from, bytes_at(f.input, *from, word_bytes)) :
                           ExpressionId{});
}

}  // namespace sbst::evm
