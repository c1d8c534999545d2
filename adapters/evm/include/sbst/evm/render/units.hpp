// SPDX-License-Identifier: Apache-2.0
// Amounts of ether and spans of time as people write them. Next: value_text.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sbst::evm
{

/// Reads an amount in wei, or with a unit: `1000`, `2 ether`, `0.5ether`, `5 gwei`, `7 wei`.
///
/// Exact; nothing on junk, signs, exponents, fractions of a wei and amounts of 2^256 wei and more.
[[nodiscard]] std::optional<U256> parse_amount(std::string_view text);

/// Reads a span of time in seconds, or with units: `90`, `1.5`, `2h`, `30 days`, `3 days 4 hours`.
///
/// Units are s, m, h, d, w, y and their words; a year has 365 days. Nothing on junk, signs and
/// 2^53 seconds or more.
[[nodiscard]] std::optional<std::chrono::duration<double>> parse_duration(std::string_view text);

/// Writes an amount in the largest of ether, gwei and wei that needs few decimals: `1.5 ether`,
/// `20 gwei`, `17 wei`, `0`. Exact: `parse_amount` reads it back.
[[nodiscard]] std::string amount_text(const U256& wei);

/// Writes a span of time in days, hours, minutes and seconds: `3 days 4 hours`, `1 second`;
/// `parse_duration` reads it back.
[[nodiscard]] std::string duration_text(std::uint64_t seconds);

}  // namespace sbst::evm
