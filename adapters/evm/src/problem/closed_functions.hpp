// SPDX-License-Identifier: Apache-2.0
// Functions of which a call decides by its own arguments alone, and the goals that only they cover.
// Next: contract_problem_state.hpp.
#pragma once

#include "catalogue_builder.hpp"
#include "goal_builder.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/search/refiner.hpp>

#include <span>

namespace sbst::evm
{

/// The runtime code of a contract and its analysis; holds references.
struct AnalysedCode
{
    const ContractAnalysis& analysis;
    BytesView bytes;
};

/// A function is closed when it takes numbers, truth values and bytes of fixed number only, and
/// when none of its instructions reads what a call may find different: storage, balances, accounts,
/// blocks, gas, code that the constructor fills in. Ether may only be asked for where none is sent.
/// A function that hashes is open, since paths know hashes as numbers. A contract has no closed
/// function where tests, or the contract itself, may call one with data of another form (it has a
/// fallback function, or calls of its own), or where the target of a jump is unknown.
///
/// Its goals are branches and lines of the source and of checks that the compiler added; not those
/// of checks of call data, which calls by an ABI never fail, nor goals that are only measured.
/// @param entry_of_callable the entry of each callable, invalid where it has none
[[nodiscard]] ClosedCallables closed_functions(const Artifact& artifact,
    const ContractSurface& surface, const AnalysedCode& code,
    std::span<const MethodId> entry_of_callable, const ContractGoals& goals);

}  // namespace sbst::evm
