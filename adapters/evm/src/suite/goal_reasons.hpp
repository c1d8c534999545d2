// SPDX-License-Identifier: Apache-2.0
// Why goals stay open that no test can cover by the rules of the tests, whatever the search does.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/run/run.hpp>

namespace sbst::evm::detail
{

/// Where the cause is what tests never do, that is the reason: call a getter or an ignored
/// function, send ether to what is not payable. The problem outlives the rule.
[[nodiscard]] ReasonRule rules_of_tests(const ContractProblem& problem);

}  // namespace sbst::evm::detail
