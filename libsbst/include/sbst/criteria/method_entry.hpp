// SPDX-License-Identifier: Apache-2.0
// Method coverage: each method is entered. Next: exception.hpp.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the MethodId.
struct MethodEntryCriterion
{
    static constexpr CriterionId id{1};
    static constexpr Coverage coverage = Coverage::branch;
    static constexpr std::string_view name = "entry";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "entered";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const MethodTrace& entry : trace.methods)
        {
            if (entry.entered > 0)
            {
                sink(happened(entry.method));
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "the entry of method " + detail::index_text(index);
    }

    /// A method that is reached is also entered.
    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&) { return {}; }
};

[[nodiscard]] inline Goal method_entry_goal(MethodId method, std::string label)
{
    return goal_of(MethodEntryCriterion::id, method, std::move(label));
}

[[nodiscard]] inline std::optional<GoalId> find_method_entry(
    const GoalGraph& goals, MethodId method)
{
    return goals.find(MethodEntryCriterion::id, method.index());
}

/// One past the largest method that a goal names.
[[nodiscard]] inline std::size_t method_count(const GoalGraph& goals)
{
    return goals.goals_of(MethodEntryCriterion::id).size();
}

}  // namespace sbst
