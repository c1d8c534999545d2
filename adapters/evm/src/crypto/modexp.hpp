// SPDX-License-Identifier: Apache-2.0
// Precompile 5: modular powers of numbers of any length. Next: blake2f.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>

namespace sbst::evm
{

/// Returns the price of an input, saturated. Source: EIP-198; EIP-2565 when `cheap`.
[[nodiscard]] U256 modexp_gas(BytesView input, bool cheap) noexcept;

/// Computes base^exponent mod modulus; call it only after the price is paid, which bounds the
/// lengths.
void modexp(BytesView input, Bytes& output);

}  // namespace sbst::evm
