// SPDX-License-Identifier: Apache-2.0
#include "mutant_goals.hpp"

#include <sbst/criteria/weak_mutant.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

const BasicBlock& block_at(const ContractAnalysis& runtime, std::uint32_t pc)
{
    return runtime.blocks[runtime.find_block(pc).value()];
}

CodeGoal detail_of(const Mutant& mutant, const ContractAnalysis& runtime)
{
    CodeGoal detail;
    detail.criterion = WeakMutantCriterion::id;
    detail.pc = mutant.pcs.front();
    detail.source_pc = detail.pc;
    detail.distance = DistanceKind::numeric;
    std::set<std::uint32_t> functions;
    for (const std::uint32_t pc : mutant.pcs)
    {
        const BasicBlock& block = block_at(runtime, pc);
        functions.insert(block.functions.begin(), block.functions.end());
    }
    set_functions(detail, functions, runtime);
    return detail;
}

GoalPlace place_of(const Mutant& mutant, const CodeGoal& detail, const Artifact& artifact)
{
    GoalPlace place{.function = detail.function, .position_name = "pc", .position = detail.pc};
    const SourceFile* const source = artifact.find_source(mutant.span.file);
    if (source != nullptr && source->has_text() && mutant.span.start >= 0)
    {
        place.file = source->name;
        place.line = source->locate(static_cast<std::size_t>(mutant.span.start)).line;
        place.name = fmt::format("line {}", place.line);
    }
    return place;
}

}  // namespace

void add_mutant_goals(const GoalSource& source, const GoalSelection& selection,
    ContractGoals& goals, ContextGoals& contexts)
{
    const ContractAnalysis& runtime = source.runtime;
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < source.mutants->all.size(); ++i)
    {
        const Mutant& mutant = source.mutants->all[i];
        CodeGoal detail = detail_of(mutant, runtime);
        Goal goal = weak_mutant_goal(MutantId(i), "");
        goal.place = place_of(mutant, detail, source.artifact);
        goal.question.part = mutant.text;
        goal.label = fmt::format("{}:{} {}", goal.place.file, goal.place.line, mutant.text);
        const std::size_t count = ++seen[goal.label];
        goal.label += count > 1 ? fmt::format(" [{}]", count) : "";
        goal.goal_class = to_string(detail.goal_class);
        goal.group = goal.goal_class;
        goal.is_shown = std::find(selection.classes.begin(), selection.classes.end(),
                            detail.goal_class) != selection.classes.end();
        goal.is_key = mutant.is_key;
        const GoalId child = goals.graph.add(std::move(goal));
        goals.details.push_back(detail);
        for (const std::uint32_t pc : mutant.pcs)
        {
            const BasicBlock& block = block_at(runtime, pc);
            // The goals of the runtime code come first.
            for (const std::uint32_t parent : block.controlled_by)
            {
                contexts.connect(parent, child, detail.functions);
            }
            if (block.is_root)
            {
                goals.graph.mark_root(child);
            }
        }
    }
}

}  // namespace sbst::evm
