// SPDX-License-Identifier: Apache-2.0
// Under which rules of the chain a contract is tested when nobody says: those that its compiler
// made the code for. Read next: contract_problem.hpp.
#pragma once

#include <sbst/evm/artifact/compiler.hpp>
#include <sbst/evm/exec/fork.hpp>

#include <optional>
#include <string>

namespace sbst::evm
{

/// The rules, and why these.
struct ForkChoice
{
    Fork fork = Fork::cancun;
    std::string reason;
};

/// Takes what was asked for, else the EVM version of the artifact's settings, else the default of
/// its solc, else cancun. A version older than every fork that is known gives the oldest, a newer
/// one the newest, and the reason says so.
[[nodiscard]] ForkChoice choose_fork(
    const Compiler& compiler, std::optional<Fork> asked = std::nullopt);

}  // namespace sbst::evm
