// SPDX-License-Identifier: Apache-2.0
#include <sbst/construction/template_plan.hpp>

#include <algorithm>
#include <set>

namespace sbst
{

namespace
{

/// What the guards of some writers call, through guards of their own.
void collect(const std::vector<StateWriter>& writers, std::set<const TemplatePlan*>& seen,
    std::set<CallableId>& callables)
{
    for (const StateWriter& writer : writers)
    {
        if (!writer.guards || !seen.insert(writer.guards.get()).second)
        {
            continue;
        }
        for (const PlannedNode& node : writer.guards->nodes)
        {
            for (const StateWriter& inner : node.writers)
            {
                callables.insert(inner.callable);
            }
            collect(node.writers, seen, callables);
        }
    }
}

/// A node and all that lead to it.
std::set<ConstructionId> origins_of(const ConstructionGraph& graph, ConstructionId node)
{
    std::set<ConstructionId> found{node};
    std::vector<ConstructionId> open{node};
    while (!open.empty())
    {
        const ConstructionId at = open.back();
        open.pop_back();
        for (const ConstructionParent& parent : graph[at].parents)
        {
            if (found.insert(parent.node).second)
            {
                open.push_back(parent.node);
            }
        }
    }
    return found;
}

}  // namespace

void order_by_guards(TemplatePlan& plan)
{
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        std::set<const TemplatePlan*> seen;
        std::set<CallableId> guarded_by;
        collect(plan.nodes[i].writers, seen, guarded_by);
        if (guarded_by.empty())
        {
            continue;
        }
        const std::set<ConstructionId> origins = origins_of(plan.graph, ConstructionId(i));
        for (std::size_t other = 0; other < plan.nodes.size(); ++other)
        {
            const auto& writers = plan.nodes[other].writers;
            const bool is_needed =
                std::any_of(writers.begin(), writers.end(), [&guarded_by](const StateWriter& one) {
                    return guarded_by.contains(one.callable);
                });
            if (is_needed && !origins.contains(ConstructionId(other)))
            {
                plan.nodes[other].after.emplace_back(i);
            }
        }
    }
}

}  // namespace sbst
