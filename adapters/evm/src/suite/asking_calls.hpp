// SPDX-License-Identifier: Apache-2.0
// Calls that ask a contract about its state at the end of a test and change nothing. Next:
// mutation.cpp, which appends those that tell mutants from the contract.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/test/test_case.hpp>

#include <vector>

namespace sbst::evm::detail
{

/// Calls of view functions and getters, at most a few of each function and 32 in all: by the sender
/// of the test's last call, with the test's own senders and literals as arguments.
[[nodiscard]] std::vector<Call> asking_calls(const ContractProblem& problem, const TestCase& test);

}  // namespace sbst::evm::detail
