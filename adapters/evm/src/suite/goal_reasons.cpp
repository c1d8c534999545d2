// SPDX-License-Identifier: Apache-2.0
#include "goal_reasons.hpp"

#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/problem/goals.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

namespace sbst::evm::detail
{

namespace
{

/// Precondition: is_outcome(goal).
std::string never(const Goal& goal)
{
    const bool holds = goal.question.truth.value_or(false);
    switch (reading_of(goal))
    {
        case Reading::condition:
            return holds ? "the condition was never true" : "the condition was never false";
        case Reading::check:
            return holds ? "the check never passed" : "the check never failed";
        case Reading::jump:
            break;
    }
    return outcome_of(goal) ? "it never jumped" : "it always jumped";
}

using Entries = std::vector<std::uint32_t>;

/// Functions of the ABI that tests call.
std::set<std::size_t> called_functions(const ContractProblem& problem)
{
    std::set<std::size_t> functions;
    for (std::size_t i = 0; i < problem.catalogue().size(); ++i)
    {
        const CallTarget& target = problem.target(CallableId(i));
        if (target.kind == CallTarget::Kind::function &&
            problem.catalogue()[CallableId(i)].is_under_test)
        {
            functions.insert(target.function);
        }
    }
    return functions;
}

/// The entries without which a goal of the runtime code cannot be covered: any one of them will do.
Entries entries_of(const ContractAnalysis& program, const CodeGoal& goal)
{
    if (goal.criterion == MethodEntryCriterion::id || goal.criterion == DirectEntryCriterion::id ||
        goal.criterion == MethodCriterion::id)
    {
        return {goal.entry};
    }
    if (goal.criterion == LineCriterion::id || goal.criterion == ExceptionCriterion::id ||
        goal.criterion == OutputCriterion::id)
    {
        return goal.functions;
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
    if (goal.is_also_in_creation)
    {
        return {};
    }
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

OutcomeWords outcome_words(const ContractProblem& problem)
{
    OutcomeWords words;
    words.never = [&problem](GoalId goal) { return never(problem.goals()[goal]); };
    return words;
}

ReasonRule rules_of_tests(const ContractProblem& problem)
{
    return [&problem, called = called_functions(problem)](
               GoalId id, const GoalAnswer& answer) -> std::string {
        const Goal& goal = problem.goals()[id];
        std::string missing = in_creation(goal) ?
                                  std::string() :
                                  missing_call(problem, called, problem.goal_detail(id));
        const bool is_reached = answer.nearest && answer.nearest->approach_level == 0;
        return missing.empty() && is_reached && has_class(goal, GoalClass::payable_check) ?
                   "tests never send ether to what is not payable" :
                   missing;
    };
}

ReasonRule rule_of_failed_deployment(const ContractProblem& problem)
{
    return [&problem](GoalId id, const GoalAnswer&) -> std::string {
        return in_creation(problem.goals()[id]) ? "" : "no test could deploy the contract";
    };
}

}  // namespace sbst::evm::detail
