// SPDX-License-Identifier: Apache-2.0
// How many goals have which answer, in total and by class. Next: run_summary.hpp.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbst
{

/// How many goals have which answer.
struct GoalCounts
{
    std::size_t goals = 0;
    std::size_t covered = 0;
    std::size_t infeasible = 0;
    std::size_t open = 0;

    void add(GoalStatus status);
    friend bool operator==(const GoalCounts&, const GoalCounts&) = default;
};

/// Counts of the goals of one class, whether shown or not.
struct ClassCounts
{
    std::string name;
    /// Set by the options, even when the class has no goals.
    bool is_shown = false;
    GoalCounts counts;

    friend bool operator==(const ClassCounts&, const ClassCounts&) = default;
};

/// Counts of the shown goals of one criterion.
struct CoverageCounts
{
    Coverage coverage = Coverage::branch;
    GoalCounts counts;

    friend bool operator==(const CoverageCounts&, const CoverageCounts&) = default;
};

/// Counts of the shown goals, of each criterion among them, and of each class in the order of
/// reports.
struct GoalTotals
{
    GoalCounts shown;
    /// Criteria with shown goals, in the order of Coverage.
    std::vector<CoverageCounts> by_criterion{};
    std::vector<ClassCounts> by_class;

    friend bool operator==(const GoalTotals&, const GoalTotals&) = default;
};

/// Counts a shown goal, in total and for its criterion.
void add_shown(GoalTotals& totals, const Goal& goal, GoalStatus status);

/// Writes the counts of shown goals, of each criterion if there are several, and of each class as a
/// table; classes without goals are left
/// out, hidden ones are marked.
[[nodiscard]] std::string totals_table(const GoalTotals& totals);

/// Writes each proof with the number of goals that it covers, one per line; may be empty.
[[nodiscard]] std::string proofs_table(const std::vector<GoalAnswer>& answers);

/// Writes a count with its noun: `1 call`, `2 calls`.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// Says how near an open goal came: `nearest test: 2 conditions away`, `nearest test: distance 17`,
/// `never came near`.
[[nodiscard]] std::string nearness_text(const std::optional<Fitness>& nearest);

}  // namespace sbst
