// SPDX-License-Identifier: Apache-2.0
#include "goal_comment.hpp"

#include <sbst/criteria/criteria.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_named_goals = 4;

/// Goals of a higher place tell a reader less.
std::size_t place_of(const Goal& goal)
{
    switch (coverage_of(goal))
    {
        case Coverage::branch:
            return 0;
        case Coverage::exception:
            return 1;
        case Coverage::output:
            return 2;
        case Coverage::method_without_exception:
            return 3;
        case Coverage::direct_branch:
            return 4;
        case Coverage::method:
            return 5;
        case Coverage::weak_mutation:
            return 6;
        case Coverage::line:
            break;
    }
    return 7;
}

/// The goal that says the same of the same place, if it is one of the test's; nothing for a line.
std::optional<GoalId> better_said_by(const GoalGraph& goals, const Goal& goal)
{
    if (goal.criterion == DirectBranchCriterion::id)
    {
        return goals.find(BranchCriterion::id, goal.index);
    }
    if (goal.criterion == DirectEntryCriterion::id)
    {
        return goals.find(MethodEntryCriterion::id, goal.index);
    }
    return goal.criterion == MethodCriterion::id ?
               goals.find(MethodWithoutExceptionCriterion::id, goal.index) :
               std::nullopt;
}

/// In the order of the comment.
std::vector<GoalId> told_goals(const GoalGraph& goals, std::vector<GoalId> own)
{
    const auto is_own = [&own](GoalId goal) {
        return std::find(own.begin(), own.end(), goal) != own.end();
    };
    // What every test does with any line that it executes.
    const auto is_small = [&goals](GoalId goal) {
        return is_line(goals[goal]) || is_weak_mutant(goals[goal]);
    };
    const bool has_small_only = std::all_of(own.begin(), own.end(), is_small);
    std::vector<GoalId> told;
    for (const GoalId goal : own)
    {
        const std::optional<GoalId> better = better_said_by(goals, goals[goal]);
        const bool is_said = (better && is_own(*better)) || (is_small(goal) && !has_small_only);
        if (!is_said)
        {
            told.push_back(goal);
        }
    }
    std::stable_sort(told.begin(), told.end(), [&goals](GoalId one, GoalId other) {
        return place_of(goals[one]) < place_of(goals[other]);
    });
    return told;
}

}  // namespace

std::vector<std::string> covered_lines(
    const JavaProblem& problem, const RunResult& result, std::size_t test)
{
    if (test >= result.covered_by_test.size())
    {
        return {};
    }
    const GoalGraph& goals = problem.goals();
    std::vector<GoalId> own = result.covered_by_test[test];
    std::erase_if(own, [&](GoalId goal) {
        return !goals[goal].is_shown || result.answers[goal.index()].test != test;
    });
    const std::vector<GoalId> told = told_goals(goals, std::move(own));
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(told.size(), max_named_goals); ++i)
    {
        lines.push_back((i == 0 ? "Covers " : "") + goals[told[i]].label);
    }
    if (told.size() > max_named_goals)
    {
        lines.push_back(fmt::format("and {} more", told.size() - max_named_goals));
    }
    return lines;
}

}  // namespace sbst::jvm::detail
