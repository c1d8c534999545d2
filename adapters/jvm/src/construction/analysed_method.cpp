// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace sbst::jvm::detail
{

namespace
{

/// The nodes that a walk meets, the start itself included.
/// @param next_of the nodes to which it goes on from one.
template <class NextOf>
std::vector<bool> met_from(std::size_t count, FlowNode start, const NextOf& next_of)
{
    std::vector<bool> reached(count, false);
    std::vector<FlowNode> open{start};
    reached[start.index()] = true;
    while (!open.empty())
    {
        const FlowNode node = open.back();
        open.pop_back();
        for (const FlowNode next : next_of(node))
        {
            if (!reached[next.index()])
            {
                reached[next.index()] = true;
                open.push_back(next);
            }
        }
    }
    return reached;
}

}  // namespace

AnalysedMethod::AnalysedMethod(const ClassFile& file, const Method& method)
  : values(ValueGraph::of(file, method))
{
    if (!values)
    {
        return;
    }
    std::size_t next_predicate = 0;
    std::vector<BranchPlan> branches = plan_branches(*method.code, next_predicate);
    if (branches.size() > max_controlled_branches)
    {
        branches.clear();
    }
    flow.emplace(file.pool, *method.code, branches);
    control.emplace(flow->graph());
    before.resize(flow->graph().size());
    for (std::size_t i = 0; i < before.size(); ++i)
    {
        for (const FlowEdge& edge : flow->graph().edges(FlowNode(i)))
        {
            before[edge.to.index()].emplace_back(i);
        }
    }
}

std::vector<DecidingBranch> AnalysedMethod::deciding(std::uint32_t instruction) const
{
    std::map<std::uint32_t, std::set<bool>> outcomes;
    for (const ControllingEdge& edge : control->of(flow->block_of(instruction)))
    {
        outcomes[flow->blocks()[edge.branch.index()].end - 1].insert(edge.label.outcome);
    }
    const std::vector<Instruction>& instructions = values->method().code->instructions;
    std::vector<DecidingBranch> found;
    for (const auto& [branch, ways] : outcomes)
    {
        const bool is_known = ways.size() == 1 && is_conditional_jump(instructions[branch].opcode);
        found.push_back({.instruction = branch,
            .jumps = is_known ? std::optional(*ways.begin()) : std::nullopt});
    }
    return found;
}

std::vector<std::uint32_t> AnalysedMethod::deciding_ways(std::uint32_t instruction) const
{
    std::set<std::uint32_t> found;
    std::vector<FlowNode> open = before[flow->block_of(instruction).index()];
    std::set<FlowNode> seen(open.begin(), open.end());
    while (!open.empty())
    {
        const FlowNode node = open.back();
        open.pop_back();
        if (node.index() >= flow->blocks().size())
        {
            // It has no instructions: what leads to it counts.
            for (const FlowNode more : before[node.index()])
            {
                if (seen.insert(more).second)
                {
                    open.push_back(more);
                }
            }
            continue;
        }
        const std::uint32_t last = flow->blocks()[node.index()].end - 1;
        for (const DecidingBranch& branch : deciding(last))
        {
            found.insert(branch.instruction);
        }
        const auto edges = flow->graph().edges(node);
        const bool is_branch = std::any_of(edges.begin(), edges.end(),
            [](const FlowEdge& edge) { return edge.label.has_value(); });
        if (is_branch)
        {
            found.insert(last);
        }
    }
    return {found.begin(), found.end()};
}

double AnalysedMethod::share_of_outcomes(std::uint32_t instruction) const
{
    const FlowGraph& graph = flow->graph();
    const FlowNode node = flow->block_of(instruction);
    const std::vector<bool> is_reached = graph.reachable();
    const std::vector<bool> is_after = met_from(graph.size(), node, [&graph](FlowNode from) {
        std::vector<FlowNode> next;
        for (const FlowEdge& edge : graph.edges(from))
        {
            next.push_back(edge.to);
        }
        return next;
    });
    const std::vector<bool> is_before =
        met_from(graph.size(), node, [this](FlowNode to) { return before[to.index()]; });
    std::size_t all = 0;
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        for (const FlowEdge& edge : graph.edges(FlowNode(i)))
        {
            if (is_reached[i] && edge.label)
            {
                ++all;
                fitting += is_after[i] || is_before[edge.to.index()] ? 1U : 0U;
            }
        }
    }
    return all == 0 ? 1.0 : static_cast<double>(fitting) / static_cast<double>(all);
}

const AnalysedMethod& AnalysedMethods::of(const ClassFile& file, const Method& method)
{
    std::unique_ptr<AnalysedMethod>& known = m_known[&method];
    if (!known)
    {
        known = std::make_unique<AnalysedMethod>(file, method);
    }
    return *known;
}

}  // namespace sbst::jvm::detail
