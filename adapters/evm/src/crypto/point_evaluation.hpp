// SPDX-License-Identifier: Apache-2.0
// Precompile 10: checks that the polynomial of a blob has a value at a point. Next: bls12_381.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>

#include <cstddef>

namespace sbst::evm
{

inline constexpr std::size_t point_evaluation_size = 192;

/// Checks the KZG proof that p(z) = y, and writes FIELD_ELEMENTS_PER_BLOB and BLS_MODULUS, one word
/// each. The input is versioned hash, z, y, commitment and proof of 32, 32, 32, 48 and 48 bytes.
/// False, and no output, when the size, the hash, a number, a point or the proof is wrong. Source:
/// EIP-4844.
[[nodiscard]] bool check_point_evaluation(BytesView input, Bytes& output);

}  // namespace sbst::evm
