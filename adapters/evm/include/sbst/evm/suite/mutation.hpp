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
/// written suite says about a call; gas is no part of it. Only the runtime code
/// is a mutant: what the constructor executes stays as it is.
/// @param result of a run whose criteria have weak mutation, sought or measured.
/// @param stop when it stops, the rest is MutantFate::not_run.
[[nodiscard]] MutationScore run_mutants(const ContractProblem& problem, const RunResult& result,
    const StopToken& stop = {}, const MutationProgress& on_progress = {});

/// Lets tests ask what tells mutants from the contract: where a test infects a mutant and no test
/// of the suite sees a difference, calls of view functions and getters are appended that do, as
/// few as are found. What a test did before stays as it is; goals are answered anew.
/// @param result as above; its suite grows by calls.
/// @returns how many calls were appended.
std::size_t ask_about_mutants(
    ContractProblem& problem, RunResult& result, const StopToken& stop = {});

}  // namespace sbst::evm
