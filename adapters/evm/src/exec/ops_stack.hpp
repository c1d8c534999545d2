// SPDX-License-Identifier: Apache-2.0
// Stack, memory words and control flow. Next: ops_environment.hpp.
#pragma once

#include "conditions.hpp"
#include "context.hpp"

#include <algorithm>
#include <cstring>

namespace sbst::evm
{

/// Bodies of PUSH, DUP, SWAP, POP, MLOAD, MSTORE, the jumps and the instructions that end a frame.
template <class Hooks>
struct StackOps
{
    using C = Context<Hooks>;

    /// Most PUSH2 push the target of the JUMPI that follows; both are executed together, unless the
    /// jump would fail before it jumps, or there is a listener or watcher.
    template <unsigned n>
    SBST_EVM_INLINE Flow push(C& c)
    {
        if constexpr (n == 2 && !Hooks::steps && !Hooks::watched)
        {
            const std::int64_t cost = c.m.rules.static_gas[static_cast<std::size_t>(Op::jumpi)];
            if (static_cast<Op>(c.pc[n]) == Op::jumpi && c.gas >= cost && c.sp != c.stack)
            {
                const std::uint64_t target = (std::uint64_t{c.pc[0]} << 8U) | c.pc[1];
                c.pc += n + 1;
                c.gas -= cost;
                ++c.steps;
                return jump_to_if(c, target);
            }
        }
        push_bytes<n>(c);
        return Flow::next;
    }

    SBST_EVM_INLINE void push0(C& c) { c.push({}, constant_tag); }
    SBST_EVM_INLINE void pop(C& c) { c.drop(1); }

    template <unsigned n>
    SBST_EVM_INLINE void dup(C& c)
    {
        if constexpr (Hooks::provenance)
        {
            c.push(c.top(n - 1), c.tag(n - 1));
        }
        else
        {
            c.push(c.top(n - 1));
        }
    }

    template <unsigned n>
    SBST_EVM_INLINE void swap(C& c)
    {
        U256& a = c.top(0);
        U256& b = c.top(n);
        for (std::size_t i = 0; i < 4; ++i)
        {
            std::swap(a.limbs[i], b.limbs[i]);
        }
        if constexpr (Hooks::provenance)
        {
            std::swap(c.tag(0), c.tag(n));
        }
    }

    SBST_EVM_INLINE Flow mload(C& c)
    {
        const Flow flow = reserve(c, 32);
        if (flow != Flow::next)
        {
            return flow;
        }
        const std::uint8_t* from = c.f.memory + low64(c.top());
        for (std::size_t i = 0; i < 4; ++i)
        {
            c.top().limbs[3 - i] = load_big_endian(from + (8 * i));
        }
        c.untag();
        return Flow::next;
    }

    SBST_EVM_INLINE Flow mstore(C& c)
    {
        const Flow flow = reserve(c, 32);
        if (flow != Flow::next)
        {
            return flow;
        }
        std::uint8_t* to = c.f.memory + low64(c.top(0));
        const U256& value = c.top(1);
        for (std::size_t i = 0; i < 4; ++i)
        {
            const std::uint64_t limb = __builtin_bswap64(value.limbs[3 - i]);
            std::memcpy(to + (8 * i), &limb, 8);
        }
        c.drop(2);
        return Flow::next;
    }

    SBST_EVM_INLINE Flow mstore8(C& c)
    {
        const Flow flow = reserve(c, 1);
        if (flow != Flow::next)
        {
            return flow;
        }
        c.f.memory[low64(c.top(0))] = static_cast<std::uint8_t>(low64(c.top(1)));
        c.drop(2);
        return Flow::next;
    }

    SBST_EVM_INLINE Flow jump(C& c)
    {
        const std::uint64_t target = pop_target(c);
        return jump_to(c, target);
    }

    SBST_EVM_INLINE Flow jumpi(C& c)
    {
        const std::uint64_t target = pop_target(c);
        return jump_to_if(c, target);
    }

    SBST_EVM_INLINE void jumpdest(C& c)
    {
        if constexpr (Hooks::coverage)
        {
            const std::uint32_t block = c.f.code->marks()[c.place()] & ~CodeAnalysis::jumpdest_mark;
            CodeTrace& trace = *c.f.trace;
            if (block < trace.block_contexts.size() &&
                (trace.block_contexts[block] & c.f.context) == 0)
            {
                trace.enter_block(block, c.f.context);
            }
        }
    }

    SBST_EVM_INLINE void pc(C& c) { c.push(U256{c.place()}); }
    SBST_EVM_INLINE void msize(C& c) { c.push(U256{c.f.memory_size}); }
    SBST_EVM_INLINE void gas(C& c) { c.push(U256{static_cast<std::uint64_t>(c.gas)}); }

    SBST_EVM_INLINE Flow stop(C& c)
    {
        c.f.output = {};
        return c.fail(Status::success);
    }

    // NOLINTNEXTLINE(readability-identifier-naming): a keyword without the underscore
    SBST_EVM_INLINE Flow return_(C& c) { return end_with_output(c, Status::success); }
    SBST_EVM_INLINE Flow revert(C& c) { return end_with_output(c, Status::revert); }
    SBST_EVM_INLINE Flow invalid(C& c) { return c.fail(Status::invalid_instruction); }

private:
    /// Ensures that memory has `size` bytes at the offset on top; fast when it already has.
    SBST_EVM_INLINE Flow reserve(C& c, std::size_t size)
    {
        const U256& offset = c.top();
        if (fits_u64(offset) && low64(offset) < c.f.memory_size &&
            c.f.memory_size - low64(offset) >= size)
        {
            return Flow::next;
        }
        c.spill();
        const Flow flow = expand_memory(c.m, c.f, offset, U256{size});
        c.reload();
        return flow;
    }

