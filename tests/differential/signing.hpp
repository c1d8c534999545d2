// SPDX-License-Identifier: Apache-2.0
// Signatures for generated programs: of authorizations, and as input of the first precompile.
#pragma once

#include <sbst/evm/base/keccak.hpp>
#include <sbst/numeric/u256.hpp>

namespace sbst::evm::differential
{

struct Signature
{
    U256 y_parity;
    U256 r;
    U256 s;
};

/// Signs a hash on secp256k1. Precondition: 0 < key < order of the curve.
[[nodiscard]] Signature sign(const Hash256& hash, const U256& key);

}  // namespace sbst::evm::differential
