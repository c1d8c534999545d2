// SPDX-License-Identifier: Apache-2.0
// From the static analysis of both programs to the core's goal graph.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/goal/goal_graph.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sbst::evm
{
/// Goals of the graph and what they stand for, by GoalId.
///
/// Predicate k is JUMPI k of the runtime code, behind them come those of the creation code; methods
/// likewise number the entries of both programs.
struct ContractGoals
{
    GoalGraph graph;
    std::vector<ContractGoal> details;
};

/// Which goals are shown.
struct GoalSelection
{
    std::vector<GoalClass> classes;
    bool creation = false;
};

/// Builds the graph. Goals of the creation code are in it, hidden, even where not selected.
[[nodiscard]] ContractGoals build_goals(const ContractAnalysis& runtime,
    const ContractAnalysis& creation, const GoalSelection& selection);

/// Entries that are entered when a branch is taken, by (JUMPI, outcome): `2 * jumpi + outcome`.
[[nodiscard]] std::vector<std::vector<MethodId>> entries_by_edge(
    const ContractAnalysis& program, std::size_t first_method);
}  // namespace sbst::evm
