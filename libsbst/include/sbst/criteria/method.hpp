// SPDX-License-Identifier: Apache-2.0
// Top-level method coverage: the test itself calls each method. Next:
// method_without_exception.hpp, the same with a call that returns.
#pragma once

#include <sbst/criteria/criterion.hpp>
#include <sbst/criteria/direct_entry.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the MethodId. A call that throws counts.
///
/// Source: the coverage goal selector, section 2.1.
struct MethodCriterion
{
    static constexpr CriterionId id{6};
    static constexpr Coverage coverage = Coverage::method;
    static constexpr std::string_view name = "method";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "called";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        DirectEntryCriterion::touch(trace, std::forward<Sink>(sink));
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "a call of method " + detail::index_text(index);
    }

    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&)
    {
        return "no test calls it";
    }
};

[[nodiscard]] inline Goal method_goal(MethodId method, std::string label)
{
    return goal_of(MethodCriterion::id, method, std::move(label));
}

[[nodiscard]] inline std::optional<GoalId> find_method(const GoalGraph& goals, MethodId method)
{
    return goals.find(MethodCriterion::id, method.index());
}

}  // namespace sbst
