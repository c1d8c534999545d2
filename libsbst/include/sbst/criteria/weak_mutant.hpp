// SPDX-License-Identifier: Apache-2.0
// Weak mutation: a test reaches each mutant's place with values for which the changed instruction
// gives another state. Next: mutation.hpp for the changes.
#pragma once

#include <sbst/criteria/criterion.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace sbst
{

/// The index is the MutantId.
///
/// Source: the coverage goal selector, section 2.1; infection distances as EvoSuite measures them.
struct WeakMutantCriterion
{
    static constexpr CriterionId id{9};
    static constexpr Coverage coverage = Coverage::weak_mutation;
    static constexpr std::string_view name = "mutant";
    static constexpr std::string_view goal_class = "user";
    static constexpr std::string_view achieved = "infected";

    template <class Sink>
    static void touch(const Trace& trace, Sink&& sink)
    {
        for (const MutantTrace& entry : trace.mutants)
        {
            sink(Touch{.index = entry.mutant.index(),
                .least = &entry.least,
                .is_covered = is_zero(entry.least)});
        }
    }

    [[nodiscard]] static std::string describe(std::size_t index)
    {
        return "mutant number " + detail::index_text(index);
    }

    [[nodiscard]] static std::string why_open(const OpenGoal& open, const OutcomeWords&)
    {
        return open.is_reached ? "executed, but the mutant did the same each time" : "";
    }
};

[[nodiscard]] inline Goal weak_mutant_goal(MutantId mutant, std::string label)
{
    return goal_of(WeakMutantCriterion::id, mutant, std::move(label));
}

[[nodiscard]] inline bool is_weak_mutant(const Goal& goal)
{
    return goal.criterion == WeakMutantCriterion::id;
}

}  // namespace sbst