    SBST_EVM_INLINE Flow end_with_output(C& c, Status status)
    {
        c.spill();
        const Flow flow = expand_memory(c.m, c.f, c.top(0), c.top(1));
        c.reload();
        if (flow != Flow::next)
        {
            return flow;
        }
        c.f.output = {};
        if (!is_zero(c.top(1)))
        {
            c.f.output = {c.f.memory + low64(c.top(0)), low64(c.top(1))};
        }
        return c.fail(status);
    }

    template <unsigned n>
    SBST_EVM_INLINE void push_bytes(C& c)
    {
        // Directly to the stack: whole limbs, most significant first, then the bytes of a partial
        // one.
        constexpr unsigned partial = n % 8;
        constexpr unsigned limbs = n / 8;
        c.tag_next(constant_tag);
        U256& value = *c.sp++;
        for (std::size_t i = limbs; i < 4; ++i)
        {
            value.limbs[i] = 0;
        }
        if constexpr (partial != 0)
        {
            std::uint64_t limb = 0;
            for (std::size_t i = 0; i < partial; ++i)
            {
                limb = (limb << 8U) | c.pc[i];
            }
            value.limbs[limbs] = limb;
        }
        for (std::size_t i = 0; i < limbs; ++i)
        {
            value.limbs[limbs - 1 - i] = load_big_endian(c.pc + partial + (8 * i));
        }
        c.pc += n;
    }

    /// Pops the jump target; values that do not fit count as beyond the code.
    SBST_EVM_INLINE std::uint64_t pop_target(C& c)
    {
        const U256& target = c.top();
        c.drop(1);
        return fits_u64(target) ? low64(target) : UINT64_MAX;
    }

    SBST_EVM_INLINE Flow jump_to(C& c, std::uint64_t target)
    {
        if (!c.f.code->is_jumpdest(target))
        {
            return c.fail(Status::bad_jump);
        }
        go(c, target);
        return Flow::next;
    }

    /// Pops the condition and jumps if it holds.
    SBST_EVM_INLINE Flow jump_to_if(C& c, std::uint64_t target)
    {
        const bool taken = !is_zero(c.top());
        if (taken && !c.f.code->is_jumpdest(target))
        {
            return c.fail(Status::bad_jump);
        }
        if constexpr (Hooks::provenance)
        {
            note_condition(c, taken);
        }
        else if constexpr (Hooks::coverage)
        {
            note_outcome(c, taken);
        }
        c.drop(1);
        if (taken)
        {
            go(c, target);
        }
        else
        {
            log_edge(c, c.place() + 1U);
        }
        return Flow::next;
    }

    /// Goes to a JUMPDEST and executes it at once if gas and work are left and there is no
    /// listener or watcher.
    SBST_EVM_INLINE void go(C& c, std::uint64_t target)
    {
        log_edge(c, target);
        c.pc = c.f.code->padded() + target;
        const std::int64_t cost = c.m.rules.static_gas[static_cast<std::size_t>(Op::jumpdest)];
        if (Hooks::steps || Hooks::watched || c.gas < cost || c.steps >= c.m.work_left)
        {
            return;
        }
        ++c.pc;
        c.gas -= cost;
        ++c.steps;
        jumpdest(c);
    }

    /// Records the taken side; its distance is 0.
    SBST_EVM_INLINE void note_side(C& c, std::uint32_t number, bool taken)
    {
        JumpiTrace& jump = c.f.jumps[number];
        if ((taken ? jump.hits_true : jump.hits_false)++ == 0)
        {
            note_first(c.f, number, taken);
        }
    }

    /// Records only the outcome.
    SBST_EVM_INLINE void note_outcome(C& c, bool taken)
    {
        const std::uint32_t number = c.f.code->marks()[c.place()];
        if (number < c.f.jump_count)
        {
            note_side(c, number, taken);
        }
    }

    /// Records outcome and distances. The distance of the side that is not taken is computed only
    /// while it was never taken.
    SBST_EVM_INLINE void note_condition(C& c, bool taken)
    {
        const std::uint32_t number = c.f.code->marks()[c.place()];
        if (number >= c.f.jump_count)
        {
            return;
        }
        if constexpr (Hooks::logs)
        {
            c.m.trace->log_decision(*c.f.trace, number);
        }
        note_side(c, number, taken);
        const JumpiTrace& jump = c.f.jumps[number];
        const Tag tag = c.tag();
        if ((taken ? jump.hits_false : jump.hits_true) == 0)
        {
            note_missed(c.m.provenance, c.f, number, {tag, taken, c.top()});
        }
        if (tag != constant_tag)
        {
            c.f.decider = number;
            c.f.decider_tag = tag;
            assign(c.f.decider_value, c.top());
        }
    }

    SBST_EVM_INLINE void log_edge(C& c, std::uint64_t target)
    {
        if constexpr (Hooks::logs)
        {
            if (c.m.trace->logs.edges && c.f.trace == &c.m.trace->runtime())
            {
                c.m.trace->log_edge(c.place(), static_cast<std::uint32_t>(target));
            }
        }
    }
};

}  // namespace sbst::evm
