// SPDX-License-Identifier: Apache-2.0
#include "goal_reasons.hpp"

#include <sbst/evm/problem/goals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace sbst::evm::detail
{
namespace
{
using Entries = std::vector<std::uint32_t>;

/// Functions of the ABI that tests call.
std::set<std::size_t> called_functions(const ContractProblem& problem)
{
    std::set<std::size_t> functions;
    for (std::size_t i = 0; i < problem.catalogue().size(); ++i)
    {
        const CallTarget& target = problem.target(CallableId(i));
        if (target.kind == CallTarget::Kind::function)
        {
            functions.insert(target.function);
        }
    }
    return functions;
}

/// The entries without which a goal of the runtime code cannot be covered: any one of them will do.
Entries entries_of(const ContractAnalysis& program, const CodeGoal& goal)
{
    if (goal.kind == CodeGoalKind::entry)
    {
        return {goal.entry};
    }
    Entries entries;
    for (std::uint32_t i = 0; i < program.entries.size(); ++i)
    {
        const auto& edges = program.entries[i].edges;
        if (std::find(edges.begin(), edges.end(), goal.edge) != edges.end())
        {
            entries.push_back(i);
        }
    }
    return entries.empty() ? goal.functions : entries;
}

/// What tests never do although every way to the goal needs it; empty = nothing.
std::string missing_call(
    const ContractProblem& problem, const std::set<std::size_t>& called, const CodeGoal& goal)
{
    const ContractAnalysis& program = problem.runtime_analysis();
    std::string reason;
    for (const std::uint32_t index : entries_of(program, goal))
    {
        const FunctionEntry& entry = program.entries[index];
        if (!entry.fact || called.contains(*entry.fact))
        {
            return {};
        }
        reason = entry.is_getter && !problem.options().call_getters ?
                     "tests never call getters (option call-getters)" :
                     fmt::format("tests never call {} (option ignore-function)", entry.name);
    }
    return reason;
}
}  // namespace

void explain_by_rules(const ContractProblem& problem, std::vector<ReportedGoal>& goals)
{
    const std::set<std::size_t> called = called_functions(problem);
    for (ReportedGoal& row : goals)
    {
        GoalAnswer& answer = row.answer;
        if (answer.status != GoalStatus::open)
        {
            continue;
        }
        const std::string missing =
            in_creation(row.goal) ?
                std::string() :
                missing_call(problem, called, problem.goal_detail(GoalId(row.id)));
        const bool is_reached = answer.nearest && answer.nearest->approach_level == 0;
        if (!missing.empty())
        {
            answer.reason = missing;
        }
        else if (has_class(row.goal, GoalClass::payable_check) && is_reached)
        {
            answer.reason = "tests never send ether to what is not payable";
        }
    }
}
}  // namespace sbst::evm::detail
