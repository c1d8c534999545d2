// SPDX-License-Identifier: Apache-2.0
// Branches of code that several functions share, as goals in the calls of one function: without
// them a test that passes a shared check in one function seems to be on its way to what lies behind
// the check in all others. Next: goal_builder.hpp.
#pragma once

#include "goal_builder.hpp"

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/goal/goal.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace sbst::evm
{

/// Finds the goals that others depend on, and adds goals in context where a dependency needs them,
/// with those that they depend on. Runtime code only; fallback and receive have no contexts, as
/// their data may choose a function. Keeps references.
class ContextGoals
{
public:
    /// The goals of the runtime code are the first ones. Parents of shared goals are found in
    /// `runtime`, not in the graph.
    ContextGoals(
        const ContractAnalysis& runtime, const GoalSelection& selection, ContractGoals& goals);

    /// Makes a goal, whose code belongs to these functions (ascending), depend on the branch: in
    /// the context of each of them, if others share the branch.
    void connect(std::uint32_t parent, GoalId child, std::span<const std::uint32_t> functions);

private:
    using Key = std::pair<std::uint32_t, std::uint32_t>;  // goal, function

    /// Functions whose calls may reach both; empty = the branch itself will do.
    [[nodiscard]] std::vector<std::uint32_t> contexts_of(
        std::uint32_t parent, std::span<const std::uint32_t> functions) const;
    /// Tells whether calls of the function may take the branch.
    [[nodiscard]] bool leads_on(std::uint32_t branch, std::uint32_t function) const;
    GoalId in_context(std::uint32_t branch, std::uint32_t function);
    GoalId add(std::uint32_t branch, std::uint32_t function);

    const ContractAnalysis* m_runtime;
    const GoalSelection* m_selection;
    ContractGoals* m_goals;
    std::vector<std::vector<std::uint32_t>> m_parents;  // by goal of the runtime code
    std::map<Key, GoalId> m_known;
    std::map<Key, ContextId> m_contexts;  // by JUMPI and function
};

}  // namespace sbst::evm
