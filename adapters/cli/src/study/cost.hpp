// SPDX-License-Identifier: Apache-2.0
// What the runs of a study cost, before they are made. Next: plan.cpp.
#pragma once

#include <sbst/study/plan.hpp>
#include <sbst/study/store.hpp>

#include <optional>
#include <string>

namespace sbst::cli
{

/// The time of all runs together on one core.
struct Cost
{
    /// 0 when it is unknown.
    double seconds = 0.0;
    /// For people: where the number comes from.
    std::string source;
};

/// The cost by the records of finished runs, each configuration by its own and one without any by
/// all of them; nothing when no run of the plan is finished.
[[nodiscard]] std::optional<Cost> known_cost(const study::Plan& plan, const study::Store& store);

/// The cost by the budget in seconds, or else by some runs that are made for it and cut after a few
/// seconds. A run that is cut counts as long as its whole budget would take.
[[nodiscard]] Cost estimated_cost(const study::Plan& plan);

}  // namespace sbst::cli
