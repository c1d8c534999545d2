// SPDX-License-Identifier: Apache-2.0
// Facts for guided random testing: the state that transactions left, what changes it, and the
// constants of the source by function. Next: sbst/guided/facts.hpp.
#pragma once

#include "catalogue_builder.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/exec/world_state.hpp>
#include <sbst/guided/mined_constants.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sbst::evm
{

/// A number for storage, balances and code that differ from the start of a test; never 0. The
/// nonces of accounts have no part in it: each transaction changes that of its sender.
[[nodiscard]] std::uint64_t digest_of(const StateDelta& delta);

/// Tells whether a call may change the state of the chain: not that of a view or pure function.
[[nodiscard]] bool may_change_state(const ContractAbi& abi, const CallTarget& target);

/// What integers of contracts are counted in, beside 1: seconds of times, gwei, ether, and units of
/// tokens with 6 decimals.
[[nodiscard]] std::span<const U256> contract_units();

/// The constants of a contract: one document for each function, modifier and constructor of its
/// source, of its bases and of its libraries, and one for the rest of the code.
struct ContractConstants
{
    MinedConstants constants;
    /// By callable; 0 is the rest.
    std::vector<std::size_t> documents;
};

/// @param pool_runtime the runtime code, for contracts without a syntax tree.
[[nodiscard]] ContractConstants mine_constants(
    const Artifact& artifact, const ContractSurface& surface, BytesView pool_runtime);

}  // namespace sbst::evm
