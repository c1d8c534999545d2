// SPDX-License-Identifier: Apache-2.0
// The signer of an authorization of a set-code transaction. Next: chain_transaction.hpp.
#pragma once

#include <sbst/evm/exec/transaction.hpp>

namespace sbst::evm
{

/// An authorization as the transaction carries it.
struct SignedAuthorization
{
    U256 chain_id;
    Address delegate;
    std::uint64_t nonce{};
    U256 y_parity;
    U256 r;
    U256 s;
};

/// Recovers the authority: the signer of keccak256(0x05, rlp([chain id, delegate, nonce])), nothing
/// when the signature is not valid or its s is in the upper half. Source: EIP-7702.
[[nodiscard]] Authorization recover_authority(const SignedAuthorization& wish);

}  // namespace sbst::evm
