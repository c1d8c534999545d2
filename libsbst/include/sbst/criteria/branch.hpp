// SPDX-License-Identifier: Apache-2.0
// Branch coverage: each predicate has each outcome. Next: method_entry.hpp.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is twice the predicate, plus 1 for the outcome true. Evaluating a predicate touches
/// both of its goals, whatever its outcome; only the taken edge covers one.
struct BranchCriterion
{
    static constexpr CriterionId id{0};
    static constexpr Coverage coverage = Coverage::branch;
    static constexpr std::string_view name = "branch";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "taken";

    [[nodiscard]] static constexpr std::size_t index_of(PredicateId predicate, bool outcome)
    {
        return predicate.is_valid() ? 2 * predicate.index() + (outcome ? 1 : 0) : Goal::no_index;
    }

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const PredicateTrace& entry : trace.predicates)
        {
            for (const bool outcome : {false, true})
            {
                sink(Touch{.index = index_of(entry.predicate, outcome),
                    .least = &entry.all.least(outcome),
                    .is_covered = entry.all.hits(outcome) > 0});
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return index == Goal::no_index ?
                   "an outcome of predicate (no id)" :
                   std::string("the outcome ") + (index % 2 == 1 ? "true" : "false") +
                       " of predicate " + std::to_string(index / 2);
    }

    [[nodiscard]] static std::string why_open(const OpenGoal& open, const OutcomeWords& words)
    {
        if (!open.is_reached)
        {
            return {};
        }
        return words.never ?
                   "reached, but " + words.never(open.id) :
                   "reached, but the condition never " +
                       std::string(open.goal.index % 2 == 1 ? words.is_true : words.is_false);
    }
};

/// The source is taken to ask for the recorded condition itself; an adapter that knows better
/// changes Goal::question.
[[nodiscard]] inline Goal branch_goal(PredicateId predicate, bool outcome, std::string label)
{
    Goal goal;
    goal.criterion = BranchCriterion::id;
    goal.index = BranchCriterion::index_of(predicate, outcome);
    goal.label = std::move(label);
    goal.question.truth = outcome;
    return goal;
}

[[nodiscard]] inline bool is_branch(const Goal& goal)
{
    return goal.criterion == BranchCriterion::id;
}

/// Precondition of both functions: is_outcome(goal).
[[nodiscard]] inline PredicateId predicate_of(const Goal& goal)
{
    return goal.predicate.is_valid()    ? goal.predicate :
           goal.index == Goal::no_index ? PredicateId() :
                                          PredicateId(goal.index / 2);
}
[[nodiscard]] inline bool outcome_of(const Goal& goal)
{
    return goal.index % 2 == 1;
}

[[nodiscard]] inline std::optional<GoalId> find_branch(
    const GoalGraph& goals, PredicateId predicate, bool outcome)
{
    return goals.find(BranchCriterion::id, BranchCriterion::index_of(predicate, outcome));
}

/// One past the largest predicate that a goal names.
[[nodiscard]] inline std::size_t predicate_count(const GoalGraph& goals)
{
    return (goals.goals_of(BranchCriterion::id).size() + 1) / 2;
}

}  // namespace sbst
