// SPDX-License-Identifier: Apache-2.0
// The interpreter loop: checks gas and stack, runs the instruction's body, goes to the next through
// a table of labels (a switch if the compiler has no computed goto). Included only by
// interpret_*.cpp, one policy each.
#pragma once

#include "ops_arithmetic.hpp"
#include "ops_stack.hpp"
#include "ops_world.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#if defined(__GNUC__) && !defined(SBST_EVM_SWITCH_DISPATCH)
#define SBST_EVM_COMPUTED_GOTO 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#else
#define SBST_EVM_COMPUTED_GOTO 0
#endif

namespace sbst::evm
{

template <class Hooks>
struct Ops : ArithmeticOps<Hooks>, StackOps<Hooks>, WorldOps<Hooks>
{};

/// Runs a body; bodies that cannot fail return nothing.
template <auto body, class C>
[[gnu::always_inline]] inline Flow invoke(C& c)
{
    if constexpr (std::is_void_v<decltype(body(c))>)
    {
        body(c);
        return Flow::next;
    }
    else
    {
        return body(c);
    }
}

/// Checks stack and gas before an instruction that pops and pushes these numbers of words.
/// @return whether it may execute; if not, the frame's status gives the reason.
template <unsigned pops, unsigned pushes, class C>
[[gnu::always_inline]] inline bool admit(C& c, std::int64_t cost)
{
    if constexpr (pops > 0)
    {
        if (c.sp - c.stack < static_cast<std::ptrdiff_t>(pops)) [[unlikely]]
        {
            c.f.status = Status::stack_underflow;
            return false;
        }
    }
    if constexpr (pushes > pops)
    {
        constexpr auto highest = static_cast<std::ptrdiff_t>(max_stack_height - (pushes - pops));
        if (c.sp - c.stack > highest) [[unlikely]]
        {
            c.f.status = Status::stack_overflow;
            return false;
        }
    }
    c.gas -= cost;
    if (c.gas < 0) [[unlikely]]
    {
        c.f.status = Status::out_of_gas;
        return false;
    }
    return true;
}

template <class C>
void tell_listener(C& c)
{
    Step step;
    step.pc = c.place() + 1;
    step.opcode = *c.pc;
    step.gas = c.gas;
    step.depth = static_cast<unsigned>(c.m.depth);
    step.stack = {c.stack, static_cast<std::size_t>(c.sp - c.stack)};
    step.memory_size = c.f.memory_size;
    step.is_beyond_code = step.pc >= c.f.code->size();
    (*c.m.listener)(step);
}

/// Tells the trace that an instruction with mutants comes next.
template <class C>
[[gnu::always_inline]] inline void tell_mutants(C& c)
{
    const std::uint32_t next = c.place() + 1;
    MutantRecord& record = c.m.trace->mutants();
    if (record.sites()->at(next) != 0) [[unlikely]]
    {
        record.reach(next, {c.stack, static_cast<std::size_t>(c.sp - c.stack)});
    }
}

/// Tells the watcher that the next instruction comes, with the machine's registers in place.
template <class C>
void tell_watcher(C& c)
{
    if constexpr (C::has_trace)
    {
        if (c.m.trace->mutants().sites() != nullptr && c.f.trace == &c.m.trace->runtime())
        {
            tell_mutants(c);
        }
    }
    c.spill();
    c.m.watcher->before(c.m);
}

/// Ends the frame as the compiler's code for a failed check does.
template <class C>
Flow panic(C& c, const U256& code)
{
    constexpr std::array<std::uint8_t, 4> selector{0x4e, 0x48, 0x7b, 0x71};
    constexpr std::size_t size = 36;
    c.spill();
    const Flow flow = expand_memory(c.m, c.f, {}, U256(size));
    c.reload();
    if (flow != Flow::next)
    {
        return flow;
    }
    std::copy(selector.begin(), selector.end(), c.f.memory);
    const auto word = code.to_be_bytes();
    std::copy(word.begin(), word.end(), c.f.memory + selector.size());
    c.f.output = {c.f.memory, size};
    return c.fail(Status::revert);
}

/// Lets the active mutant change the result of the instruction before, and act before the next.
template <class C>
Flow act_for_mutant(C& c)
{
    ActiveMutant& mutant = c.m.trace->active_mutant();
    const std::uint32_t next = c.place() + 1;
    const auto stack = [&c] {
        return std::span<const U256>(c.stack, static_cast<std::size_t>(c.sp - c.stack));
    };
    if (const auto result = mutant.take_result(c.m.depth, next, stack()))
    {
        c.replace(*result);
    }
    if (!mutant.has_site(next)) [[likely]]
    {
        return Flow::next;
    }
    const std::size_t size = 1 + immediate_size(*c.pc);
    const MutantStep step = mutant.reach(next, *c.pc, size, c.m.depth, stack());
    switch (step.kind)
    {
        case MutantStep::Kind::execute:
            break;
        case MutantStep::Kind::returns:
        {
            // The jump goes back at once.
            const U256 back = c.top(step.arguments + 1);
            c.drop(step.arguments);
            c.top(1) = step.word;
            c.top() = back;
            break;
        }
        case MutantStep::Kind::panics:
            return panic(c, step.word);
        case MutantStep::Kind::fails:
            return c.fail(Status::invalid_instruction);
    }
    return Flow::next;
}

#if SBST_EVM_COMPUTED_GOTO
// One case of the dispatch: count, check, execute, continue. Instructions that a fork lacks have a
// negative price there.
#define SBST_EVM_BODY(name, pops, pushes, ...)                               \
    SBST_EVM_LABEL(name)                                                     \
    {                                                                        \
        const std::int64_t cost = costs[static_cast<std::size_t>(Op::name)]; \
        ++c.pc;                                                              \
        ++c.steps;                                                           \
        if (Op::name == Op::jumpdest && c.steps > m.work_left) [[unlikely]]  \
            goto exhausted;                                                  \
        if (is_later_addition(Op::name) && cost < 0)                         \
            goto absent;                                                     \
        if (!admit<pops, pushes>(c, cost)) [[unlikely]]                      \
            goto halted;                                                     \
        if (const Flow flow = invoke<__VA_ARGS__>(c); flow != Flow::next)    \
        {                                                                    \
            if (flow == Flow::enter)                                         \
                goto entered;                                                \
            goto halted;                                                     \
        }                                                                    \
        SBST_EVM_NEXT                                                        \
    }
#else
/// The same as a function: a switch gives the loop fewer exits, which compiles faster, above all
/// with sanitizers.
template <Op op, unsigned pops, unsigned pushes, auto body, class C>
[[gnu::noinline]] Flow execute_one(C& c, const std::int16_t* costs)
{
    const std::int64_t cost = costs[static_cast<std::size_t>(op)];
    if (is_later_addition(op) && cost < 0)
    {
        return c.fail(Status::invalid_instruction);
    }
    return admit<pops, pushes>(c, cost) ? invoke<body>(c) : Flow::halt;
}

#define SBST_EVM_BODY(name, pops, pushes, ...)                              \
    SBST_EVM_LABEL(name)                                                    \
    {                                                                       \
        ++c.pc;                                                             \
        ++c.steps;                                                          \
        if (Op::name == Op::jumpdest && c.steps > m.work_left) [[unlikely]] \
            goto exhausted;                                                 \
        flow = execute_one<Op::name, pops, pushes, __VA_ARGS__>(c, costs);  \
        SBST_EVM_NEXT                                                       \
    }
#endif
#define SBST_EVM_PLAIN(code, name, pops, pushes) SBST_EVM_BODY(name, pops, pushes, Ops<Hooks>::name)
#define SBST_EVM_PUSH(code, name, n) SBST_EVM_BODY(name, 0, 1, Ops<Hooks>::template push<n>)
#define SBST_EVM_DUP(code, name, n) SBST_EVM_BODY(name, n, (n) + 1, Ops<Hooks>::template dup<n>)
#define SBST_EVM_SWAP(code, name, n) \
    SBST_EVM_BODY(name, (n) + 1, (n) + 1, Ops<Hooks>::template swap<n>)
#define SBST_EVM_LOG(code, name, n) SBST_EVM_BODY(name, (n) + 2, 0, Ops<Hooks>::template log<n>)

#define SBST_EVM_LISTEN                      \
    if constexpr (Hooks::steps)              \
        tell_listener(c);                    \
    if constexpr (Hooks::mutants)            \
        tell_mutants(c);                     \
    if constexpr (Hooks::watched)            \
        tell_watcher(c);                     \
    if constexpr (Hooks::is_mutant)          \
        if (act_for_mutant(c) != Flow::next) \
            goto halted;

#if SBST_EVM_COMPUTED_GOTO
#define SBST_EVM_LABEL(name) label_##name:
#define SBST_EVM_NEXT \
    SBST_EVM_LISTEN   \
    goto* labels[*c.pc];
#define SBST_EVM_START SBST_EVM_NEXT
#define SBST_EVM_FINISH \
    undefined:          \
    ++c.pc;             \
    ++c.steps;
#else
#define SBST_EVM_LABEL(name) case Op::name:
#define SBST_EVM_NEXT break;
#define SBST_EVM_START                  \
    for (Flow flow = Flow::next;;)      \
    {                                   \
        SBST_EVM_LISTEN                 \
        switch (static_cast<Op>(*c.pc)) \
        {
#define SBST_EVM_FINISH          \
    default:                     \
        ++c.pc;                  \
        ++c.steps;               \
        goto absent;             \
        }                        \
        if (flow == Flow::halt)  \
            goto halted;         \
        if (flow == Flow::enter) \
            goto entered;        \
        }
#endif

/// Runs the machine's top frame until it halts or enters another one.
template <class Hooks>
// NOLINTNEXTLINE(readability-function-size): one label per instruction, all from the list
Flow interpret(Machine& m)
{
    Frame& frame = m.frame();
    const std::int16_t* const costs = m.rules.static_gas.data();
    Context<Hooks> c{m, frame, frame.pc, frame.sp, frame.gas, frame.stack, frame.tags, m.steps};
#if SBST_EVM_COMPUTED_GOTO
    // clang-format off
    static const std::array<const void*, 256> labels{
        &&label_stop, &&label_add, &&label_mul, &&label_sub, &&label_div, &&label_sdiv, &&label_mod, &&label_smod, &&label_addmod, &&label_mulmod, &&label_exp, &&label_signextend, &&undefined, &&undefined, &&undefined, &&undefined,
        &&label_lt, &&label_gt, &&label_slt, &&label_sgt, &&label_eq, &&label_iszero, &&label_and_, &&label_or_, &&label_xor_, &&label_not_, &&label_byte, &&label_shl, &&label_shr, &&label_sar, &&undefined, &&undefined,
        &&label_keccak256, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&label_address, &&label_balance, &&label_origin, &&label_caller, &&label_callvalue, &&label_calldataload, &&label_calldatasize, &&label_calldatacopy, &&label_codesize, &&label_codecopy, &&label_gasprice, &&label_extcodesize, &&label_extcodecopy, &&label_returndatasize, &&label_returndatacopy, &&label_extcodehash,
        &&label_blockhash, &&label_coinbase, &&label_timestamp, &&label_number, &&label_prevrandao, &&label_gaslimit, &&label_chainid, &&label_selfbalance, &&label_basefee, &&label_blobhash, &&label_blobbasefee, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&label_pop, &&label_mload, &&label_mstore, &&label_mstore8, &&label_sload, &&label_sstore, &&label_jump, &&label_jumpi, &&label_pc, &&label_msize, &&label_gas, &&label_jumpdest, &&label_tload, &&label_tstore, &&label_mcopy, &&label_push0,
        &&label_push1, &&label_push2, &&label_push3, &&label_push4, &&label_push5, &&label_push6, &&label_push7, &&label_push8, &&label_push9, &&label_push10, &&label_push11, &&label_push12, &&label_push13, &&label_push14, &&label_push15, &&label_push16,
        &&label_push17, &&label_push18, &&label_push19, &&label_push20, &&label_push21, &&label_push22, &&label_push23, &&label_push24, &&label_push25, &&label_push26, &&label_push27, &&label_push28, &&label_push29, &&label_push30, &&label_push31, &&label_push32,
        &&label_dup1, &&label_dup2, &&label_dup3, &&label_dup4, &&label_dup5, &&label_dup6, &&label_dup7, &&label_dup8, &&label_dup9, &&label_dup10, &&label_dup11, &&label_dup12, &&label_dup13, &&label_dup14, &&label_dup15, &&label_dup16,
        &&label_swap1, &&label_swap2, &&label_swap3, &&label_swap4, &&label_swap5, &&label_swap6, &&label_swap7, &&label_swap8, &&label_swap9, &&label_swap10, &&label_swap11, &&label_swap12, &&label_swap13, &&label_swap14, &&label_swap15, &&label_swap16,
        &&label_log0, &&label_log1, &&label_log2, &&label_log3, &&label_log4, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined, &&undefined,
        &&label_create, &&label_call, &&label_callcode, &&label_return_, &&label_delegatecall, &&label_create2, &&undefined, &&undefined, &&undefined, &&undefined, &&label_staticcall, &&undefined, &&undefined, &&label_revert, &&label_invalid, &&label_selfdestruct,
    };
    // clang-format on
#endif
    if (c.steps > m.work_left) [[unlikely]]
    {
        goto exhausted;
    }
    SBST_EVM_START
    SBST_EVM_PLAIN_OPCODES(SBST_EVM_PLAIN)
    SBST_EVM_PUSH_OPCODES(SBST_EVM_PUSH)
    SBST_EVM_DUP_OPCODES(SBST_EVM_DUP)
    SBST_EVM_SWAP_OPCODES(SBST_EVM_SWAP)
    SBST_EVM_LOG_OPCODES(SBST_EVM_LOG)
    SBST_EVM_FINISH
absent:
    frame.status = Status::invalid_instruction;
halted:
    c.spill();
    m.steps = c.steps;
    return Flow::halt;
exhausted:
    m.is_exhausted = true;
    c.spill();
    m.steps = c.steps;
    return Flow::halt;
entered:
    // The body spilled before it entered; since then only the place has changed.
    frame.pc = c.pc;
    m.steps = c.steps;
    return Flow::enter;
}

}  // namespace sbst::evm

#undef SBST_EVM_BODY
#undef SBST_EVM_PLAIN
#undef SBST_EVM_PUSH
#undef SBST_EVM_DUP
#undef SBST_EVM_SWAP
#undef SBST_EVM_LOG
#undef SBST_EVM_LISTEN
#undef SBST_EVM_LABEL
#undef SBST_EVM_NEXT
#undef SBST_EVM_START
#undef SBST_EVM_FINISH
#if SBST_EVM_COMPUTED_GOTO
#pragma GCC diagnostic pop
#endif
