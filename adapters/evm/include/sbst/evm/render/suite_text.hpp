// SPDX-License-Identifier: Apache-2.0
// suite.txt: a suite for people. Next: suite_json.hpp for the same suite to execute again.
#pragma once

#include <sbst/evm/render/report.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::evm
{

/// One call of a test as it went.
struct TextCall
{
    CallTarget::Kind kind = CallTarget::Kind::function;
    std::string name;
    /// One a decoded argument.
    std::vector<std::string> parameters;
    CallRecord record;
};

/// One test, and the ids of goals that it is the first to cover.
struct TextTest
{
    std::vector<TextCall> calls;
    std::vector<std::size_t> new_goals;
};

/// Executes a suite once more and describes each call. Only shown goals count as new.
[[nodiscard]] std::vector<TextTest> describe_suite(
    const ContractProblem& problem, const RunResult& result, const std::vector<ReportedGoal>& rows);

/// Writes the page: a head with the totals and `command`, which makes the suite again; one test
/// after another; what is not covered and why.
[[nodiscard]] std::string write_suite_text(
    const Report& report, const std::vector<TextTest>& tests, const std::string& command);

}  // namespace sbst::evm
