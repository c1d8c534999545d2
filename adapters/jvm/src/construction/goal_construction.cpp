// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/branch.hpp>
#include <sbst/error.hpp>
#include <sbst/jvm/construction/branch_slicer.hpp>
#include <sbst/jvm/construction/goal_construction.hpp>

#include <fmt/format.h>

#include <cstdint>

namespace sbst::jvm
{

ConstructionGraph construction_graph_of(const ClassPath& path, const ClassGoals& goals, GoalId goal)
{
    if (goal.index() >= goals.goals.size())
    {
        throw ConfigError(fmt::format("there is no goal {}: the class has {}, counted from 0",
            goal.index(), goals.goals.size()));
    }
    const Goal& wanted = goals.graph[goal];
    if (wanted.criterion != BranchCriterion::id)
    {
        throw ConfigError(fmt::format("goal {} is no branch: {}", goal.index(), wanted.label));
    }
    const GoalMethod& method = goals.methods[goals.goals[goal.index()].method.index()];
    BranchSlicer slicer(path);
    return ConstructionGraph::distilled(slicer.slice(
        *method.owner, *method.method, static_cast<std::uint32_t>(wanted.place.position)));
}

}  // namespace sbst::jvm
