// SPDX-License-Identifier: Apache-2.0
// The interpreter's registers. Instructions work on a local Context, which the compiler keeps in
// machine registers while its address does not escape: functions that are not inlined get the frame
// instead, after `spill`. Next: ops_arithmetic.hpp and its siblings, then dispatch.hpp.
#pragma once

#include "hooks.hpp"
#include "machine.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#define SBST_EVM_INLINE [[gnu::always_inline]] static inline

namespace sbst::evm
{

/// Reads eight bytes as a big-endian number.
[[nodiscard, gnu::always_inline]] inline std::uint64_t load_big_endian(
    const std::uint8_t* from) noexcept
{
    std::uint64_t limb = 0;
    std::memcpy(&limb, from, 8);
    return __builtin_bswap64(limb);
}

/// The running frame as the loop sees it. `pc` is already beyond the opcode while an instruction
/// executes.
template <class Hooks>
struct Context
{
    static constexpr bool has_trace = Hooks::coverage;

    Machine& m;
    Frame& f;
    const std::uint8_t* pc;
    U256* sp;
    std::int64_t gas;
    U256* stack;
    Tag* tags;
    std::uint64_t steps;

    /// Returns the n-th word from the top, counted from 0.
    [[nodiscard, gnu::always_inline]] U256& top(std::size_t n = 0) noexcept
    {
        return *(sp - 1 - n);
    }

    [[nodiscard, gnu::always_inline]] Tag& tag(std::size_t n = 0) noexcept
    {
        return tags[(sp - stack) - 1 - static_cast<std::ptrdiff_t>(n)];
    }

    /// Tags the next pushed word. Tags are set before the stack pointer moves, so that the checked
    /// height can be used as the index.
    [[gnu::always_inline]] void tag_next(Tag tag_of_value) noexcept
    {
        if constexpr (Hooks::provenance)
        {
            tags[sp - stack] = tag_of_value;
        }
    }

    [[gnu::always_inline]] void push(const U256& value, Tag tag_of_value = no_tag) noexcept
    {
        tag_next(tag_of_value);
        assign(*sp++, value);
    }

    [[gnu::always_inline]] void drop(std::size_t n) noexcept { sp -= n; }

    /// Replaces the two top words by a result.
    [[gnu::always_inline]] void replace_two(const U256& value, Tag tag_of_value = no_tag) noexcept
    {
        if constexpr (Hooks::provenance)
        {
            tag(1) = tag_of_value;
        }
        drop(1);
        assign(top(), value);
    }

    /// Overwrites the top word by a result of unknown provenance.
    [[gnu::always_inline]] void replace(const U256& value) noexcept
    {
        assign(top(), value);
        untag();
    }

    [[gnu::always_inline]] void untag() noexcept
    {
        if constexpr (Hooks::provenance)
        {
            tag() = no_tag;
        }
    }

    [[gnu::always_inline]] Flow fail(Status status) noexcept
    {
        f.status = status;
        return Flow::halt;
    }

    /// Returns the place of the instruction that executes.
    [[nodiscard, gnu::always_inline]] std::uint32_t place() const noexcept
    {
        return static_cast<std::uint32_t>(pc - f.code->padded()) - 1;
    }

    /// Writes the registers back to the frame, for code that is not inlined.
    [[gnu::always_inline]] void spill() noexcept
    {
        f.pc = pc;
        f.sp = sp;
        f.gas = gas;
    }

    [[gnu::always_inline]] void reload() noexcept
    {
        sp = f.sp;
        gas = f.gas;
    }
};

/// Charges the gas for memory up to the last of `size` bytes from `offset`, and enlarges the
/// memory. Empty ranges are free at any offset.
/// @return next, or halt with the frame's status set; the gas is then lost in any case.
Flow expand_memory(Machine& m, Frame& f, const U256& offset, const U256& size) noexcept;

}  // namespace sbst::evm
