// SPDX-License-Identifier: Apache-2.0
// Amounts of ether as people write them. Next: ../problem/options.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace sbst::evm
{

/// Reads an amount in wei, or with a unit: `1000`, `2 ether`, `0.5ether`, `5 gwei`, `7 wei`.
///
/// Exact; nothing on junk, signs, exponents, fractions of a wei and amounts of 2^256 wei and more.
[[nodiscard]] std::optional<U256> parse_amount(std::string_view text);

/// Writes an amount in the largest of ether, gwei and wei that needs few decimals: `1.5 ether`,
/// `20 gwei`, `17 wei`, `0`. Exact: `parse_amount` reads it back.
[[nodiscard]] std::string amount_text(const U256& wei);

}  // namespace sbst::evm
