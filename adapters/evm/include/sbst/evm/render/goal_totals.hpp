// SPDX-License-Identifier: Apache-2.0
// Goals of contracts with their answers, and what they count for in reports. Next: report.hpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/report/run_summary.hpp>
#include <sbst/report/totals.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace sbst::evm
{

/// Each goal with its answer, by GoalId; without labels.
[[nodiscard]] std::vector<ReportedGoal> reported_goals(
    const ContractProblem& problem, const std::vector<GoalAnswer>& answers);

/// Which goals are sought and shown.
struct ShownGoals
{
    std::array<bool, goal_class_count> classes{};
    /// Those of the creation code too.
    bool creation = false;
};

[[nodiscard]] ShownGoals shown_goals(const ProblemOptions& options);

/// Groups of goals that totals are given for: the classes, then all of the creation code's goals
/// unless those are sought, then branches in context.
inline constexpr std::size_t goal_group_count = goal_class_count + 2;

/// Name of a group: that of its class, `creation-code` or `in-context`.
[[nodiscard]] std::string_view goal_group_name(std::size_t group);

/// Counts of the shown goals, and of each group by its index. Precondition: the goals' groups are
/// among those.
[[nodiscard]] GoalTotals count_goals(
    const std::vector<ReportedGoal>& goals, const ShownGoals& shown);

}  // namespace sbst::evm
