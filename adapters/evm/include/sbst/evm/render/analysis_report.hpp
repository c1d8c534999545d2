// SPDX-License-Identifier: Apache-2.0
// What is known of a contract before anything is executed, for `sbst evm analyze`.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <string>

namespace sbst::evm
{

/// Writes functions, goals by class with proofs, and jumps whose targets are not known.
[[nodiscard]] std::string analysis_to_text(const ContractProblem& problem);

/// The same and every goal as one JSON object.
[[nodiscard]] std::string analysis_to_json(const ContractProblem& problem);

}  // namespace sbst::evm
