// SPDX-License-Identifier: Apache-2.0
// Keccak-256 as the EVM uses it (with the padding from before the SHA-3 standard). Next:
// address.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstdint>

namespace sbst::evm
{

using Hash256 = std::array<std::uint8_t, 32>;

/// Hashes the bytes. Source: Bertoni et al., The Keccak reference 3.0 (2011), rate 1088, capacity
/// 512.
[[nodiscard]] Hash256 keccak256(BytesView data) noexcept;

/// Hashes the bytes and reads the hash as a big-endian word.
[[nodiscard]] U256 keccak256_word(BytesView data) noexcept;

}  // namespace sbst::evm
