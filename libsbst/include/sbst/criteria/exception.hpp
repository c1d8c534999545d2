// SPDX-License-Identifier: Apache-2.0
// Exception coverage: a call of a test ends with each exception that some test met. Next:
// line.hpp.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// By ExceptionId; goals are added while a search runs.
struct ExceptionCriterion
{
    static constexpr CriterionId id{2};
    static constexpr std::string_view name = "exception";
    static constexpr std::string_view goal_class = "exception";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const CallOutcome& call : trace.calls)
        {
            if (call.kind == OutcomeKind::threw && call.exception.is_valid())
            {
                sink(happened(call.exception));
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "exception " + detail::index_text(index);
    }

    /// There is such a goal only because some test threw it.
    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&)
    {
        return "thrown by tests that are not in the suite";
    }
};

[[nodiscard]] inline Goal exception_goal(ExceptionId exception, std::string label)
{
    return goal_of(ExceptionCriterion::id, exception, std::move(label));
}

[[nodiscard]] inline std::optional<GoalId> find_exception(
    const GoalGraph& goals, ExceptionId exception)
{
    return goals.find(ExceptionCriterion::id, exception.index());
}

/// One past the largest exception that a goal names.
[[nodiscard]] inline std::size_t exception_count(const GoalGraph& goals)
{
    return goals.goals_of(ExceptionCriterion::id).size();
}

}  // namespace sbst
