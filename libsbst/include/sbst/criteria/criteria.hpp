// SPDX-License-Identifier: Apache-2.0
// The list of all criteria, and the questions that a goal answers through its criterion. A new one
// is a file here and the last entry; adapters add goals of it. Next: ../fitness/scorer.hpp.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/context_branch.hpp>
#include <sbst/criteria/direct_branch.hpp>
#include <sbst/criteria/direct_entry.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/criteria/method.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/criteria/method_without_exception.hpp>
#include <sbst/criteria/output.hpp>
#include <sbst/criteria/weak_mutant.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace sbst
{

/// The place in the tuple is the CriterionId.
using Criteria = std::tuple<BranchCriterion, MethodEntryCriterion, ExceptionCriterion,
    LineCriterion, DirectBranchCriterion, DirectEntryCriterion, MethodCriterion,
    MethodWithoutExceptionCriterion, OutputCriterion, WeakMutantCriterion, ContextBranchCriterion>;
inline constexpr std::size_t criterion_count = std::tuple_size_v<Criteria>;

/// Calls the function with a value of each criterion's type.
template <class Function>
constexpr void for_each_criterion(Function&& function)
{
    std::apply([&function](auto... criterion) { (function(criterion), ...); }, Criteria{});
}

/// Calls `sink(GoalId, const Touch&)` for each goal of the graph that the trace touched, in any
/// order; the same goal may come several times. Costs O(things in the trace), independent of the
/// number of goals.
template <class Sink>
void touch_goals(const Trace& trace, const GoalGraph& graph, Sink&& sink)
{
    for_each_criterion([&](auto criterion) {
        const std::span<const GoalId> goals = graph.goals_of(criterion.id);
        if (goals.empty())
        {
            return;
        }
        criterion.touch(trace, [&](const Touch& touch) {
            if (touch.index < goals.size() && goals[touch.index].is_valid())
            {
                sink(goals[touch.index], touch);
            }
        });
    });
}

/// Precondition of the functions below: the goal's criterion is in the list.

/// Name of the goal's criterion: `branch`.
[[nodiscard]] std::string_view criterion_name(const Goal& goal);
/// What was asked for, so that the goal exists: an entry belongs to branch coverage.
[[nodiscard]] Coverage coverage_of(const Goal& goal);
/// Class of the criterion's goals unless the adapter sets another: `user`.
[[nodiscard]] std::string_view criterion_class(const Goal& goal);
/// What is true of the place of a covered goal: `entered`. Outcomes of branches have words of the
/// adapter.
[[nodiscard]] std::string_view achieved_word(const Goal& goal);
/// What the goal wants, by number: `the outcome true of predicate 3`.
[[nodiscard]] std::string describe_goal(const Goal& goal);
/// Why the goal stays open; empty = what blocks the way to it is the reason.
[[nodiscard]] std::string why_open(const OpenGoal& open, const OutcomeWords& words);

namespace detail
{

template <std::size_t... places>
constexpr bool is_sound_list(std::index_sequence<places...>)
{
    return ((std::tuple_element_t<places, Criteria>::id == CriterionId(places) &&
             Criterion<std::tuple_element_t<places, Criteria>>)&&...);
}
static_assert(is_sound_list(std::make_index_sequence<criterion_count>()),
    "a criterion's id is its place in the list");

}  // namespace detail

}  // namespace sbst
