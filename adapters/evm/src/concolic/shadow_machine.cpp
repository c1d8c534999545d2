// SPDX-License-Identifier: Apache-2.0
#include "shadow_machine.hpp"

#include <algorithm>

namespace sbst::evm
{

using symbolic::Concretised;

namespace
{

/// Addresses of memory, call data and code that no gas pays for.
constexpr std::uint64_t max_place = std::uint64_t{1} << 32U;
constexpr std::size_t max_hashed = 8;

/// What the machine has at a place of its memory, up to a word; zeros follow.
BytesView memory_at(const Frame& f, std::size_t at, std::size_t size)
{
    return at < f.memory_size ? BytesView{f.memory + at, std::min(size, f.memory_size - at)} :
                                BytesView{};
}

BytesView bytes_at(BytesView bytes, std::size_t at, std::size_t size)
{
    return at < bytes.size() ? bytes.subspan(at, std::min(size, bytes.size() - at)) : BytesView{};
}

bool is_push(Op op)
{
    return op >= Op::push1 && op <= Op::push32;
}

}  // namespace

void ShadowMachine::begin_test(symbolic::SymbolicRun& run)
{
    m_run = &run;
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
    m_concrete.clear();
    m_has_begun = false;
    m_is_creation = !transaction.to;
    m_pending = Pending::nothing;
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
        const auto code = m_codes.find(m.frame().code);
        first.code = m_is_creation         ? &first.own_code :
                     code == m_codes.end() ? nullptr :
                                             &code->second;
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

void ShadowMachine::learn_hash(const Machine& m)
{
    const U256& hash = m.frame().sp[-1];
    if (m_pending == Pending::hash)
    {
        m_hashes.add(hash, m_hashed);
    }
    else if (!m_hashes_of_bytes.add(hash, m_hashed_shadow, m_hashed_bytes))
    {
        count(Concretised::hash);
    }
}

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
    else if (!execute_environment(m, f, op, height) && !execute_memory(f, op, height) &&
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
            set(height, balance_of(f.self, m.state.account(f.self_id).balance));
            return true;
        case Op::balance:
        {
            const Address account = Address::from_word(f.sp[-1]);
            take_for_granted(at(height - 1), f.sp[-1]);
            set(height - 1, balance_of(account.to_word(), m.state.balance(account)));
            return true;
        }
        case Op::calldataload:
            load_call_data(f, height);
            return true;
        default:
            return false;
    }
}

bool ShadowMachine::execute_memory(const Frame& f, Op op, std::size_t height)
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
        case Op::stop:
        case Op::selfdestruct:
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
            const auto [word, condition] = m_state.read(graph(), m_hashes, where, value);
            if (!graph().is_constant(condition))
            {
                add_condition({.outcome = true, .condition = condition, .is_decision = false});
                count(Concretised::limit);
            }
            set(height - 1, is_full() ? ExpressionId{} : word);
            return true;
        }
        case Op::sstore:
        case Op::tstore:
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

void ShadowMachine::load_call_data(const Frame& f, std::size_t height)
{
    const auto from = place(f, height, 0);
    set(height - 1, from ? frame().data.word(graph(), *from, bytes_at(f.input, *from, word_bytes)) :
                           ExpressionId{});
}

void ShadowMachine::hash_memory(const Frame& f, std::size_t height)
{
    const auto from = place(f, height, 0);
    const auto size = place(f, height, 1);
    ExpressionId hash;
    if (from && size)
    {
        const std::size_t words = *size / word_bytes;
        if (*size % word_bytes == 0 && words >= 1 && words <= max_hashed)
        {
            hash = hash_words(f, *from, words);
        }
        else
        {
            hash_bytes(f, *from, *size);
        }
    }
    set(height - 2, hash);
}

ExpressionId ShadowMachine::hash_words(const Frame& f, std::size_t from, std::size_t words)
{
    m_hashed.clear();
    std::vector<ExpressionId> operands;
    for (std::size_t i = 0; i < words; ++i)
    {
        const std::size_t at = from + (i * word_bytes);
        const BytesView bytes = memory_at(f, at, word_bytes);
        std::array<std::uint8_t, word_bytes> padded{};
        std::copy(bytes.begin(), bytes.end(), padded.begin());
        m_hashed.push_back(U256::from_be_bytes(padded));
        operands.push_back(as_expression(frame().memory.word(graph(), at, bytes), m_hashed.back()));
    }
    m_pending = Pending::hash;
    return frame().memory.has_any(from, words * word_bytes) ? graph().make(Do::keccak, operands) :
                                                              ExpressionId{};
}

void ShadowMachine::hash_bytes(const Frame& f, std::size_t from, std::size_t size)
{
    const bool hangs_on_literals = frame().memory.has_any(from, size);
    if (size > HashedBytes::max_size)
    {
        if (hangs_on_literals)
        {
            count(Concretised::hash);
        }
        return;
    }
    const BytesView bytes = memory_at(f, from, size);
    m_hashed_bytes.assign(bytes.begin(), bytes.end());
    m_hashed_bytes.resize(size);
    m_hashed_shadow.clear();
    m_hashed_shadow.copy(0, frame().memory, from, size);
    m_pending = Pending::hash_of_bytes;
    if (hangs_on_literals)
    {
        // As a number; only its comparison with another such hash hangs on the literals.
        count(Concretised::hash);
    }
}

std::optional<ExpressionId> ShadowMachine::equality_of_hashes(const Frame& f, std::size_t height)
{
    const ExpressionId a = at(height - 1);
    const ExpressionId b = at(height - 2);
    if (!a.is_valid() && !b.is_valid())
    {
        return m_hashes_of_bytes.hangs_on_literals() ?
                   m_hashes_of_bytes.equality(*m_run, f.sp[-1], f.sp[-2]) :
                   std::nullopt;
    }
    return equality_with_hash(
        graph(), m_hashes, as_expression(a, f.sp[-1]), as_expression(b, f.sp[-2]));
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
    const U256& word = f.sp[-1 - static_cast<std::ptrdiff_t>(n)];
    take_for_granted(at(height - 1 - n), word);
    return word < U256{max_place} ? std::optional(static_cast<std::size_t>(low64(word))) :
                                    std::nullopt;
}

void ShadowMachine::count(Concretised kind)
{
    ++m_run->concretised[static_cast<std::size_t>(kind)];
}

}  // namespace sbst::evm
