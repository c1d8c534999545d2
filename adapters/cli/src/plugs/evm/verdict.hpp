// SPDX-License-Identifier: Apache-2.0
// The verdict of a run on a contract, and its warnings. Next: ../../run/verdict.hpp.
#pragma once

#include "../../run/verdict.hpp"

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/render/report.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sbst::cli
{

/// Warnings before the search: otherwise goals that nothing calls would silently stay open, and
/// missing proofs would seem impossible.
[[nodiscard]] std::vector<std::string> warnings_before(const evm::ContractProblem& problem);

/// What is to be said of the suite.
/// @param deploys some test of it deploys the contract.
[[nodiscard]] std::vector<std::string> warnings_behind(
    const evm::ContractProblem& problem, bool deploys, const evm::Report& report);

/// A contract that cannot be deployed, or an empty suite, has a code and a sentence.
/// @param proofs the file that has the proofs.
[[nodiscard]] Verdict judge_run(
    const evm::ContractProblem& problem, const evm::Report& report, std::string_view proofs);

}  // namespace sbst::cli
