// SPDX-License-Identifier: Apache-2.0
// Why goals stay open that no test can cover by the rules of the tests, whatever the search does.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/report/run_summary.hpp>

#include <vector>

namespace sbst::evm::detail
{
/// Replaces what the search says of open goals where the cause is what tests never do: call a
/// getter or an ignored function, send ether to what is not payable.
void explain_by_rules(const ContractProblem& problem, std::vector<ReportedGoal>& goals);
}  // namespace sbst::evm::detail
