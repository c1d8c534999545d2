// SPDX-License-Identifier: Apache-2.0
// Branches in a context: each predicate has each outcome in a call of one function. Next:
// branch.hpp.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace sbst
{

/// The index is twice the context, plus 1 for the outcome true. Code that several functions share
/// opens the way to a goal of one of them only in a call of that function: an adapter makes the
/// goal depend on the branch in that context. What other calls evaluate does not touch it.
///
/// Source: EvoSuite seeks such goals (context branch coverage, cbranch); that they only say how far
/// tests are from others is ours.
struct ContextBranchCriterion
{
    static constexpr CriterionId id{10};
    static constexpr Coverage coverage = Coverage::branch;
    static constexpr std::string_view name = "context-branch";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "taken in the context";

    [[nodiscard]] static constexpr std::size_t index_of(ContextId context, bool outcome)
    {
        return context.is_valid() ? 2 * context.index() + (outcome ? 1 : 0) : Goal::no_index;
    }

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const ContextTrace& entry : trace.contexts)
        {
            for (const bool outcome : {false, true})
            {
                sink(Touch{.index = index_of(entry.context, outcome),
                    .least = &entry.hits.least(outcome),
                    .is_covered = entry.hits.hits(outcome) > 0});
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return index == Goal::no_index ?
                   "an outcome in context (no id)" :
                   std::string("the outcome ") + (index % 2 == 1 ? "true" : "false") +
                       " in context " + std::to_string(index / 2);
    }

    [[nodiscard]] static std::string why_open(const OpenGoal& open, const OutcomeWords& words)
    {
        return BranchCriterion::why_open(open, words);
    }
};

/// A goal that is never sought: through it a search knows how near tests are to what depends on it.
/// @param branch the goal of the branch criterion that it stands for in this context
/// @param context_name as people read it, behind a comma
[[nodiscard]] inline Goal context_branch_goal(
    const Goal& branch, ContextId context, const std::string& context_name)
{
    Goal goal = branch;
    goal.criterion = ContextBranchCriterion::id;
    goal.index = ContextBranchCriterion::index_of(context, outcome_of(branch));
    goal.label += ", " + context_name;
    goal.predicate = predicate_of(branch);
    goal.is_helper = false;
    goal.is_shown = false;
    goal.is_key = false;
    return goal;
}

[[nodiscard]] inline bool is_context_branch(const Goal& goal)
{
    return goal.criterion == ContextBranchCriterion::id;
}

}  // namespace sbst
