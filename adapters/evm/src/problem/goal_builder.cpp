// SPDX-License-Identifier: Apache-2.0
#include "goal_builder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace sbst::evm
{
namespace
{
// Where the ids of one program begin.
struct Offsets
{
    std::size_t predicate = 0;
    std::size_t method = 0;
};

std::string label_of(const ContractGoal& goal)
{
    const CodeGoal& code = goal.code;
    const char* program = goal.in_creation ? "creation " : "";
    if (code.kind == CodeGoalKind::entry)
    {
        return fmt::format("{}{} entered", program, code.function);
    }
    const std::string line = goal.line > 0 ? fmt::format("line {}, ", goal.line) : std::string();
    return fmt::format("{}{}, {}pc {}: {}", program, code.function, line, code.pc,
        outcome_text(code.reading, code.holds, code.edge.outcome));
}

struct Program
{
    const ContractAnalysis* analysis = nullptr;
    Offsets offsets{};
    bool in_creation = false;
};

void add_program(ContractGoals& goals, const Program& which, const GoalSelection& selection,
    const GoalLocator& locate)
{
    const auto& [analysis, offsets, in_creation] = which;
    const std::size_t first = goals.graph.size();
    for (const CodeGoal& code : analysis->goals)
    {
        ContractGoal detail{.code = code, .in_creation = in_creation, .file = {}};
        locate(detail);
        std::string label = label_of(detail);
        Goal goal = code.kind == CodeGoalKind::entry ?
                        method_entry_goal(MethodId(offsets.method + code.entry), std::move(label)) :
                        branch_goal(PredicateId(offsets.predicate + code.edge.jumpi),
                            code.edge.outcome, std::move(label));
        goal.is_shown = (!in_creation || selection.creation) &&
                        std::find(selection.classes.begin(), selection.classes.end(),
                            code.goal_class) != selection.classes.end();
        goal.infeasible_because = code.proof == Proof::none ? "" : to_string(code.proof);
        const GoalId id = goals.graph.add(std::move(goal));
        if (code.is_root)
        {
            goals.graph.mark_root(id);
        }
        goals.details.push_back(std::move(detail));
    }
    for (const GoalDependency& edge : analysis->dependencies)
    {
        goals.graph.add_dependency(GoalId(first + edge.parent), GoalId(first + edge.child));
    }
}
}  // namespace

ContractGoals build_goals(const ContractAnalysis& runtime, const ContractAnalysis& creation,
    const GoalSelection& selection, const GoalLocator& locate)
{
    ContractGoals goals;
    add_program(goals, {.analysis = &runtime}, selection, locate);
    add_program(goals,
        {.analysis = &creation,
            .offsets = {.predicate = runtime.jumpis.size(), .method = runtime.entries.size()},
            .in_creation = true},
        selection, locate);
    return goals;
}

std::vector<std::vector<MethodId>> entries_by_edge(
    const ContractAnalysis& program, std::size_t first_method)
{
    std::vector<std::vector<MethodId>> entries(2 * program.jumpis.size());
    for (std::size_t i = 0; i < program.entries.size(); ++i)
    {
        for (const BranchEdge& edge : program.entries[i].edges)
        {
            entries[2 * edge.jumpi + (edge.outcome ? 1 : 0)].emplace_back(first_method + i);
        }
    }
    return entries;
}
}  // namespace sbst::evm
