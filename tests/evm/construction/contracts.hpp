// SPDX-License-Identifier: Apache-2.0
// Contracts of these tests: the project's examples, and six whose branches need several
// transactions that agree (fixtures).
#pragma once

#include <sbst/evm/problem/contract_problem.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace sbst::evm
{

/// A problem over NAME.json of the examples or the fixtures.
std::unique_ptr<ContractProblem> contract(const std::string& name, ProblemOptions options = {});

/// The shown goal that goal_text() writes like that; where there is no such goal, the test fails.
GoalId goal(const ContractProblem& problem, const std::string& text);

}  // namespace sbst::evm
