// SPDX-License-Identifier: Apache-2.0
// suite.json: a suite with everything that a replay needs. docs/suite-json.md describes the format.
// Next: report.hpp for what a run found.
#pragma once

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/problem/options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// Where a suite comes from; for people, no replay reads it.
struct SuiteOrigin
{
    std::string algorithm;
    std::uint64_t seed = 0;
    /// The command that makes the same suite again, without paths of this machine.
    std::string command;
};

/// Version of the format that is written, and the only one that is read.
inline constexpr std::uint64_t suite_schema = 4;
/// The oldest one that is read: without the parts of the nodes of the syntax tree.
inline constexpr std::uint64_t oldest_suite_schema = 2;

/// Writes a suite: contract, chain, actors and calls. Ends with a newline; deterministic.
[[nodiscard]] std::string write_suite(
    const ContractProblem& problem, const std::vector<TestCase>& tests, const SuiteOrigin& origin);

/// A suite that was read as far as it can be without its contract's catalogue.
struct SuiteFile
{
    std::string file;
    std::string text;
    SuiteOrigin origin;
    Artifact artifact;
    ProblemOptions options;
};

/// Reads a suite's contract and chain; `file` stands in messages.
/// @throws ParseError naming file and field.
[[nodiscard]] SuiteFile parse_suite(std::string text, const std::string& file);

/// Reads a suite's tests by the names of a problem made from its contract and chain, or from
/// another version of the contract.
/// @throws ParseError naming file and field; also when an actor has another address or balance.
[[nodiscard]] std::vector<TestCase> read_tests(
    const SuiteFile& suite, const ContractProblem& problem);

}  // namespace sbst::evm
