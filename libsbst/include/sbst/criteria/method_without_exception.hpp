// SPDX-License-Identifier: Apache-2.0
// Top-level method coverage without exception: the test itself calls each method, which returns.
// Next: exception.hpp.
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
///
/// Source: the coverage goal selector, section 2.1.
struct MethodWithoutExceptionCriterion
{
    static constexpr CriterionId id{7};
    static constexpr Coverage coverage = Coverage::method_without_exception;
    static constexpr std::string_view name = "method-without-exception";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "returned";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const MethodTrace& entry : trace.methods)
        {
            if (entry.left_directly > 0)
            {
                sink(happened(entry.method));
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "a call of method " + detail::index_text(index) + " that returns";
    }

    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&)
    {
        return "no call of a test returns";
    }
};

[[nodiscard]] inline Goal method_without_exception_goal(MethodId method, std::string label)
{
    return goal_of(MethodWithoutExceptionCriterion::id, method, std::move(label));
}

[[nodiscard]] inline std::optional<GoalId> find_method_without_exception(
    const GoalGraph& goals, MethodId method)
{
    return goals.find(MethodWithoutExceptionCriterion::id, method.index());
}

}  // namespace sbst
