// SPDX-License-Identifier: Apache-2.0
// The goals that open the way into methods that only the classes under test can enter. Next:
// class_goals.cpp.
#pragma once

#include "method_entries.hpp"

#include <sbst/goal/goal_graph.hpp>

#include <span>
#include <vector>

namespace sbst::jvm
{

/// Proofs that a goal is infeasible.
inline constexpr const char* unreachable_code = "no path leads to this code";
inline constexpr const char* never_called = "nothing calls this private code";

struct EntryCondition
{
    /// False: nothing calls it.
    bool is_reached = false;
    /// Callable from the start; `parents` is then empty.
    bool is_root = false;
    /// Ascending.
    std::vector<GoalId> parents;

    friend bool operator==(const EntryCondition&, const EntryCondition&) = default;
};

/// The condition of each method, in order. The graph has all branch goals of the methods.
[[nodiscard]] std::vector<EntryCondition> find_entry_conditions(std::span<const NestMethod> methods,
    std::span<const MethodEntry> entries, const GoalGraph& graph);

}  // namespace sbst::jvm
