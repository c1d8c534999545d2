// SPDX-License-Identifier: Apache-2.0
// The verdict of a run on a contract, and its warnings. Next: ../../run/verdict.hpp.
#pragma once

#include "../../run/verdict.hpp"

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/render/report.hpp>
#include <sbst/run/run.hpp>

#include <string>
#include <vector>

namespace sbst::cli
{

/// Warnings before the search: otherwise goals that nothing calls would silently stay open, and
/// missing proofs would seem impossible.
[[nodiscard]] std::vector<std::string> warnings_before(const evm::ContractProblem& problem);

/// Warnings about the suite.
[[nodiscard]] std::vector<std::string> warnings_behind(
    const evm::ContractProblem& problem, const RunResult& result, const evm::Report& report);

/// A contract that cannot be deployed, or an empty suite, gives a code and a sentence.
[[nodiscard]] Verdict judge_run(const evm::ContractProblem& problem, const evm::Report& report);

}  // namespace sbst::cli
