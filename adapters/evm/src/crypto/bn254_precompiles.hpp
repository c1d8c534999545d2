// SPDX-License-Identifier: Apache-2.0
// Precompiles 6, 7 and 8: sums, multiples and pairings on alt_bn128. Next: bn254.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>

#include <cstddef>

namespace sbst::evm
{

inline constexpr std::size_t bn254_pair_size = 192;

/// Adds two points of 64 bytes; a short input is filled with zeros, a long one cut. False, and no
/// output, when a coordinate or a point is not valid. Source: EIP-196.
[[nodiscard]] bool bn254_add(BytesView input, Bytes& output);

/// Multiplies a point of 64 bytes by a number of 32; otherwise as `bn254_add`.
[[nodiscard]] bool bn254_multiply(BytesView input, Bytes& output);

/// Writes a word, 1 or 0: whether the product of the pairings is 1. False, and no output, unless
/// the input is pairs of `bn254_pair_size` bytes, each a point and a point of the twist of the
/// right order. Source: EIP-197.
[[nodiscard]] bool bn254_check_pairings(BytesView input, Bytes& output);

}  // namespace sbst::evm
