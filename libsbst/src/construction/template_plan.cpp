// SPDX-License-Identifier: Apache-2.0
#include <sbst/construction/template_plan.hpp>

#include <algorithm>
#include <set>

namespace sbst
{

namespace
{

/// What the guards of some writers call, through guards of their own.
struct GuardCalls
{
    std::set<CallableId> wanted{};
    /// What would undo the state that a guard asks for.
    std::set<CallableId> undoing{};
};

void collect(
    const std::vector<StateWriter>& writers, std::set<const TemplatePlan*>& seen, GuardCalls& calls)
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
                (inner.score > 0.0 ? calls.wanted : calls.undoing).insert(inner.callable);
            }
            collect(node.writers, seen, calls);
        }
    }
}

bool calls_one_of(const std::vector<StateWriter>& writers, const std::set<CallableId>& callables)
{
    return std::any_of(writers.begin(), writers.end(), [&callables](const StateWriter& one) {
        return one.score > 0.0 && callables.contains(one.callable);
    });
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
    std::vector<GuardCalls> calls(plan.nodes.size());
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        std::set<const TemplatePlan*> seen;
        collect(plan.nodes[i].writers, seen, calls[i]);
    }
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    {
        if (calls[i].wanted.empty() && calls[i].undoing.empty())
        {
            continue;
        }
        const std::set<ConstructionId> origins = origins_of(plan.graph, ConstructionId(i));
        for (std::size_t other = 0; other < plan.nodes.size(); ++other)
        {
            const auto& writers = plan.nodes[other].writers;
            const bool is_undone = calls_one_of(writers, calls[i].undoing);
            const bool undoes = calls_one_of(plan.nodes[i].writers, calls[other].undoing);
            const bool is_needed = calls_one_of(writers, calls[i].wanted);
            if ((is_undone || (is_needed && !undoes)) && other != i &&
                !origins.contains(ConstructionId(other)))
            {
                plan.nodes[other].after.emplace_back(i);
            }
        }
    }
}

}  // namespace sbst
