// SPDX-License-Identifier: Apache-2.0
// Precompile 9: the compression function of BLAKE2b with a free number of rounds.
#pragma once

#include <sbst/evm/base/bytes.hpp>

#include <array>
#include <cstdint>

namespace sbst::evm
{

inline constexpr std::size_t blake2f_input_size = 213;

/// Compresses one block in place. Source: RFC 7693, section 3.2; EIP-152.
void blake2f(std::uint32_t rounds, std::array<std::uint64_t, 8>& h,
    const std::array<std::uint64_t, 16>& message, const std::array<std::uint64_t, 2>& offset,
    bool last) noexcept;

/// Decodes an input of 213 bytes, compresses and encodes. False, and no output, when the size or
/// the last byte, which is 0 or 1, is wrong. Source: EIP-152.
[[nodiscard]] bool blake2f_precompile(BytesView input, Bytes& output);

}  // namespace sbst::evm
