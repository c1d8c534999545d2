// SPDX-License-Identifier: Apache-2.0
// A criterion here is a kind of goal; its goals are numbered. It tells what a trace did about each
// goal and why a goal stays open. Next: branch.hpp, the main criterion; criteria.hpp, the list of
// all.
#pragma once

#include <sbst/criteria/coverage.hpp>
#include <sbst/goal/goal.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/numeric/distance.hpp>
#include <sbst/problem/trace.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sbst
{

/// What a trace did about one goal of a criterion.
struct Touch
{
    std::size_t index = 0;
    /// How far the trace was from covering the goal; the pointer is valid as long as the trace.
    const Distance* least = nullptr;
    bool is_covered = false;
};

/// The distance of things that have no distance: they happened, or nothing is known about them.
inline constexpr Distance no_distance{};

/// A thing that happened and is therefore covered, by its id.
template <class Id>
[[nodiscard]] Touch happened(Id id)
{
    return {.index = id.index(), .least = &no_distance, .is_covered = true};
}

/// How reports say that a predicate had an outcome: "never {}".
struct OutcomeWords
{
    std::string_view is_true = "held";
    std::string_view is_false = "failed";
    /// A whole phrase for a goal that was reached but not covered, for languages that know more:
    /// `the condition was never true`. Empty = the two words are used.
    std::function<std::string(GoalId)> never{};
};

/// An open goal whose reason is asked for.
struct OpenGoal
{
    const Goal& goal;
    GoalId id;
    /// Some trace touched the goal itself.
    bool is_reached = false;
    /// It depends on no other goal.
    bool is_root = true;
};

// clang-format off
/// A criterion is one file in this folder and one entry in criteria.hpp; adapters fill the part of
/// the trace that `touch` reads. When a trace does not touch a goal, the goal has no distance, and
/// its ancestors in the goal graph count.
template <class C>
concept Criterion =
    requires(const Trace& trace, void (*sink)(const Touch&), const OpenGoal& open,
        const OutcomeWords& words, std::size_t index)
{
    /// Its place in the list of all criteria; never changes.
    { C::id } -> std::convertible_to<CriterionId>;
    /// What must be asked for, so that there are such goals; totals count them for it.
    { C::coverage } -> std::convertible_to<Coverage>;
    /// Its name in reports.
    { C::name } -> std::convertible_to<std::string_view>;
    /// Class of its goals unless the adapter sets another.
    { C::goal_class } -> std::convertible_to<std::string_view>;
    /// What is true of the place of a covered goal: `entered`.
    { C::achieved } -> std::convertible_to<std::string_view>;
    /// Passes on what the trace touched, in any order; the same thing may come several times. It is
    /// called for each test, so it must not allocate.
    { C::touch(trace, sink) };
    /// The goal of that index in words: `the entry of method 3`.
    { C::describe(index) } -> std::same_as<std::string>;
    /// Why a goal stays open; empty = what blocks the way to it is the reason.
    { C::why_open(open, words) } -> std::same_as<std::string>;
};
// clang-format on

namespace detail
{

/// `3`, or `(no id)`.
[[nodiscard]] inline std::string index_text(std::size_t index)
{
    return index == Goal::no_index ? "(no id)" : std::to_string(index);
}

}  // namespace detail

}  // namespace sbst
