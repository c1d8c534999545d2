// SPDX-License-Identifier: Apache-2.0
#include "goal_builder.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/method_entry.hpp>

#include <fmt/core.h>

#include <algorithm>

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

std::string label_of(const CodeGoal& goal, bool in_creation)
{
    const char* program = in_creation ? "creation " : "";
    return goal.kind == CodeGoalKind::entry ?
               fmt::format("{}{} entered", program, goal.function) :
               fmt::format("{}{}, pc {}: {}", program, goal.function, goal.pc,
                   outcome_text(goal.reading, goal.holds, goal.edge.outcome));
}

void add_program(ContractGoals& goals, const ContractAnalysis& program, const Offsets& offsets,
    const GoalSelection& selection, bool in_creation)
{
    const std::size_t first = goals.graph.size();
    for (const CodeGoal& code : program.goals)
    {
        std::string label = label_of(code, in_creation);
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
        goals.details.push_back({.code = code, .in_creation = in_creation, .file = {}});
    }
    for (const GoalDependency& edge : program.dependencies)
    {
        goals.graph.add_dependency(GoalId(first + edge.parent), GoalId(first + edge.child));
    }
}
}  // namespace

ContractGoals build_goals(const ContractAnalysis& runtime, const ContractAnalysis& creation,
    const GoalSelection& selection)
{
    ContractGoals goals;
    add_program(goals, runtime, {}, selection, false);
    add_program(goals, creation,
        {.predicate = runtime.jumpis.size(), .method = runtime.entries.size()}, selection, true);
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
