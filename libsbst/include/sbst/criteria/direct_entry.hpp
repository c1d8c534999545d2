// SPDX-License-Identifier: Apache-2.0
// The part of direct branch coverage for methods without branches: the test itself calls them.
// Next: method.hpp.
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
struct DirectEntryCriterion
{
    static constexpr CriterionId id{5};
    static constexpr Coverage coverage = Coverage::direct_branch;
    static constexpr std::string_view name = "direct-entry";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "entered directly";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const MethodTrace& entry : trace.methods)
        {
            if (entry.entered_directly > 0)
            {
                sink(happened(entry.method));
            }
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "the entry of method " + detail::index_text(index) + " by the test";
    }

    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&) { return {}; }
};

[[nodiscard]] inline Goal direct_entry_goal(MethodId method, std::string label)
{
    return goal_of(DirectEntryCriterion::id, method, std::move(label));
}

[[nodiscard]] inline std::optional<GoalId> find_direct_entry(
    const GoalGraph& goals, MethodId method)
{
    return goals.find(DirectEntryCriterion::id, method.index());
}

}  // namespace sbst
