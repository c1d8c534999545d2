// SPDX-License-Identifier: Apache-2.0
#include "line_goals.hpp"

#include <sbst/criteria/branch.hpp>
#include <sbst/criteria/line.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// Code of a line: the first instruction of a part of it.
struct LineCode
{
    MethodId method;
    std::uint32_t instruction = 0;
};

/// Methods with a goal of written code.
std::set<MethodId> testable_methods(const ClassGoals& goals)
{
    std::set<MethodId> methods;
    for (const JavaGoal& goal : goals.goals)
    {
        if (goal.goal_class == JavaGoalClass::user)
        {
            methods.insert(goal.method);
        }
    }
    return methods;
}

/// The code of testable methods in each line, in the order of methods and instructions. Code of
/// static initialisers runs before the first test, and opens no way.
std::map<LineId, std::vector<LineCode>> code_by_line(const ClassGoals& goals)
{
    const std::set<MethodId> testable = testable_methods(goals);
    std::map<LineId, std::vector<LineCode>> code;
    for (const ClassPlan& file : goals.plans)
    {
        for (const MethodPlan& method : file.methods)
        {
            for (const LinePlan& line : method.lines)
            {
                if (testable.contains(method.method))
                {
                    code[line.line].push_back({method.method, line.instruction});
                }
            }
        }
    }
    return code;
}

/// Links a line to what opens the way to one part of it.
/// @return why nothing does; null when something may.
const char* link(GoalGraph& graph, GoalId line, std::uint32_t instruction, const NestMethod& method,
    const EntryCondition& condition)
{
    const FlowNode node = method.flow.block_of(instruction);
    if (!method.dependence.is_reachable(node))
    {
        return unreachable_code;
    }
    if (!condition.is_reached)
    {
        return never_called;
    }
    for (const ControllingEdge& edge : method.dependence.of(node))
    {
        const auto goal = find_branch(graph, edge.label.predicate, edge.label.outcome);
        graph.add_dependency(goal.value(), line);
    }
    if (method.dependence.depends_on_entry(node))
    {
        if (condition.is_root)
        {
            graph.mark_root(line);
        }
        for (const GoalId parent : condition.parents)
        {
            graph.add_dependency(parent, line);
        }
    }
    return nullptr;
}

}  // namespace

std::set<LineId> testable_lines(const ClassGoals& goals)
{
    std::set<LineId> lines;
    for (const auto& [line, code] : code_by_line(goals))
    {
        lines.insert(line);
    }
    return lines;
}

void add_line_goals(ClassGoals& goals, std::span<const NestMethod> methods,
    std::span<const EntryCondition> conditions)
{
    for (const auto& [line, code] : code_by_line(goals))
    {
        const GoalLine& known = goals.lines[line.index()];
        const ClassFile& owner = *known.owner;
        const std::string& file = owner.source_file.empty() ? owner.name : owner.source_file;
        Goal goal = line_goal(line, fmt::format("{}:{} executed", file, known.line));
        goal.goal_class = to_string(JavaGoalClass::user);
        goal.place = {.function = goals.methods[code.front().method.index()].label,
            .file = owner.source_file,
            .line = known.line};
        const GoalId id = goals.graph.add(std::move(goal));
        goals.goals.push_back({JavaGoalClass::user, code.front().method});
        const char* proof = unreachable_code;
        for (const LineCode& part : code)
        {
            const std::size_t number = part.method.index();
            const char* const closed =
                link(goals.graph, id, part.instruction, methods[number], conditions[number]);
            proof = proof == nullptr || closed == nullptr ? nullptr : closed;
        }
        if (proof != nullptr)
        {
            goals.graph.mark_infeasible(id, proof);
        }
    }
}

}  // namespace sbst::jvm
