// SPDX-License-Identifier: Apache-2.0
#include "analysed_method.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <cstddef>
#include <set>

namespace sbst::jvm::detail
{

namespace
{

/// For each node whether a way leads to it from one, which itself counts.
std::vector<bool> reached_from(const FlowGraph& graph, FlowNode start)
{
    std::vector<bool> reached(graph.size(), false);
    std::vector<FlowNode> open{start};
    reached[start.index()] = true;
    while (!open.empty())
    {
        const FlowNode node = open.back();
        open.pop_back();
        for (const FlowEdge& edge : graph.edges(node))
        {
            if (!reached[edge.to.index()])
            {
                reached[edge.to.index()] = true;
                open.push_back(edge.to);
            }
        }
    }
    return reached;
}

/// For each node whether a way leads from it to one, which itself counts.
std::vector<bool> leading_to(const FlowGraph& graph, FlowNode end)
{
    FlowGraph backwards(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        for (const FlowEdge& edge : graph.edges(FlowNode(i)))
        {
            backwards.add_edge(edge.to, FlowNode(i));
        }
    }
    return reached_from(backwards, end);
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
}

std::vector<std::uint32_t> AnalysedMethod::deciding(std::uint32_t instruction) const
{
    std::set<std::uint32_t> found;
    for (const ControllingEdge& edge : control->of(flow->block_of(instruction)))
    {
        found.insert(flow->blocks()[edge.branch.index()].end - 1);
    }
    return {found.begin(), found.end()};
}

double AnalysedMethod::share_of_outcomes(std::uint32_t instruction) const
{
    const FlowGraph& graph = flow->graph();
    const FlowNode node = flow->block_of(instruction);
    const std::vector<bool> is_reached = graph.reachable();
    const std::vector<bool> after = reached_from(graph, node);
    const std::vector<bool> before = leading_to(graph, node);
    std::size_t all = 0;
    std::size_t fitting = 0;
    for (std::size_t i = 0; i < graph.size(); ++i)
    {
        for (const FlowEdge& edge : graph.edges(FlowNode(i)))
        {
            if (is_reached[i] && edge.label)
            {
                ++all;
                fitting += after[i] || before[edge.to.index()] ? 1U : 0U;
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
