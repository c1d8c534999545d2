// SPDX-License-Identifier: Apache-2.0
// Subjects of the EVM problem's tests: the project's example contracts.
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sbst::evm
{

/// A problem over examples/contracts/artifacts/NAME.json.
std::unique_ptr<ContractProblem> example(const std::string& name, ProblemOptions options = {});

/// The callable of that name.
CallableId callable(const ContractProblem& problem, const std::string& name);

/// A call with literals for the leading parameters and neutral values for the others.
Call call(
    const ContractProblem& problem, const std::string& name, std::vector<Value> arguments = {});

/// Sets the parameter with that role ("sender", "value", "time", "blocks").
void set(const ContractProblem& problem, Call& call, const std::string& role, U256 word);

/// Runs one test with coverage and distances.
Trace run(ContractProblem& problem, const TestCase& test,
    Record record = Record::coverage | Record::distances);

/// The index of an actor.
U256 actor(const ContractProblem& problem, const std::string& name);

}  // namespace sbst::evm
