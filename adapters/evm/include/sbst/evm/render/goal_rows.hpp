// SPDX-License-Identifier: Apache-2.0
// Goals and their answers as plain rows, from which report, text and summary are written. Next:
// report.hpp, suite_text.hpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/problem/contract_problem.hpp>
#include <sbst/evm/suite/generate.hpp>
#include <sbst/report/totals.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::evm
{
/// One goal with its answer.
struct GoalRow
{
    std::size_t id = 0;
    CodeGoalKind kind = CodeGoalKind::branch;
    /// Of the creation code; its pc counts there.
    bool in_creation = false;
    GoalClass goal_class = GoalClass::user;
    std::string function{};
    std::uint32_t pc = 0;
    /// branch: true = the jump is taken.
    bool outcome = false;
    /// branch: what it asks, whether that is true (or passes) with this outcome, and the text of
    /// the part of a condition when that is all that it asks.
    Reading reading = Reading::jump;
    bool holds = false;
    std::string part{};
    /// Where the artifact tells; line 0 = not known.
    std::string file{};
    std::size_t line = 0;
    /// That line of the source, without indentation; may be empty.
    std::string source{};
    /// Where a branch is, for people: see name_places.
    std::string place{};
    bool is_shown = true;
    GoalStatus status = GoalStatus::open;
    /// Index of the suite's first test that covers it.
    std::optional<std::size_t> test{};
    std::optional<Fitness> nearest{};
    std::string reason{};
};

/// One row a goal, by GoalId, with places. Precondition: `answers` has one entry a goal.
[[nodiscard]] std::vector<GoalRow> make_goal_rows(
    const ContractProblem& problem, const std::vector<GoalAnswer>& answers);

/// Names where each branch is: `line 14`, or `pc 137` where no line is known; `Lib.sol:14` when the
/// shown goals span several files; `line 14, pc 137` when the function has several jumps in that
/// line (among the shown goals; among all for hidden ones).
void name_places(std::vector<GoalRow>& rows);

/// Which goals are sought and shown.
struct ShownGoals
{
    std::array<bool, goal_class_count> classes{};
    /// Those of the creation code too.
    bool creation = false;
};

[[nodiscard]] ShownGoals shown_goals(const ProblemOptions& options);

/// Groups of goals that totals are given for: the classes, then all of the creation code's goals
/// unless those are sought.
inline constexpr std::size_t goal_group_count = goal_class_count + 1;

/// The group that a goal counts for.
[[nodiscard]] std::size_t goal_group(const GoalRow& row, const ShownGoals& shown);

/// Name of a group: that of its class, or `creation-code`.
[[nodiscard]] std::string_view goal_group_name(std::size_t group);

/// Counts of the shown goals, and of each group by its index.
[[nodiscard]] GoalTotals count_goals(const std::vector<GoalRow>& rows, const ShownGoals& shown);

/// Writes a goal for people: `withdraw, line 14: condition true`, `pc 80: jumped` where no
/// condition is known, `withdraw: entered`.
[[nodiscard]] std::string goal_text(const GoalRow& row);
}  // namespace sbst::evm
