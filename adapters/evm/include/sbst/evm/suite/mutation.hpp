// SPDX-License-Identifier: Apache-2.0
// Runs a finished suite on the mutants of its contract. Next: sbst/report/mutation_score.hpp.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/problem/stop_token.hpp>
#include <sbst/report/mutation_score.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <functional>

namespace sbst::evm
{

/// Called before each mutant, with how many there are.
using MutationProgress = std::function<void(std::size_t mutant, std::size_t mutants)>;

/// Runs each mutant of weak mutation, in place of the contract, with the tests of `result.suite`
/// that infect it, in their order, until one of them sees a difference: a call ends in another way,
/// or with another result, another reason of its failure or other events. That is all that a
/// written suite says of a call; gas is no part of it.
/// @param result of a run whose criteria have weak mutation, sought or measured.
/// @param stop when it stops, the rest is MutantFate::not_run.
[[nodiscard]] MutationScore run_mutants(const ContractProblem& problem, const RunResult& result,
    const StopToken& stop = {}, const MutationProgress& on_progress = {});

}  // namespace sbst::evm
