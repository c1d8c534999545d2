// SPDX-License-Identifier: Apache-2.0
// A suite for a contract as it ran, with what the adapter's own writers need. Next: writers.hpp.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/render/report.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/run/run.hpp>

#include <string>
#include <vector>

namespace sbst::evm
{

/// What stands here lives as long as the suite is used.
struct ContractSuite : ExecutedSuite
{
    const ContractProblem* problem = nullptr;
    /// By test.
    const std::vector<TestCase>* cases = nullptr;
    const Report* report = nullptr;
};

/// Puts together what was found and what its tests did.
/// @param tests of `result.suite`, by execute_tests.
/// @param command makes the suite again.
[[nodiscard]] ContractSuite make_contract_suite(const ContractProblem& problem,
    const RunResult& result, const Report& report, std::vector<ExecutedTest> tests,
    std::string command);

}  // namespace sbst::evm
