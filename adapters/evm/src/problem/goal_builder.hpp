// SPDX-License-Identifier: Apache-2.0
// Makes the core's goal graph from the static analysis of both programs.
#pragma once

#include "mutants.hpp"
#include "source_lines.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/goal/goal_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace sbst::evm
{

/// Which goals are shown.
struct GoalSelection
{
    std::vector<GoalClass> classes;
    bool creation = false;
    CriteriaChoice criteria{};
    bool branches_help = false;
    /// Entries of the runtime code that tests call, ascending.
    std::vector<std::uint32_t> called_entries{};
};

/// What goals are made of; holds references.
struct GoalSource
{
    const Artifact& artifact;
    const ContractAnalysis& runtime;
    const ContractAnalysis& creation;
    /// Null: no goals of lines.
    const SourceLines* lines = nullptr;
    /// Null: no goals of mutants.
    const ContractMutants* mutants = nullptr;
};

/// A contract's goals, and what their analyses say about each.
struct ContractGoals
{
    /// A conditional jump of the runtime code in direct calls of one function.
    struct Context
    {
        std::uint32_t jumpi = 0;
        /// Index of the entry.
        std::uint32_t function = 0;
    };

    GoalGraph graph;
    /// By GoalId.
    std::vector<CodeGoal> details;
    /// By ContextId.
    std::vector<Context> contexts;
};

/// Says which functions have the code of a goal that belongs to no entry: their names, and whether
/// all are getters.
void set_functions(
    CodeGoal& detail, const std::set<std::uint32_t>& functions, const ContractAnalysis& program);

/// A goal of the function that failures of calls make while tests run: `withdraw reverts ...`.
[[nodiscard]] Goal failure_goal(ExceptionId id, const std::string& function,
    const std::string& failure, const GoalSelection& selection);

/// Builds the graph: the goals of the runtime code, then those of the creation code, which are
/// included (hidden) even when not selected; then the direct goals, those of functions that tests
/// call, and a goal for each line, if there are `lines`. A line depends on the branches on which
/// one of its blocks is control dependent. Goals in context come where dependencies need them: see
/// context_goals.hpp.
///
/// Predicate k is JUMPI k of the runtime code; those of the creation code follow; methods likewise
/// number the entries of both programs.
[[nodiscard]] ContractGoals build_goals(const GoalSource& source, const GoalSelection& selection);

/// The entries that each branch enters, by (JUMPI, outcome): `2 * jumpi + outcome`.
[[nodiscard]] std::vector<std::vector<MethodId>> entries_by_edge(
    const ContractAnalysis& program, std::size_t first_method);

}  // namespace sbst::evm
