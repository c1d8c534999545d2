// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons and bit operations. Next: ops_stack.hpp.
#pragma once

#include "context.hpp"

namespace sbst::evm
{

/// Bodies of the instructions 0x01 to 0x1d; with provenance, truth values get tags.
template <class Hooks>
struct ArithmeticOps
{
    using C = Context<Hooks>;

    SBST_EVM_INLINE void add(C& c) { c.replace_two(c.top(0) + c.top(1)); }
    SBST_EVM_INLINE void mul(C& c) { c.replace_two(c.top(0) * c.top(1)); }
    SBST_EVM_INLINE void sdiv(C& c) { c.replace_two(sbst::sdiv(c.top(0), c.top(1))); }
    SBST_EVM_INLINE void mod(C& c) { c.replace_two(c.top(0) % c.top(1)); }
    SBST_EVM_INLINE void smod(C& c) { c.replace_two(sbst::smod(c.top(0), c.top(1))); }
    SBST_EVM_INLINE void signextend(C& c) { c.replace_two(sign_extend(c.top(0), c.top(1))); }
    SBST_EVM_INLINE void byte(C& c) { c.replace_two(byte_at(c.top(0), c.top(1))); }
    SBST_EVM_INLINE void shl(C& c) { c.replace_two(c.top(1) << c.top(0)); }
    SBST_EVM_INLINE void shr(C& c) { c.replace_two(c.top(1) >> c.top(0)); }
    SBST_EVM_INLINE void sar(C& c) { c.replace_two(sbst::sar(c.top(1), c.top(0))); }
    // NOLINTNEXTLINE(readability-identifier-naming): a keyword without the underscore
    SBST_EVM_INLINE void not_(C& c) { c.replace(~c.top()); }

    SBST_EVM_INLINE void div(C& c)
    {
        // Old compilers take the selector out of the call data by dividing by 2^224.
        const U256& divisor = c.top(1);
        if (divisor == U256::power_of_two(224))
        {
            c.replace_two(c.top(0) >> 224U);
        }
        else
        {
            c.replace_two(c.top(0) / divisor);
        }
    }

    SBST_EVM_INLINE void sub(C& c)
    {
        const Tag tag = difference_tag(c);
        const U256 result = c.top(0) - c.top(1);
        c.replace_two(result, tag);
    }

    SBST_EVM_INLINE void addmod(C& c)
    {
        const U256 result = sbst::addmod(c.top(0), c.top(1), c.top(2));
        c.drop(2);
        c.replace(result);
    }

    SBST_EVM_INLINE void mulmod(C& c)
    {
        const U256 result = sbst::mulmod(c.top(0), c.top(1), c.top(2));
        c.drop(2);
        c.replace(result);
    }

    SBST_EVM_INLINE Flow exp(C& c)
    {
        const auto bytes = static_cast<std::int64_t>((bit_width(c.top(1)) + 7) / 8);
        c.gas -= bytes * c.m.rules.exp_byte;
        if (c.gas < 0)
        {
            return c.fail(Status::out_of_gas);
        }
        if (!c.m.spend(32 * static_cast<std::uint64_t>(bytes)))
        {
            return c.fail(Status::work_limit);
        }
        c.replace_two(pow(c.top(0), c.top(1)));
        return Flow::next;
    }

    SBST_EVM_INLINE void lt(C& c) { less<Op::lt>(c, c.top(0), c.top(1)); }
    SBST_EVM_INLINE void gt(C& c) { less<Op::gt>(c, c.top(1), c.top(0)); }
    SBST_EVM_INLINE void slt(C& c) { less<Op::slt>(c, flip_sign(c.top(0)), flip_sign(c.top(1))); }
    SBST_EVM_INLINE void sgt(C& c) { less<Op::sgt>(c, flip_sign(c.top(1)), flip_sign(c.top(0))); }

    SBST_EVM_INLINE void eq(C& c)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            note_operands(c, Op::eq, c.top(0), c.top(1));
            // Truth values are equal if their exclusive or is false.
            if (((c.tag(0) | c.tag(1)) & ~constant_tag) != 0)
            {
                tag = c.m.provenance.negate(
                    c.m.provenance.exclusive(c.tag(0), c.top(0), c.tag(1), c.top(1)));
            }
            if (tag == no_tag)
            {
                tag = c.m.provenance.equal(c.top(0), c.top(1));
            }
        }
        c.replace_two(U256{c.top(0) == c.top(1) ? 1U : 0U}, tag);
    }

    SBST_EVM_INLINE void iszero(C& c)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            note_operands(c, Op::iszero, c.top(), {});
            tag = c.m.provenance.negate(c.tag());
            if (tag == no_tag)
            {
                tag = c.m.provenance.equal(c.top(), U256{});
            }
        }
        assign(c.top(), U256{is_zero(c.top()) ? 1U : 0U});
        if constexpr (Hooks::provenance)
        {
            c.tag() = tag;
        }
    }

    // NOLINTNEXTLINE(readability-identifier-naming): a keyword without the underscore
    SBST_EVM_INLINE void and_(C& c)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            if (((c.tag(0) | c.tag(1)) & ~constant_tag) != 0)
            {
                tag = c.m.provenance.conjunction(c.tag(0), c.top(0), c.tag(1), c.top(1));
            }
        }
        c.replace_two(c.top(0) & c.top(1), tag);
    }

    // NOLINTNEXTLINE(readability-identifier-naming): a keyword without the underscore
    SBST_EVM_INLINE void or_(C& c)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            if (((c.tag(0) | c.tag(1)) & ~constant_tag) != 0)
            {
                tag = c.m.provenance.disjunction(c.tag(0), c.top(0), c.tag(1), c.top(1));
            }
        }
        c.replace_two(c.top(0) | c.top(1), tag);
    }

    // NOLINTNEXTLINE(readability-identifier-naming): a keyword without the underscore
    SBST_EVM_INLINE void xor_(C& c)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            if (((c.tag(0) | c.tag(1)) & ~constant_tag) != 0)
            {
                tag = c.m.provenance.exclusive(c.tag(0), c.top(0), c.tag(1), c.top(1));
            }
            if (tag == no_tag)
            {
                tag = difference_tag(c);
            }
        }
        c.replace_two(c.top(0) ^ c.top(1), tag);
    }

private:
    template <Op op>
    SBST_EVM_INLINE void less(C& c, const U256& a, const U256& b)
    {
        Tag tag = no_tag;
        if constexpr (Hooks::provenance)
        {
            note_operands(c, op, c.top(0), c.top(1));
            tag = c.m.provenance.less(a, b);
        }
        c.replace_two(U256{a < b ? 1U : 0U}, tag);
    }

    /// A difference is only meaningful where the code analysis saw that it is compared with zero.
    SBST_EVM_INLINE Tag difference_tag(C& c)
    {
        if constexpr (Hooks::provenance)
        {
            if (c.f.code->marks()[c.place()] != 0)
            {
                note_operands(c, Op::eq, c.top(0), c.top(1));
                return c.m.provenance.difference(c.top(0), c.top(1));
            }
        }
        return no_tag;
    }

    SBST_EVM_INLINE void note_operands(C& c, Op op, const U256& a, const U256& b)
    {
        if constexpr (Hooks::logs)
        {
            if (c.m.trace->logs.values)
            {
                c.m.trace->log_values(c.place(), op, a, b);
            }
        }
    }
};

}  // namespace sbst::evm
