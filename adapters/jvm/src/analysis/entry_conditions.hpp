// SPDX-License-Identifier: Apache-2.0
// Which goals open the way into methods that only the classes under test can enter. Next:
// class_goals.cpp.
#pragma once

#include <sbst/fitness/control_dependence.hpp>
#include <sbst/goal/goal_graph.hpp>
#include <sbst/jvm/analysis/method_flow.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// One method with code of the classes under test, with what was found of it.
struct NestMethod
{
    const ClassFile* owner = nullptr;
    const Method* method = nullptr;
    std::vector<BranchPlan> branches;
    MethodFlow flow;
    ControlDependence dependence;
};

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
[[nodiscard]] std::vector<EntryCondition> find_entry_conditions(
    std::span<const ClassFile* const> classes, std::span<const NestMethod> methods,
    const GoalGraph& graph);

}  // namespace sbst::jvm
