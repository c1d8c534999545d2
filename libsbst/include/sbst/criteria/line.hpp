// SPDX-License-Identifier: Apache-2.0
// Line coverage: each source line with code is executed. Next: criteria.hpp.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the LineId. Adapters need to record lines only if a goal is a line.
struct LineCriterion
{
    static constexpr CriterionId id{3};
    static constexpr Coverage coverage = Coverage::line;
    static constexpr std::string_view name = "line";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "executed";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const LineId line : trace.lines)
        {
            sink(happened(line));
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "line number " + detail::index_text(index);
    }

    /// A line that is reached is also executed.
    [[nodiscard]] static std::string why_open(const OpenGoal&, const OutcomeWords&) { return {}; }
};

[[nodiscard]] inline Goal line_goal(LineId line, std::string label)
{
    return goal_of(LineCriterion::id, line, std::move(label));
}

[[nodiscard]] inline bool is_line(const Goal& goal)
{
    return goal.criterion == LineCriterion::id;
}

}  // namespace sbst
