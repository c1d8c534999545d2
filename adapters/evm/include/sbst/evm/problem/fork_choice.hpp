// SPDX-License-Identifier: Apache-2.0
// The default choice of the chain's rules for a contract: those for which its compiler made the
// code. Next: contract_problem.hpp.
#pragma once

#include <sbst/evm/artifact/compiler.hpp>
#include <sbst/evm/exec/fork.hpp>

#include <optional>
#include <string>

namespace sbst::evm
{

/// The rules, and the reason for them.
struct ForkChoice
{
    Fork fork = Fork::cancun;
    std::string reason;
};

/// Takes the requested rules, else the EVM version of the artifact's settings, else the default of
/// its solc, else cancun. A version older than every known fork gives the oldest, a newer one the
/// newest, and the reason says so.
[[nodiscard]] ForkChoice choose_fork(
    const Compiler& compiler, std::optional<Fork> asked = std::nullopt);

}  // namespace sbst::evm
