// SPDX-License-Identifier: Apache-2.0
// The two hashes by which the chain commits to the effects of a transaction: the state's root and
// the hash of its logs. Next: chain_transaction.hpp.
#pragma once

#include <sbst/evm/base/keccak.hpp>
#include <sbst/evm/exec/transaction.hpp>
#include <sbst/evm/exec/world_state.hpp>

namespace sbst::evm
{

/// Returns the root of the state trie: accounts [nonce, balance, storage root, code hash] under the
/// hash of their address; slots of 0 and empty accounts are not in it, except empty ones that
/// `WorldState::keep_empty` named and nothing touched. O(accounts + slots). Source: Yellow Paper,
/// section 4.1; EIP-161.
[[nodiscard]] Hash256 state_root(const WorldState& state);

/// Returns the Keccak hash of the RLP of a result's logs, [[address, [topic...], data]...].
[[nodiscard]] Hash256 logs_hash(const Result& result);

}  // namespace sbst::evm
