// SPDX-License-Identifier: Apache-2.0
// The list of all criteria, and what can be asked of any goal. A new criterion is a file of this
// folder and an entry here. Next: ../fitness/scorer.hpp.
#pragma once

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/exception.hpp>
#include <sbst/criteria/line.hpp>
#include <sbst/criteria/method_entry.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace sbst
{

/// By CriterionId.
using Criteria =
    std::tuple<BranchCriterion, MethodEntryCriterion, ExceptionCriterion, LineCriterion>;
inline constexpr std::size_t criterion_count = std::tuple_size_v<Criteria>;

/// Calls the function with a value of each criterion's type.
template <class Function>
constexpr void for_each_criterion(Function&& function)
{
    std::apply([&function](auto... criterion) { (function(criterion), ...); }, Criteria{});
}

/// Calls `sink(GoalId, const Touch&)` for each goal of the graph that the trace touched; in any
/// order, a goal perhaps several times. Costs O(things in the trace), however many goals there are.
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

/// Precondition of what follows: the goal is of a criterion of the list.

/// Name of its criterion: `branch`.
[[nodiscard]] std::string_view criterion_name(const Goal& goal);
/// Class of the criterion's goals where an adapter says no other: `user`.
[[nodiscard]] std::string_view criterion_class(const Goal& goal);
/// What it wants, by numbers: `the outcome true of predicate 3`.
[[nodiscard]] std::string describe_goal(const Goal& goal);
/// Why it stays open; empty = what blocks the way to it says it.
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
