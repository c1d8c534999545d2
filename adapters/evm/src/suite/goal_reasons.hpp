// SPDX-License-Identifier: Apache-2.0
// Why goals of a contract stay open: all reasons that this adapter adds to those of the core
// (explain_open_goal in sbst/run/run.hpp). Later steps take their reasons from here too.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/run/run.hpp>

namespace sbst::evm::detail
{

/// What never happened at a branch that was reached, by the question of its condition. The problem
/// outlives the words.
[[nodiscard]] OutcomeWords outcome_words(const ContractProblem& problem);

/// Where the cause is what tests never do, that is the reason: call a getter or an ignored
/// function, send ether to what is not payable. The problem outlives the rule.
[[nodiscard]] ReasonRule rules_of_tests(const ContractProblem& problem);

/// For a contract that no test could deploy: that is the reason for all goals of its runtime code.
/// The problem outlives the rule.
[[nodiscard]] ReasonRule rule_of_failed_deployment(const ContractProblem& problem);

}  // namespace sbst::evm::detail
