// SPDX-License-Identifier: Apache-2.0
// The tests of a suite as they ran, in the core's form: what report and files are written from.
// Next: report.hpp, ../output/contract_suite.hpp.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/output/executed_suite.hpp>

#include <vector>

namespace sbst::evm
{

/// Executes tests once more, names them and describes each call; goals are not assigned. The
/// arguments of a call are those of its function, then what the transaction says: roles `sender`,
/// `value`, `time` (seconds that pass before it) and `blocks`, each where it is not 0.
[[nodiscard]] std::vector<ExecutedTest> execute_tests(
    const ContractProblem& problem, const std::vector<TestCase>& tests);

/// Tells whether a test's first call deployed the contract.
[[nodiscard]] bool has_deployed(const ExecutedTest& test);

}  // namespace sbst::evm
