// SPDX-License-Identifier: Apache-2.0
// What a criterion is: a kind of goals, each with a number. It says what a trace did about each
// goal and why one stays open. Next: branch.hpp, the criterion that the rest of the library is
// built around; criteria.hpp, the list of all.
#pragma once

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
    /// How far the trace was from covering it; it lives as long as the trace.
    const Distance* least = nullptr;
    bool is_covered = false;
};

/// The distance of what has none: it happened, or nothing is known of it.
inline constexpr Distance no_distance{};

/// A thing that happened and so is covered, by its id.
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
    /// What never happened at a goal that was reached, for languages that know more than the two
    /// words: `the condition was never true`. Empty = by the words.
    std::function<std::string(GoalId)> never{};
};

/// An open goal of which somebody asks why.
struct OpenGoal
{
    const Goal& goal;
    GoalId id;
    /// A trace touched the goal itself.
    bool is_reached = false;
};

// clang-format off
/// One file of this folder and one entry in criteria.hpp; adapters fill what `touch` reads. A goal
/// that a trace does not touch has no distance from it: then its ancestors in the goal graph count.
template <class C>
concept Criterion =
    requires(const Trace& trace, void (*sink)(const Touch&), const OpenGoal& open,
        const OutcomeWords& words, std::size_t index)
{
    /// Its place in the list of all; never changes.
    { C::id } -> std::convertible_to<CriterionId>;
    /// As reports write it.
    { C::name } -> std::convertible_to<std::string_view>;
    /// Class of its goals, where an adapter says no other.
    { C::goal_class } -> std::convertible_to<std::string_view>;
    /// Passes on what the trace touched, in any order; what it covered several times may come
    /// several times. It is called for each test: nothing is allocated.
    { C::touch(trace, sink) };
    /// A goal by its number: `the entry of method 3`.
    { C::describe(index) } -> std::same_as<std::string>;
    /// Why a goal stays open; empty = what blocks the way to it says it.
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
