// SPDX-License-Identifier: Apache-2.0
// Keccak-256 as the EVM uses it (with the padding from before the SHA-3 standard). Next:
// address.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/numeric/keccak.hpp>
#include <sbst/numeric/u256.hpp>

#include <array>
#include <cstdint>

namespace sbst::evm
{

using Hash256 = std::array<std::uint8_t, 32>;

[[nodiscard]] inline Hash256 keccak256(BytesView data) noexcept
{
    return sbst::keccak_256(data);
}

/// Hashes the bytes and reads the hash as a big-endian word.
[[nodiscard]] inline U256 keccak256_word(BytesView data) noexcept
{
    return U256::from_be_bytes(sbst::keccak_256(data));
}

}  // namespace sbst::evm
