// SPDX-License-Identifier: Apache-2.0
// Cold and warm accounts (EIP-2929). Next: storage.cpp.
#pragma once

#include "machine.hpp"

namespace sbst::evm
{

/// Tells whether the address is one of the fork's precompiles; those are always warm.
[[nodiscard]] inline bool is_precompile(const Machine& m, const U256& address) noexcept
{
    return fits_u64(address) && low64(address) >= 1 && low64(address) <= m.rules.last_precompile;
}

/// Charges the price of a cold account beyond the static gas, and makes it warm. Nothing before
/// Berlin.
/// @return success, or the reason why the frame ends: no gas, or no room for the account.
[[nodiscard]] inline Status charge_account_access(Machine& m, Frame& f, AccountId id)
{
    if (!m.has_room())
    {
        return Status::memory_limit;
    }
    if (!m.rules.access_lists || !m.state.warm_up_account(id) ||
        is_precompile(m, m.state.account(id).address.to_word()))
    {
        return Status::success;
    }
    f.gas -= cold_account_surcharge;
    return f.gas >= 0 ? Status::success : Status::out_of_gas;
}

}  // namespace sbst::evm
