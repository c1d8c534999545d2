// SPDX-License-Identifier: Apache-2.0
// Direct branch coverage: each predicate has each outcome in a call of the test itself. Next:
// direct_entry.hpp.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/context_branch.hpp>
#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is that of the branch. What only other calls evaluate does not touch a goal, so that
/// its approach level is its own: adapters make a goal depend on direct goals of the same method.
///
/// Source: the coverage goal selector, section 2.1: 1 when the test does not call the method, else
/// the distance of the branch.
struct DirectBranchCriterion
{
    static constexpr CriterionId id{4};
    static constexpr Coverage coverage = Coverage::direct_branch;
    static constexpr std::string_view name = "direct-branch";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "taken directly";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const PredicateTrace& entry : trace.predicates)
        {
            if (entry.direct.hits_true == 0 && entry.direct.hits_false == 0)
            {
                continue;
            }
            for (const bool outcome : {false, true})
            {
                sink(Touch{.index = BranchCriterion::index_of(entry.predicate, outcome),
                    .least = &entry.direct.least(outcome),
                    .is_covered = entry.direct.hits(outcome) > 0});
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return BranchCriterion::describe(index) + " in a call of the test";
    }

    [[nodiscard]] static std::string why_open(const OpenGoal& open, const OutcomeWords& words)
    {
        const std::string reason = BranchCriterion::why_open(open, words);
        return reason.empty() ? reason : reason + " in a call of the test";
    }
};

[[nodiscard]] inline Goal direct_branch_goal(PredicateId predicate, bool outcome, std::string label)
{
    Goal goal = branch_goal(predicate, outcome, std::move(label));
    goal.criterion = DirectBranchCriterion::id;
    return goal;
}

[[nodiscard]] inline bool is_direct_branch(const Goal& goal)
{
    return goal.criterion == DirectBranchCriterion::id;
}

/// Tells whether the goal is an outcome of a predicate, however it was reached.
[[nodiscard]] inline bool is_outcome(const Goal& goal)
{
    return is_branch(goal) || is_direct_branch(goal) || is_context_branch(goal);
}

[[nodiscard]] inline std::optional<GoalId> find_direct_branch(
    const GoalGraph& goals, PredicateId predicate, bool outcome)
{
    return goals.find(DirectBranchCriterion::id, BranchCriterion::index_of(predicate, outcome));
}

/// One past the largest predicate that a direct goal names.
[[nodiscard]] inline std::size_t direct_predicate_count(const GoalGraph& goals)
{
    return (goals.goals_of(DirectBranchCriterion::id).size() + 1) / 2;
}

}  // namespace sbst
