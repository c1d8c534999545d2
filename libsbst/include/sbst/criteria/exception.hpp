// SPDX-License-Identifier: Apache-2.0
// Exception coverage: one goal for each exception that some test met; a test covers it when a
// call throws it. Next: line.hpp.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the ExceptionId; goals are added while a search runs.
struct ExceptionCriterion
{
    static constexpr CriterionId id{2};
    static constexpr Coverage coverage = Coverage::exception;
    static constexpr std::string_view name = "exception";
    static constexpr std::string_view goal_class = "exception";
    static constexpr std::string_view achieved = "thrown";

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

    /// Such a goal exists only because some test threw the exception.
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
