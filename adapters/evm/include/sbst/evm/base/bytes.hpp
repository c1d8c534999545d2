// SPDX-License-Identifier: Apache-2.0
// Byte strings and their hexadecimal text, used by everything in the EVM adapter. Next:
// address.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

using Bytes = std::vector<std::uint8_t>;
using BytesView = std::span<const std::uint8_t>;

/// Writes `0x` and two lower-case digits per byte.
[[nodiscard]] std::string to_hex(BytesView bytes);

/// Reads an even number of hexadecimal digits, with or without `0x`; nothing for other texts.
[[nodiscard]] std::optional<Bytes> parse_hex(std::string_view text);

}  // namespace sbst::evm
