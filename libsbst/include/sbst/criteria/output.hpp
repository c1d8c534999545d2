// SPDX-License-Identifier: Apache-2.0
// Output coverage: the calls that a test makes return values of each class. Next:
// output_table.hpp for the classes.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the OutputId.
///
/// Source: the coverage goal selector, section 2.1; distances of numbers as EvoSuite measures them.
struct OutputCriterion
{
    static constexpr CriterionId id{8};
    static constexpr Coverage coverage = Coverage::output;
    static constexpr std::string_view name = "output";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "returned";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const OutputTrace& entry : trace.outputs)
        {
            sink(Touch{.index = entry.output.index(),
                .least = &entry.least,
                .is_covered = entry.hits > 0});
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "output " + detail::index_text(index);
    }

    [[nodiscard]] static std::string why_open(const OpenGoal& open, const OutcomeWords&)
    {
        return open.is_reached ? "called, but no result was of this class" :
                                 "no call returned a result that was seen to be of this class";
    }
};

[[nodiscard]] inline Goal output_goal(OutputId output, std::string label)
{
    return goal_of(OutputCriterion::id, output, std::move(label));
}

}  // namespace sbst
