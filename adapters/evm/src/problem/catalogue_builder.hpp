// SPDX-License-Identifier: Apache-2.0
// Makes the core's types and catalogue from an ABI. Next: test_runner.hpp, which turns calls into
// transactions.
#pragma once

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/actors.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/test/catalogue.hpp>

#include <span>
#include <vector>

namespace sbst::evm
{

/// The callable surface of a contract.
struct ContractSurface
{
    TypeUniverse types;
    Catalogue catalogue;
    /// Indexed by CallableId.
    std::vector<CallTarget> targets;
};

/// Describes constructor (the opening callable), functions, fallback and receive.
///
/// The type `address` is an enumeration of all `actors`, `sender` one of those that can send (they
/// come first, so both index the same table).
/// @throws ConfigError when an ignored function is not in the ABI.
[[nodiscard]] ContractSurface build_surface(
    const Artifact& artifact, std::span<const Actor> actors, const ProblemOptions& options);

}  // namespace sbst::evm
