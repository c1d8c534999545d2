// SPDX-License-Identifier: Apache-2.0
// Instructions that read or change the world: storage, logs, calls, creations, self-destruction.
// None is inlined. Next: calls.hpp.
#pragma once

#include "ops_environment.hpp"

namespace sbst::evm
{

Flow execute_sload(Machine& m, Frame& f);
Flow execute_sstore(Machine& m, Frame& f);
Flow execute_tload(Machine& m, Frame& f);
Flow execute_tstore(Machine& m, Frame& f);
Flow execute_selfdestruct(Machine& m, Frame& f);
Flow execute_log(Machine& m, Frame& f, unsigned topics);
Flow execute_call(Machine& m, Frame& f, Op op);
Flow execute_create(Machine& m, Frame& f, Op op);

/// Bodies of SLOAD, SSTORE, TLOAD, TSTORE, LOG, the calls, the creations and SELFDESTRUCT.
template <class Hooks>
struct WorldOps : EnvironmentOps<Hooks>
{
    using C = Context<Hooks>;
    using Base = EnvironmentOps<Hooks>;

    SBST_EVM_INLINE Flow sload(C& c)
    {
        const U256 key = Hooks::logs ? c.top() : U256{};
        const Flow flow = Base::template outline_untag<execute_sload>(c);
        if (Hooks::logs && flow == Flow::next)
        {
            log_access(c, key, c.top(), false);
        }
        return flow;
    }

    SBST_EVM_INLINE Flow sstore(C& c)
    {
        const U256 key = Hooks::logs ? c.top(0) : U256{};
        const U256 value = Hooks::logs ? c.top(1) : U256{};
        const Flow flow = Base::template outline<execute_sstore>(c);
        if (Hooks::logs && flow == Flow::next)
        {
            log_access(c, key, value, true);
        }
        return flow;
    }

    SBST_EVM_INLINE Flow tload(C& c) { return Base::template outline_untag<execute_tload>(c); }
    SBST_EVM_INLINE Flow tstore(C& c) { return Base::template outline<execute_tstore>(c); }

    SBST_EVM_INLINE Flow selfdestruct(C& c)
    {
        return Base::template outline<execute_selfdestruct>(c);
    }

    template <unsigned topics>
    SBST_EVM_INLINE Flow log(C& c)
    {
        return Base::template outline<log_body<topics>>(c);
    }

    SBST_EVM_INLINE Flow call(C& c) { return calling<Op::call>(c); }
    SBST_EVM_INLINE Flow callcode(C& c) { return calling<Op::callcode>(c); }
    SBST_EVM_INLINE Flow delegatecall(C& c) { return calling<Op::delegatecall>(c); }
    SBST_EVM_INLINE Flow staticcall(C& c) { return calling<Op::staticcall>(c); }
    SBST_EVM_INLINE Flow create(C& c) { return creating<Op::create>(c); }
    SBST_EVM_INLINE Flow create2(C& c) { return creating<Op::create2>(c); }

private:
    template <unsigned topics>
    static Flow log_body(Machine& m, Frame& f)
    {
        return execute_log(m, f, topics);
    }

    template <Op op>
    static Flow call_body(Machine& m, Frame& f)
    {
        return execute_call(m, f, op);
    }

    template <Op op>
    static Flow create_body(Machine& m, Frame& f)
    {
        return execute_create(m, f, op);
    }

    template <Op op>
    SBST_EVM_INLINE Flow calling(C& c)
    {
        // The body tags its result itself.
        return Base::template outline<call_body<op>>(c);
    }

    template <Op op>
    SBST_EVM_INLINE Flow creating(C& c)
    {
        return Base::template outline_untag<create_body<op>>(c);
    }

    SBST_EVM_INLINE void log_access(C& c, const U256& key, const U256& value, bool is_write)
    {
        if (c.m.trace->logs.state)
        {
            c.m.trace->log_access({c.place(), is_write, Address::from_word(c.f.self), key, value});
        }
    }
};

}  // namespace sbst::evm
