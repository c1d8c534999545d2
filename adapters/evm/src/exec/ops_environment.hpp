// SPDX-License-Identifier: Apache-2.0
// Queries about the call, the block and other accounts; hashing and copying. The expensive ones are
// not inlined and work on the frame. Next: ops_world.hpp.
#pragma once

#include "context.hpp"

#include <algorithm>
#include <cstring>

namespace sbst::evm
{

// Not inlined; `f.sp` and `f.gas` are current.
Flow execute_keccak256(Machine& m, Frame& f);
Flow execute_calldatacopy(Machine& m, Frame& f);
Flow execute_codecopy(Machine& m, Frame& f);
Flow execute_returndatacopy(Machine& m, Frame& f);
Flow execute_mcopy(Machine& m, Frame& f);
Flow execute_extcodecopy(Machine& m, Frame& f);
Flow execute_extcodesize(Machine& m, Frame& f);
Flow execute_extcodehash(Machine& m, Frame& f);
Flow execute_balance(Machine& m, Frame& f);
Flow execute_blockhash(Machine& m, Frame& f);
Flow execute_blobhash(Machine& m, Frame& f);

/// Bodies of the instructions 0x20 to 0x4a and MCOPY.
template <class Hooks>
struct EnvironmentOps
{
    using C = Context<Hooks>;

    SBST_EVM_INLINE void address(C& c) { c.push(c.f.self); }
    SBST_EVM_INLINE void caller(C& c) { c.push(c.f.caller); }
    SBST_EVM_INLINE void callvalue(C& c) { c.push(c.f.value); }
    SBST_EVM_INLINE void origin(C& c) { c.push(c.m.transaction->sender.to_word()); }
    SBST_EVM_INLINE void gasprice(C& c) { c.push(c.m.transaction->gas_price); }
    SBST_EVM_INLINE void calldatasize(C& c) { c.push(U256{c.f.input.size()}); }
    SBST_EVM_INLINE void codesize(C& c) { c.push(U256{c.f.code->size()}); }
    SBST_EVM_INLINE void returndatasize(C& c) { c.push(U256{c.m.return_data.size()}); }
    SBST_EVM_INLINE void coinbase(C& c) { c.push(c.m.block.coinbase.to_word()); }
    SBST_EVM_INLINE void timestamp(C& c) { c.push(U256{c.m.block.timestamp}); }
    SBST_EVM_INLINE void number(C& c) { c.push(U256{c.m.block.number}); }
    SBST_EVM_INLINE void prevrandao(C& c) { c.push(c.m.block.prevrandao); }
    SBST_EVM_INLINE void gaslimit(C& c) { c.push(U256{c.m.block.gas_limit}); }
    SBST_EVM_INLINE void chainid(C& c) { c.push(c.m.block.chain_id); }
    SBST_EVM_INLINE void basefee(C& c) { c.push(c.m.block.base_fee); }
    SBST_EVM_INLINE void blobbasefee(C& c) { c.push(c.m.block.blob_base_fee); }
    SBST_EVM_INLINE void selfbalance(C& c) { c.push(c.m.state.account(c.f.self_id).balance); }

    SBST_EVM_INLINE void calldataload(C& c)
    {
        const BytesView input = c.f.input;
        const U256& offset = c.top();
        if (fits_u64(offset) && low64(offset) < input.size() && input.size() - low64(offset) >= 32)
        {
            const std::uint8_t* from = input.data() + low64(offset);
            for (std::size_t i = 0; i < 4; ++i)
            {
                c.top().limbs[3 - i] = load_big_endian(from + (8 * i));
            }
            c.untag();
            return;
        }
        std::array<std::uint8_t, 32> word{};
        if (fits_u64(offset) && low64(offset) < input.size())
        {
            std::copy(input.begin() + static_cast<std::ptrdiff_t>(low64(offset)), input.end(),
                word.begin());
        }
        c.replace(U256::from_be_bytes(word));
    }

    SBST_EVM_INLINE Flow keccak256(C& c) { return outline_untag<execute_keccak256>(c); }
    SBST_EVM_INLINE Flow calldatacopy(C& c) { return outline<execute_calldatacopy>(c); }
    SBST_EVM_INLINE Flow codecopy(C& c) { return outline<execute_codecopy>(c); }
    SBST_EVM_INLINE Flow returndatacopy(C& c) { return outline<execute_returndatacopy>(c); }
    SBST_EVM_INLINE Flow mcopy(C& c) { return outline<execute_mcopy>(c); }
    SBST_EVM_INLINE Flow extcodecopy(C& c) { return outline<execute_extcodecopy>(c); }
    SBST_EVM_INLINE Flow extcodesize(C& c) { return outline_untag<execute_extcodesize>(c); }
    SBST_EVM_INLINE Flow extcodehash(C& c) { return outline_untag<execute_extcodehash>(c); }
    SBST_EVM_INLINE Flow balance(C& c) { return outline_untag<execute_balance>(c); }
    SBST_EVM_INLINE Flow blockhash(C& c) { return outline_untag<execute_blockhash>(c); }
    SBST_EVM_INLINE Flow blobhash(C& c) { return outline_untag<execute_blobhash>(c); }

protected:
    /// Calls a body that is not inlined.
    template <Flow (*body)(Machine&, Frame&)>
    SBST_EVM_INLINE Flow outline(C& c)
    {
        c.spill();
        const Flow flow = body(c.m, c.f);
        c.reload();
        return flow;
    }

    /// The same for bodies that leave a result on top. If a body entered a frame, its result comes
    /// later.
    template <Flow (*body)(Machine&, Frame&)>
    SBST_EVM_INLINE Flow outline_untag(C& c)
    {
        const Flow flow = outline<body>(c);
        if (flow == Flow::next)
        {
            c.untag();
        }
        return flow;
    }
};

}  // namespace sbst::evm
