// SPDX-License-Identifier: Apache-2.0
// Sums and products of amounts; without a result when they exceed 256 bits, which no balance
// reaches. Next: validity.hpp.
#pragma once

#include <sbst/numeric/u256.hpp>

#include <optional>

namespace sbst::evm
{

/// Returns a + b, or nothing when that does not fit.
[[nodiscard]] constexpr std::optional<U256> checked_add(const U256& a, const U256& b) noexcept
{
    const U256 sum = a + b;
    return sum < a ? std::nullopt : std::optional{sum};
}

/// Returns a * b, or nothing when that does not fit.
[[nodiscard]] inline std::optional<U256> checked_multiply(const U256& a, const U256& b) noexcept
{
    const bool fits = is_zero(b) || a <= U256::max() / b;
    return fits ? std::optional{a * b} : std::nullopt;
}

}  // namespace sbst::evm
