// SPDX-License-Identifier: Apache-2.0
// Precompiles 11 to 17: sums, multiples, pairings and hashing of BLS12-381. Numbers are 64 bytes,
// points 128 (G1) and 256 (G2), an extension's real part comes first. All return false, and write
// nothing, when a length, a number or a point is not valid. Source: EIP-2537. Next:
// bls12_encoding.hpp, bls12_map.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>

#include <cstddef>

namespace sbst::evm
{

inline constexpr std::size_t bls12_g1_size = 128;
inline constexpr std::size_t bls12_g2_size = 256;
inline constexpr std::size_t bls12_pair_size = bls12_g1_size + bls12_g2_size;

/// Adds two points of the curve, of any order.
[[nodiscard]] bool bls12_g1_add(BytesView input, Bytes& output);

/// Adds two points of the twisted curve, of any order.
[[nodiscard]] bool bls12_g2_add(BytesView input, Bytes& output);

/// Adds multiples of at least one point of G1, each followed by a factor of 32 bytes.
[[nodiscard]] bool bls12_g1_sum_multiples(BytesView input, Bytes& output);

/// Adds multiples of at least one point of G2, each followed by a factor of 32 bytes.
[[nodiscard]] bool bls12_g2_sum_multiples(BytesView input, Bytes& output);

/// Writes a word, 1 or 0: whether the product of the pairings, at least one, is 1.
[[nodiscard]] bool bls12_check_pairings(BytesView input, Bytes& output);

/// Maps a number of 64 bytes to a point of G1.
[[nodiscard]] bool bls12_map_to_g1(BytesView input, Bytes& output);

/// Maps a number of the extension, of 128 bytes, to a point of G2.
[[nodiscard]] bool bls12_map_to_g2(BytesView input, Bytes& output);

/// Returns the price of `bls12_g1_sum_multiples`.
[[nodiscard]] std::uint64_t bls12_g1_sum_gas(BytesView input) noexcept;

/// Returns the price of `bls12_g2_sum_multiples`.
[[nodiscard]] std::uint64_t bls12_g2_sum_gas(BytesView input) noexcept;

}  // namespace sbst::evm
