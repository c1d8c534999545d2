// SPDX-License-Identifier: Apache-2.0
// The contracts that the protocol itself provides at the addresses 1 to 17. Next:
// ../crypto/bn254_precompiles.hpp.
#pragma once

#include <sbst/evm/base/bytes.hpp>
#include <sbst/evm/exec/fork.hpp>
#include <sbst/evm/exec/transaction.hpp>

#include <cstdint>

namespace sbst::evm
{

/// How a precompile ended.
struct PrecompileOutcome
{
    Status status{Status::success};
    std::int64_t gas_left{};
    /// Its price, whether paid or not; saturated.
    std::int64_t price{};
};

/// Runs the precompile of that address, which the fork has; `output` is empty before.
/// @param gas the most to spend; with less than the price nothing is computed
[[nodiscard]] PrecompileOutcome execute_precompile(
    const ForkRules& rules, unsigned address, BytesView input, std::int64_t gas, Bytes& output);

}  // namespace sbst::evm
