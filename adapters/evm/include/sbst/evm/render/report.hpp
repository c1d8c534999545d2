// SPDX-License-Identifier: Apache-2.0
// report.json: what a run found, for programs. libsbst/docs/report-json.md describes the format.
// Next: ../output/writers.hpp for all formats.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/problem/fork_choice.hpp>
#include <sbst/evm/render/goal_totals.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/report/run_summary.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::evm
{

/// What was tested, without paths of this machine.
struct Subject
{
    std::string contract;
    std::string source;
    std::string compiler;
    /// keccak256 of the creation code.
    std::string creation_code_hash;
};

[[nodiscard]] Subject make_subject(const Artifact& artifact);

/// Everything that a report says.
struct Report : RunSummary
{
    Subject subject;
    /// The rules of the chain, and why these.
    ForkChoice fork;
    std::vector<ReportedGoal> goals;
    ShownGoals shown;
    /// Why no test could deploy the contract; nothing when one can.
    std::optional<std::string> deployment_failure{};
    /// False: the flow of the runtime code takes too much work to follow, and nothing is proved.
    bool is_flow_known = true;
};

/// @param tests of `result.suite`, by execute_tests.
[[nodiscard]] Report make_report(const ContractProblem& problem, const RunSpec& spec,
    const RunResult& result, const std::vector<ExecutedTest>& tests);
/// Executes the tests once more.
[[nodiscard]] Report make_report(
    const ContractProblem& problem, const RunSpec& spec, const RunResult& result);

[[nodiscard]] inline GoalTotals count_goals(const Report& report)
{
    return count_goals(report.goals, report.shown);
}

/// Version of the format.
inline constexpr std::uint64_t report_schema = 8;

/// Writes a report as JSON; everything that depends on the machine stands under `machine`.
[[nodiscard]] std::string write_report(const Report& report);

/// Writes what a suite covers, without the run that found it: subject, totals and goals.
[[nodiscard]] std::string write_coverage(const Report& report);

/// What a replay compares.
struct ExpectedCoverage
{
    /// The hash of the contract that was covered: 0x and 64 digits.
    std::string creation_code_hash;
    /// Without lines, which a suite file does not have, and without exceptions that no test of the
    /// suite meets.
    GoalTotals totals;
    /// Keys of the covered goals but lines, ascending.
    std::vector<std::string> covered;
};

/// Kind, function, place in the code and wish of a goal, the same with and without its sources:
/// `branch withdraw 120 true`.
[[nodiscard]] std::string goal_key(const ReportedGoal& row);

/// What a replay of the report's suite is expected to cover.
[[nodiscard]] ExpectedCoverage expected_coverage(const Report& report);

/// Reads totals and covered goals of a report.
/// @throws ParseError naming file and field.
[[nodiscard]] ExpectedCoverage parse_report(std::string_view text, const std::string& file);

}  // namespace sbst::evm
