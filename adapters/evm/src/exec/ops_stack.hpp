// SPDX-License-Identifier: Apache-2.0
// Stack, memory words and control flow. Read next: ops_environment.hpp.
#pragma once

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

    template <unsigned n>
    SBST_EVM_INLINE void push_bytes(C& c)
    {
        // Straight to the stack: whole limbs, most significant first, then the bytes of a partial
        // one.
        constexpr unsigned partial = n % 8;
        constexpr unsigned limbs = n / 8;
        U256& value = *c.sp++;
        for (std::size_t i = limbs; i < 4; ++i)
            value.limbs[i] = 0;
        if constexpr (partial != 0)
        {
            std::uint64_t limb = 0;
            for (std::size_t i = 0; i < partial; ++i)
                limb = (limb << 8U) | c.pc[i];
            value.limbs[limbs] = limb;
        }
        for (std::size_t i = 0; i < limbs; ++i)
            value.limbs[limbs - 1 - i] = load_big_endian(c.pc + partial + (8 * i));
        if constexpr (Hooks::provenance)
            c.tag() = constant_tag;
        c.pc += n;
    }

    SBST_EVM_INLINE void push0(C& c) { c.push({}, constant_tag); }
    SBST_EVM_INLINE void pop(C& c) { c.drop(1); }

    template <unsigned n>
    SBST_EVM_INLINE void dup(C& c)
    {
        if constexpr (Hooks::provenance)
            c.push(c.top(n - 1), c.tag(n - 1));
        else
            c.push(c.top(n - 1));
    }

    template <unsigned n>
    SBST_EVM_INLINE void swap(C& c)
    {
        U256& a = c.top(0);
        U256& b = c.top(n);
        for (std::size_t i = 0; i < 4; ++i)
            std::swap(a.limbs[i], b.limbs[i]);
        if constexpr (Hooks::provenance)
            std::swap(c.tag(0), c.tag(n));
    }

    SBST_EVM_INLINE Flow mload(C& c)
    {
        const Flow flow = reserve(c, 32);
        if (flow != Flow::next)
            return flow;
        const std::uint8_t* from = c.f.memory + low64(c.top());
        for (std::size_t i = 0; i < 4; ++i)
            c.top().limbs[3 - i] = load_big_endian(from + (8 * i));
        c.untag();
        return Flow::next;
    }

    SBST_EVM_INLINE Flow mstore(C& c)
    {
        const Flow flow = reserve(c, 32);
        if (flow != Flow::next)
            return flow;
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
            return flow;
        c.f.memory[low64(c.top(0))] = static_cast<std::uint8_t>(low64(c.top(1)));
        c.drop(2);
        return Flow::next;
    }

    SBST_EVM_INLINE Flow jump(C& c)
    {
        const U256& target = c.top();
        if (!is_valid_target(c, target))
            return c.fail(Status::bad_jump);
        log_edge(c, low64(target));
        c.pc = c.f.code->padded() + low64(target);
        c.drop(1);
        return Flow::next;
    }

    SBST_EVM_INLINE Flow jumpi(C& c)
    {
        const bool taken = !is_zero(c.top(1));
        const U256& target = c.top(0);
        if (taken && !is_valid_target(c, target))
            return c.fail(Status::bad_jump);
        if constexpr (Hooks::provenance)
            note_condition(c, taken);
        else if constexpr (Hooks::coverage)
            note_outcome(c, taken);
        if (taken)
        {
            log_edge(c, low64(target));
            c.pc = c.f.code->padded() + low64(target);
        }
        else
        {
            log_edge(c, c.place() + 1U);
        }
        c.drop(2);
        return Flow::next;
    }

    SBST_EVM_INLINE void jumpdest(C& c)
    {
        if constexpr (Hooks::coverage)
        {
            const std::uint32_t block = c.f.code->marks()[c.place()] & ~CodeAnalysis::jumpdest_mark;
            if (block < c.f.trace->block_contexts.size())
                c.f.trace->enter_block(block, c.f.context);
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
    /// Makes sure that `size` bytes at the offset on top are there; fast when they are.
    SBST_EVM_INLINE Flow reserve(C& c, std::size_t size)
    {
        const U256& offset = c.top();
        if (fits_u64(offset) && low64(offset) < c.f.memory_size &&
            c.f.memory_size - low64(offset) >= size)
            return Flow::next;
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
            return flow;
        c.f.output = {};
        if (!is_zero(c.top(1)))
            c.f.output = {c.f.memory + low64(c.top(0)), low64(c.top(1))};
        return c.fail(status);
    }

    SBST_EVM_INLINE bool is_valid_target(C& c, const U256& target)
    {
        return fits_u64(target) && c.f.code->is_jumpdest(low64(target));
    }

    /// Records which side was taken; its distance is 0.
    SBST_EVM_INLINE void note_side(C& c, std::uint32_t number, bool taken)
    {
        JumpiTrace& jump = c.f.jumps[number];
        if (!jump.was_reached())
            c.f.trace->touch_jump(number, c.f.context);
        (taken ? jump.hits_true : jump.hits_false) += 1;
        (taken ? jump.least_true : jump.least_false) = {};
        (taken ? jump.level_true : jump.level_false) = 0;
    }

    /// Records the outcome alone.
    SBST_EVM_INLINE void note_outcome(C& c, bool taken)
    {
        const std::uint32_t number = c.f.code->marks()[c.place()];
        if (number < c.f.jump_count)
            note_side(c, number, taken);
    }

    /// Records outcome and distances. The distance of the side that is not taken is computed only
    /// while it was never taken.
    SBST_EVM_INLINE void note_condition(C& c, bool taken)
    {
        const std::uint32_t number = c.f.code->marks()[c.place()];
        if (number >= c.f.jump_count)
            return;
        if constexpr (Hooks::logs)
            c.m.trace->log_decision(*c.f.trace, number);
        note_side(c, number, taken);
        JumpiTrace& jump = c.f.jumps[number];
        const Tag tag = c.tag(1);
        if ((taken ? jump.hits_false : jump.hits_true) == 0)
        {
            if (tag == constant_tag)
                note_decided(c, jump, taken);
            else
                note_missed(
                    jump, taken, 0, missed_side(c.m.provenance.distances(tag, c.top(1)), taken));
        }
        if (tag != constant_tag)
        {
            c.f.decider = number;
            c.f.decider_tag = tag;
            c.f.decider_value = c.top(1);
        }
    }

    SBST_EVM_INLINE const U256& missed_side(const Distances& distances, bool taken)
    {
        return taken ? distances.to_false : distances.to_true;
    }

    SBST_EVM_INLINE void note_missed(
        JumpiTrace& jump, bool taken, std::uint32_t level, const U256& missed)
    {
        std::uint32_t& least_level = taken ? jump.level_false : jump.level_true;
        U256& least = taken ? jump.least_false : jump.least_true;
        if (level < least_level || (level == least_level && missed < least))
        {
            least_level = level;
            least = missed;
        }
    }

    /// The condition is a truth value that the code pushed, so whoever jumped there decided it: to
    /// change it, that jump must go the other way.
    [[gnu::noinline]] static void note_decided(C& c, JumpiTrace& jump, bool taken)
    {
        const auto jumps = static_cast<std::uint32_t>(c.f.jump_count);
        if (c.f.decider == Frame::no_decider)
        {
            note_missed(jump, taken, jumps + 1, U256{1});
            return;
        }
        const U256& value = c.f.decider_value;
        const Distances distances = c.m.provenance.distances(c.f.decider_tag, value);
        note_missed(jump, taken, jumps - c.f.decider, missed_side(distances, !is_zero(value)));
    }

    SBST_EVM_INLINE void log_edge(C& c, std::uint64_t target)
    {
        if constexpr (Hooks::logs)
            if (c.m.trace->logs.edges && c.f.trace == &c.m.trace->runtime())
                c.m.trace->log_edge(c.place(), static_cast<std::uint32_t>(target));
    }
};
}  // namespace sbst::evm
