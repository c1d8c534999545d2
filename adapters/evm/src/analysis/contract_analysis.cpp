// SPDX-License-Identifier: Apache-2.0
#include "goals.hpp"
#include "machine.hpp"
#include "without_flow.hpp"

#include <sbst/error.hpp>
#include <sbst/evm/analysis/contract_analysis.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sbst::evm
{

namespace
{

using analysis::BlockEnd;
using analysis::ContextEdge;
using analysis::ContextGraph;
using analysis::ContextNode;
using analysis::Machine;
using analysis::Program;

/// One run of the machine with its results.
struct Run
{
    Run(const Program& program, const ContractFacts& facts, const AnalysisOptions& options,
        bool prunes)
      : machine(program, facts, options)
    {
        if (!prunes)
        {
            machine.keep_impossible_paths();
        }
        std::optional<ContextGraph> found = machine.run();
        is_complete = found.has_value();
        if (!is_complete)
        {
            return;
        }
        graph = std::move(*found);
        entries = analysis::find_entries(program, facts, machine, graph);
    }

    [[nodiscard]] analysis::GraphView view(const Program& program, const ContractFacts& facts)
    {
        return {&program, &facts, &machine.table(), &machine.reasoner(), &graph, &entries};
    }

    Machine machine;
    ContextGraph graph;
    analysis::EntryMap entries;
    bool is_complete{};
};

void add_blocks(const Program& program, const ContextGraph& graph, ContractAnalysis& result)
{
    for (const analysis::Block& block : program.blocks())
    {
        BasicBlock basic;
        basic.begin = block.begin;
        basic.end = block.end;
        result.blocks.push_back(std::move(basic));
    }
    for (const ContextNode& node : graph.nodes)
    {
        BasicBlock& block = result.blocks[node.block];
        block.is_reachable = true;
        ++block.contexts;
        for (const ContextEdge& edge : node.successors)
        {
            block.successors.push_back(graph.nodes[edge.node].block);
        }
    }
    for (BasicBlock& block : result.blocks)
    {
        std::sort(block.successors.begin(), block.successors.end());
        block.successors.erase(
            std::unique(block.successors.begin(), block.successors.end()), block.successors.end());
    }
}

void add_jumps(const Program& program, const ContextGraph& graph, ContractAnalysis& result)
{
    std::map<std::uint32_t, JumpSite> sites;
    for (const ContextNode& node : graph.nodes)
    {
        const bool jumps = node.end == BlockEnd::jumps;
        if (!jumps && !(node.end == BlockEnd::branches && node.can_jump))
        {
            continue;
        }
        const std::uint32_t pc = program.tail(program.blocks()[node.block]).pc;
        JumpSite& site = sites[pc];
        site.pc = pc;
        site.is_conditional = !jumps;
        site.is_resolved = site.is_resolved && !node.is_unresolved;
        for (const ContextEdge& edge : node.successors)
        {
            if (edge.is_jump)
            {
                const std::uint32_t target = program.blocks()[graph.nodes[edge.node].block].begin;
                site.targets.push_back(target);
                if (!node.is_unresolved)
                {
                    site.resolved_targets.push_back(target);
                }
            }
        }
    }
    for (auto& [pc, site] : sites)
    {
        for (std::vector<std::uint32_t>* targets : {&site.targets, &site.resolved_targets})
        {
            std::sort(targets->begin(), targets->end());
            targets->erase(std::unique(targets->begin(), targets->end()), targets->end());
        }
        result.jumps.push_back(std::move(site));
    }
}

void add_statistics(const ContextGraph& graph, ContractAnalysis& result)
{
    AnalysisStatistics& statistics = result.statistics;
    for (const BasicBlock& block : result.blocks)
    {
        statistics.reachable_blocks += block.is_reachable ? 1U : 0U;
    }
    statistics.nodes = graph.nodes.size();
    statistics.jumps = result.jumps.size();
    statistics.joined_blocks = graph.joined_blocks.size();
    statistics.steps = graph.steps;
    std::size_t resolved = 0;
    std::size_t all = 0;
    for (const JumpSite& site : result.jumps)
    {
        statistics.unresolved_jumps += site.is_resolved ? 0U : 1U;
        resolved += site.resolved_targets.size();
        all += site.targets.size();
    }
    if (!result.jumps.empty())
    {
        const auto count = static_cast<double>(result.jumps.size());
        statistics.mean_targets_resolved = static_cast<double>(resolved) / count;
        statistics.mean_targets = static_cast<double>(all) / count;
    }
}

}  // namespace

std::optional<std::size_t> ContractAnalysis::find_block(std::uint32_t pc) const
{
    const auto behind = std::upper_bound(blocks.begin(), blocks.end(), pc,
        [](std::uint32_t wanted, const BasicBlock& block) { return wanted < block.begin; });
    if (behind == blocks.begin() || pc >= std::prev(behind)->end)
    {
        return std::nullopt;
    }
    return static_cast<std::size_t>(std::prev(behind) - blocks.begin());
}

bool ContractAnalysis::has_edge(std::uint32_t from, std::uint32_t to) const
{
    const auto source = find_block(from);
    const auto target = find_block(to);
    if (!source || !target || blocks[*target].begin != to)
    {
        return false;
    }
    const auto& successors = blocks[*source].successors;
    return std::binary_search(
        successors.begin(), successors.end(), static_cast<std::uint32_t>(*target));
}

void validate(const AnalysisOptions& options)
{
    const auto require = [](std::size_t value, const char* name) {
        if (value == 0)
        {
            throw ConfigError(fmt::format("{} is 0, expected at least 1", name));
        }
    };
    require(options.max_contexts_per_block, "max_contexts_per_block");
    require(options.max_call_depth, "max_call_depth");
    require(options.max_nodes, "max_nodes");
    require(options.max_steps, "max_steps");
    require(options.max_work, "max_work");
}

ContractAnalysis analyse(const ContractFacts& facts, const AnalysisOptions& options)
{
    validate(options);
    const Program program(facts);
    ContractAnalysis result;
    result.jumpis = program.disassembly().jumpis();
    Run proved(program, facts, options, true);
    if (!proved.is_complete)
    {
        return analysis::describe_without_flow(program, facts);
    }
    Run all_paths(program, facts, options, false);
    if (!all_paths.is_complete)
    {
        return analysis::describe_without_flow(program, facts);
    }
    add_blocks(program, proved.graph, result);
    add_jumps(program, proved.graph, result);
    add_statistics(proved.graph, result);
    analysis::add_goals({proved.view(program, facts), all_paths.view(program, facts)}, result);
    return result;
}

}  // namespace sbst::evm
