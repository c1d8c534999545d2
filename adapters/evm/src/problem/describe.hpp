// SPDX-License-Identifier: Apache-2.0
// Descriptions of a test's calls for people.
#pragma once

#include "test_runner.hpp"

#include <sbst/evm/problem/contract_problem.hpp>

namespace sbst::evm
{

/// Runs a test and describes each call; calls that were not reached keep their literals.
[[nodiscard]] DescribedTest describe_test(
    const TestCase& test, const RunnerSetup& setup, const SourceLines& lines, TestRunner& runner);

}  // namespace sbst::evm
