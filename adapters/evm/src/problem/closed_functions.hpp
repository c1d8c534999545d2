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

/// A function is closed when it takes numbers, truth values and bytes of fixed number only, and
/// when none of its instructions reads what a call may find different: storage, balances, accounts,
/// blocks, gas, code that the constructor fills in. Ether may only be asked for where none is sent.
/// A contract has no such function where tests, or the contract itself, may call it with data of
/// another form: with a fallback function, or with calls of its own.
///
/// Its goals are branches and lines of the source and of checks that the compiler added; not those
/// of checks of call data, which calls by an ABI never fail.
/// @param entry_of_callable the entry of each callable, invalid where it has none
[[nodiscard]] ClosedCallables closed_functions(const Artifact& artifact,
    const ContractSurface& surface, const ContractAnalysis& runtime, BytesView runtime_code,
    std::span<const MethodId> entry_of_callable, const ContractGoals& goals);

}  // namespace sbst::evm
