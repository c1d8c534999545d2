// SPDX-License-Identifier: Apache-2.0
// Listings and DOT drawings of an analysis, for people. Next: contract_analysis.hpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace sbst::evm
{

/// Goals per class, all and those with a proof.
struct ClassTotals
{
    std::array<std::size_t, goal_class_count> goals{};
    std::array<std::size_t, goal_class_count> infeasible{};
};
[[nodiscard]] ClassTotals count_by_class(const ContractAnalysis& analysis);

/// One line per goal: index, pc, outcome, class, function, distance, proof.
[[nodiscard]] std::string goals_to_text(const ContractAnalysis& analysis);

/// Draws reachable blocks and the edges between them.
[[nodiscard]] std::string flow_graph_to_dot(const ContractAnalysis& analysis);

/// Draws goals and their control dependencies; hidden classes are grey, infeasible goals dashed.
[[nodiscard]] std::string goal_graph_to_dot(const ContractAnalysis& analysis);

}  // namespace sbst::evm
