// SPDX-License-Identifier: Apache-2.0
#include "instruction_ways.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>

namespace sbst::jvm
{

const char* link_to_instruction(GoalGraph& graph, GoalId goal, std::uint32_t instruction,
    const NestMethod& method, const EntryCondition& condition)
{
    const FlowNode node = method.flow.block_of(instruction);
    if (!method.dependence.is_reachable(node))
    {
        return unreachable_code;
    }
    if (!condition.is_reached)
    {
        return never_called;
    }
    for (const ControllingEdge& edge : method.dependence.of(node))
    {
        const auto parent = find_branch(graph, edge.label.predicate, edge.label.outcome);
        graph.add_dependency(parent.value(), goal);
    }
    if (method.dependence.depends_on_entry(node))
    {
        if (condition.is_root)
        {
            graph.mark_root(goal);
        }
        for (const GoalId parent : condition.parents)
        {
            graph.add_dependency(parent, goal);
        }
    }
    return nullptr;
}

}  // namespace sbst::jvm
