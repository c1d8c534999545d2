// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include "authorizations.hpp"
#include "context.hpp"
#include "ops_world.hpp"
#include "precompiles.hpp"
#include "warmth.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace sbst::evm
{

namespace
{

/// Units of work of a precompile's gas; see `ExecutorOptions::work_limit`.
constexpr std::uint64_t work_a_gas = 8;

void transfer(Machine& m, const CallRequest& request)
{
    if (!request.transfers || is_zero(request.value))
    {
        return;
    }
    m.state.set_balance(request.payer, m.state.account(request.payer).balance - request.value);
    m.state.set_balance(request.self, m.state.account(request.self).balance + request.value);
}

/// Touches the called account, unless only its code is used; calls without value and static calls
/// touch it too (EIP-161).
void touch_callee(Machine& m, const CallRequest& request)
{
    if (request.code == request.self)
    {
        m.state.touch(request.self);
    }
}

/// Pushes a new frame above the running one, or the first frame.
Frame& push_frame(Machine& m, const CallRequest& request, std::size_t depth)
{
    Frame& f = m.frames[depth];
    const Frame* parent = depth == 0 ? nullptr : &m.frames[depth - 1];
    f.stack = parent == nullptr ? m.stack_arena.data() : parent->sp;
    f.sp = f.stack;
    f.tags = m.tag_arena.data() + (f.stack - m.stack_arena.data());
    f.memory = parent == nullptr ? m.memory_arena.data() : parent->memory + parent->memory_size;
    f.memory_size = 0;
    f.gas = request.gas;
    f.self = request.self_word;
    f.caller = request.caller;
    f.value = request.value;
    f.input = request.input;
    f.self_id = request.self;
    f.status = Status::success;
    f.is_static = request.is_static;
    f.is_creation = false;
    f.output = {};
    f.refund = m.refund;
    f.log_count = m.result.logs.size();
    f.log_bytes = m.result.log_data.size();
    f.return_offset = request.return_offset;
    f.return_size = request.return_size;
    m.return_data.clear();
    m.depth = depth;
    return f;
}

void set_code(Machine& m, Frame& f, const CodeAnalysis& code, std::size_t depth)
{
    f.code = &code;
    f.pc = code.padded();
    f.trace = nullptr;
    f.decider = Frame::no_decider;
    if (m.trace == nullptr)
    {
        return;
    }
    f.trace = m.trace->trace_of(code, f.is_creation && depth == 0);
    if (f.trace == nullptr)
    {
        return;
    }
    f.context = depth == 0 ? CodeTrace::direct : CodeTrace::nested;
    auto& jumps = depth == 0 ? f.trace->direct_jumps : f.trace->nested_jumps;
    f.jumps = jumps.data();
    f.jump_count = jumps.size();
    if (!f.trace->block_contexts.empty())
    {
        f.trace->enter_block(0, f.context);
    }
}

CallOutcome run_precompile(Machine& m, const CallRequest& request)
{
    const WorldState::Checkpoint checkpoint = m.state.checkpoint();
    touch_callee(m, request);
    transfer(m, request);
    m.return_data.clear();
    // A frame is not started when the remaining work does not suffice for it.
    const auto most =
        static_cast<std::int64_t>(std::min<std::uint64_t>(m.work_left / work_a_gas, INT64_MAX));
    PrecompileOutcome outcome =
        execute_precompile(m.rules, static_cast<unsigned>(low64(request.code_word)), request.input,
            std::min(request.gas, most), m.return_data);
    outcome.gas_left = request.gas - outcome.price;
    if (outcome.price > most && request.gas >= outcome.price)
    {
        m.is_exhausted = true;
        outcome.status = Status::work_limit;
    }
    else if (outcome.status != Status::out_of_gas)
    {
        m.work_left -= work_a_gas * static_cast<std::uint64_t>(outcome.price);
    }
    if (outcome.status != Status::success)
    {
        m.state.revert(checkpoint);
        m.return_data.clear();
        return {false, outcome.status, 0};
    }
    return {false, Status::success, outcome.gas_left};
}

/// Checks a new contract's code and charges for storing it.
Status store_code(Machine& m, Frame& f)
{
    const BytesView code = f.output;
    if (m.rules.reject_ef_code && !code.empty() && code[0] == 0xef)
    {
        return Status::forbidden_code;
    }
    if (code.size() > max_code_size)
    {
        return Status::code_too_large;
    }
    f.gas -= 200 * static_cast<std::int64_t>(code.size());
    if (f.gas < 0)
    {
        return Status::out_of_gas;
    }
    if (!code.empty())
    {
        m.state.set_code(f.self_id, m.codes.get(code));
    }
    return Status::success;
}

/// All but one 64th of the remaining gas, or the requested gas if that is less (EIP-150).
std::int64_t gas_for_call(std::int64_t left, const U256& asked) noexcept
{
    const std::int64_t most = left - (left / 64);
    if (fits_u64(asked) && low64(asked) < static_cast<std::uint64_t>(most))
    {
        return static_cast<std::int64_t>(low64(asked));
    }
    return most;
}

/// The tag of a call's success, if it depends on the balance. Decisions of the callee have no
/// distance.
Tag success_tag(Machine& m, const Frame& f, Op op, const U256& value)
{
    if (f.trace == nullptr || (op != Op::call && op != Op::callcode))
    {
        return no_tag;
    }
    return m.provenance.negate(m.provenance.less(m.state.account(f.self_id).balance, value));
}

/// Pushes the result of a call that needed no frame.
Flow deliver(Machine& m, Frame& f, const CallRequest& request, const CallOutcome& outcome)
{
    f.gas += outcome.gas_left;
    f.tags[f.sp - f.stack] = outcome.tag;
    *f.sp++ = U256{outcome.status == Status::success ? 1U : 0U};
    const std::size_t size = std::min(request.return_size, m.return_data.size());
    if (size != 0)
    {
        std::copy_n(m.return_data.begin(), size, f.memory + request.return_offset);
    }
    return m.is_exhausted ? fail(f, Status::work_limit) : Flow::next;
}

/// Charges the access to the account with the code of a delegated call.
Status charge_delegate(Machine& m, Frame& f, AccountId delegate)
{
    f.gas -= warm_account_gas;
    return f.gas < 0 ? Status::out_of_gas : charge_account_access(m, f, delegate);
}

/// Charges a call's access, memory, value and new account; the operands are still on the stack.
Status charge_call(Machine& m, Frame& f, Op op, AccountId target, std::optional<AccountId> delegate)
{
    const bool has_value = op == Op::call || op == Op::callcode;
    const U256* in = f.sp - (has_value ? 4 : 3);
    const U256& value = f.sp[-3];
    const bool pays = has_value && !is_zero(value);
    if (op == Op::call && pays && f.is_static)
    {
        return Status::static_violation;
    }
    const bool cold = m.rules.access_lists && m.state.warm_up_account(target) &&
                      !is_precompile(m, m.state.account(target).address.to_word());
    if (cold)
    {
        f.gas -= cold_account_surcharge;
    }
    if (f.gas < 0)
    {
        return Status::out_of_gas;
    }
    if (const Status status = delegate ? charge_delegate(m, f, *delegate) : Status::success;
        status != Status::success)
    {
        return status;
    }
    if (expand_memory(m, f, in[0], in[-1]) != Flow::next ||
        expand_memory(m, f, in[-2], in[-3]) != Flow::next)
    {
        return f.status;
    }
    if (pays)
    {
        f.gas -= 9000;
    }
    if (op == Op::call && pays && m.state.account(target).is_empty())
    {
        f.gas -= 25000;
    }
    return f.gas < 0 ? Status::out_of_gas : Status::success;
}

}  // namespace

CallOutcome begin_call(Machine& m, const CallRequest& request, std::size_t depth)
{
    if (is_precompile(m, request.code_word))
    {
        return run_precompile(m, request);
    }
    const WorldState::Checkpoint checkpoint = m.state.checkpoint();
    touch_callee(m, request);
    transfer(m, request);
    const CodeAnalysis* code = m.state.account(request.runs).code.get();
    if (code == nullptr)
    {
        m.return_data.clear();
        return {false, Status::success, request.gas};
    }
    Frame& f = push_frame(m, request, depth);
    f.checkpoint = checkpoint;
    set_code(m, f, *code, depth);
    return {true, Status::success, 0};
}

CallOutcome begin_creation(Machine& m, const CallRequest& request, std::size_t depth)
{
    const Account& target = m.state.account(request.self);
    if (target.nonce != 0 || target.code != nullptr || target.slot_count != 0)
    {
        m.return_data.clear();
        return {false, Status::create_collision, 0};
    }
    const WorldState::Checkpoint checkpoint = m.state.checkpoint();
    m.state.touch(request.self);
    m.state.mark_created(request.self);
    m.state.set_nonce(request.self, 1);
    transfer(m, request);
    CodePtr code = m.codes.get(request.input);
    CallRequest without_input = request;
    without_input.input = {};
    Frame& f = push_frame(m, without_input, depth);
    f.is_creation = true;
    f.checkpoint = checkpoint;
    f.kept_code = std::move(code);
    set_code(m, f, *f.kept_code, depth);
    return {true, Status::success, 0};
}

void settle_frame(Machine& m)
{
    Frame& f = m.frame();
    if (f.status == Status::success && f.is_creation)
    {
        f.status = store_code(m, f);
    }
    if (f.status == Status::success)
    {
        return;
    }
    m.state.revert(f.checkpoint);
    m.refund = f.refund;
    m.result.logs.resize(f.log_count);
    m.result.log_data.resize(f.log_bytes);
    if (f.status != Status::revert)
    {
        f.gas = 0;
        f.output = {};
    }
}

void return_to_parent(Machine& m)
{
    Frame& child = m.frame();
    Frame& parent = m.frames[--m.depth];
    const bool succeeded = child.status == Status::success;
    parent.gas += child.gas;
    const bool hides_output = child.is_creation && succeeded;
    const BytesView output = hides_output ? BytesView{} : child.output;
    static_cast<void>(m.spend(output.size() / 32));
    m.return_data.assign(output.begin(), output.end());
    U256 answer{succeeded ? 1U : 0U};
    if (child.is_creation)
    {
        answer = succeeded ? child.self : U256{};
    }
    parent.tags[parent.sp - parent.stack] =
        succeeded && !child.is_creation ? child.success_tag : no_tag;
    *parent.sp++ = answer;
    const std::size_t size = std::min(child.return_size, output.size());
    if (size != 0)
    {
        std::copy_n(output.begin(), size, parent.memory + child.return_offset);
    }
    child.kept_code.reset();
}

namespace
{

// Who runs the code, for whom, with which value: in this the kinds of calls differ.
void set_context(const Frame& f, Op op, const U256& value, CallRequest& request)
{
    const bool own_context = op == Op::call || op == Op::staticcall;
    request.self = own_context ? request.code : f.self_id;
    request.self_word = own_context ? request.code_word : f.self;
    request.caller = op == Op::delegatecall ? f.caller : f.self;
    request.value = op == Op::delegatecall ? f.value : value;
    request.transfers = op == Op::call;
    request.payer = f.self_id;
    request.is_static = f.is_static || op == Op::staticcall;
}

}  // namespace

Flow execute_call(Machine& m, Frame& f, Op op)
{
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    const bool has_value = op == Op::call || op == Op::callcode;
    const U256 asked = f.sp[-1];
    const Address address = Address::from_word(f.sp[-2]);
    const AccountId target = m.state.find_or_add(address);
    const U256 value = has_value ? f.sp[-3] : U256{};
    const std::optional<AccountId> delegate = find_delegate(m, target);
    const Status charged = charge_call(m, f, op, target, delegate);
    if (charged != Status::success)
    {
        return fail(f, charged);
    }
    const U256* in = f.sp - (has_value ? 4 : 3);
    CallRequest request;
    request.gas = gas_for_call(f.gas, asked);
    f.gas -= request.gas;
    if (!is_zero(value))
    {
        request.gas += call_stipend;
    }
    if (!is_zero(in[-1]))
    {
        request.input = {f.memory + low64(in[0]), low64(in[-1])};
    }
    if (!is_zero(in[-3]))
    {
        request.return_offset = low64(in[-2]);
        request.return_size = low64(in[-3]);
    }
    f.sp -= has_value ? 7 : 6;

    request.code = target;
    request.runs = delegate.value_or(target);
    request.code_word = address.to_word();
    set_context(f, op, value, request);

    const bool can_pay = m.state.account(f.self_id).balance >= value;
    const Tag tag = m.depth < max_call_depth ? success_tag(m, f, op, value) : no_tag;
    if (m.depth >= max_call_depth || !can_pay)
    {
        m.return_data.clear();
        return deliver(m, f, request, {false, Status::call_depth, request.gas, tag});
    }
    CallOutcome outcome = begin_call(m, request, m.depth + 1);
    if (outcome.entered)
    {
        m.frame().success_tag = tag;
        return Flow::enter;
    }
    outcome.tag = outcome.status == Status::success ? tag : no_tag;
    return deliver(m, f, request, outcome);
}

namespace
{

// The gas and the work of reading `size` bytes of code, and of hashing them for create2.
Status charge_creation(Machine& m, Frame& f, Op op, std::uint64_t size)
{
    if (m.rules.limit_init_code && size > max_init_code_size)
    {
        return Status::out_of_gas;
    }
    const std::int64_t word_price = (m.rules.limit_init_code ? 2 : 0) + (op == Op::create2 ? 6 : 0);
    f.gas -= word_price * static_cast<std::int64_t>((size + 31) / 32);
    if (f.gas < 0)
    {
        return Status::out_of_gas;
    }
    return m.spend(size) ? Status::success : Status::work_limit;
}

}  // namespace

Flow execute_create(Machine& m, Frame& f, Op op)
{
    if (f.is_static)
    {
        return fail(f, Status::static_violation);
    }
    if (!m.has_room())
    {
        return fail(f, Status::memory_limit);
    }
    const U256 value = f.sp[-1];
    const U256 offset = f.sp[-2];
    const U256 size = f.sp[-3];
    const U256 salt = op == Op::create2 ? f.sp[-4] : U256{};
    if (expand_memory(m, f, offset, size) != Flow::next)
    {
        return Flow::halt;
    }
    const Status charged = charge_creation(m, f, op, low64(size));
    if (charged != Status::success)
    {
        return fail(f, charged);
    }
    f.sp -= op == Op::create2 ? 4 : 3;
    m.return_data.clear();
    const std::uint64_t nonce = m.state.account(f.self_id).nonce;
    if (m.depth >= max_call_depth || m.state.account(f.self_id).balance < value ||
        nonce == ~std::uint64_t{0})
    {
        *f.sp++ = U256{};
        return Flow::next;
    }
    CallRequest request;
    if (!is_zero(size))
    {
        request.input = {f.memory + low64(offset), low64(size)};
    }
    request.gas = f.gas - (f.gas / 64);
    f.gas -= request.gas;
    m.state.set_nonce(f.self_id, nonce + 1);
    const Address self = Address::from_word(f.self);
    const Address created = op == Op::create2 ?
                                create2_address(self, salt, keccak256(request.input)) :
                                create_address(self, nonce);
    request.self = m.state.find_or_add(created);
    request.self_word = created.to_word();
    request.caller = f.self;
    request.value = value;
    request.transfers = true;
    request.payer = f.self_id;
    if (m.rules.access_lists)
    {
        m.state.warm_up_account(request.self);
    }
    const CallOutcome outcome = begin_creation(m, request, m.depth + 1);
    if (outcome.entered)
    {
        return Flow::enter;
    }
    *f.sp++ = U256{};
    return Flow::next;
}

}  // namespace sbst::evm
