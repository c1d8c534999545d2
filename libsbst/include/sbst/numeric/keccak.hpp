// SPDX-License-Identifier: Apache-2.0
// Keccak-256, for hashes in expressions and for adapters. Next: u256.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sbst
{

/// Hashes the bytes, with the padding of the original submission, not that of SHA-3. Source:
/// Bertoni et al., The Keccak reference 3.0 (2011), rate 1088, capacity 512.
[[nodiscard]] std::array<std::uint8_t, 32> keccak_256(std::span<const std::uint8_t> data) noexcept;

}  // namespace sbst
