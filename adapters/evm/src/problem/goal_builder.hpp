// SPDX-License-Identifier: Apache-2.0
// From the static analysis of both programs to the core's goal graph.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/goal/goal_graph.hpp>

#include <cstddef>
#include <vector>

namespace sbst::evm
{

/// Which goals are shown.
struct GoalSelection
{
    std::vector<GoalClass> classes;
    bool creation = false;
};

/// Builds the graph: the goals of the runtime code, behind them those of the creation code, in it
/// (hidden) even where not selected.
///
/// Predicate k is JUMPI k of the runtime code, behind them come those of the creation code; methods
/// likewise number the entries of both programs.
[[nodiscard]] GoalGraph build_goals(const Artifact& artifact, const ContractAnalysis& runtime,
    const ContractAnalysis& creation, const GoalSelection& selection);

/// Entries that are entered when a branch is taken, by (JUMPI, outcome): `2 * jumpi + outcome`.
[[nodiscard]] std::vector<std::vector<MethodId>> entries_by_edge(
    const ContractAnalysis& program, std::size_t first_method);

}  // namespace sbst::evm
