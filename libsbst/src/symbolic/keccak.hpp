// SPDX-License-Identifier: Apache-2.0
// The hash function of Op::keccak.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <cstdint>
#include <span>

namespace sbst::symbolic
{

/// Keccak-256 with the padding of the original submission, not that of SHA-3; big endian. Source:
/// Bertoni et al., The Keccak reference, version 3.0, 2011.
[[nodiscard]] U256 keccak_256(std::span<const std::uint8_t> bytes);

}  // namespace sbst::symbolic
