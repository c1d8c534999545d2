// SPDX-License-Identifier: Apache-2.0
// Precompiles 16 and 17: field elements to points of BLS12-381. Next: bls12_isogeny.hpp.
#pragma once

#include "bls12_381.hpp"

namespace sbst::evm
{

/// Maps a number to a point of G1 (order r or infinity). Source: RFC 9380, sections 6.6.3, 7
/// and 8.8.1.
[[nodiscard]] JacobianPoint<Bls12::Fp> map_to_g1(const Bls12::Fp& u) noexcept;

/// Maps a number of the extension to a point of G2. Source: RFC 9380, sections 6.6.3, 8.8.2 and
/// G.3.
[[nodiscard]] JacobianPoint<Fp2<Bls12>> map_to_g2(const Fp2<Bls12>& u) noexcept;

}  // namespace sbst::evm
