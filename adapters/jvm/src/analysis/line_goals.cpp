// SPDX-License-Identifier: Apache-2.0
#include "line_goals.hpp"

#include "instruction_ways.hpp"

#include <sbst/criteria/line.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
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

/// Distinct lines in a block from which on its last line stands for all: `lineThreshold` of the
/// coverage goal selector, section 3.4 and 5.
constexpr std::size_t long_block = 8;

/// The last lines of long blocks of testable methods.
std::set<LineId> last_lines_of_long_blocks(
    const ClassGoals& goals, std::span<const NestMethod> methods)
{
    const std::set<MethodId> testable = testable_methods(goals);
    std::set<LineId> last;
    for (const ClassPlan& file : goals.plans)
    {
        for (const MethodPlan& method : file.methods)
        {
            if (!testable.contains(method.method))
            {
                continue;
            }
            const MethodFlow& flow = methods[method.method.index()].flow;
            std::map<FlowNode, std::vector<LineId>> by_block;
            for (const LinePlan& line : method.lines)
            {
                by_block[flow.block_of(line.instruction)].push_back(line.line);
            }
            for (const auto& [block, lines] : by_block)
            {
                if (std::set<LineId>(lines.begin(), lines.end()).size() >= long_block)
                {
                    last.insert(lines.back());
                }
            }
        }
    }
    return last;
}

/// Where an instruction jumps to.
std::vector<std::uint32_t> targets_of(const Code& code, const Instruction& from)
{
    const OperandKind kind = operand_kind(from.opcode);
    if (kind == OperandKind::jump || kind == OperandKind::wide_jump)
    {
        return {static_cast<std::uint32_t>(from.operand)};
    }
    std::vector<std::uint32_t> targets;
    if (from.opcode == Opcode::tableswitch || from.opcode == Opcode::lookupswitch)
    {
        const SwitchTable& table = code.switches[static_cast<std::size_t>(from.operand)];
        targets.push_back(table.default_target);
        for (const SwitchCase& one : table.cases)
        {
            targets.push_back(one.target);
        }
    }
    return targets;
}

}  // namespace

std::vector<LineStart> line_parts(const Code& code)
{
    std::vector<LineStart> parts = code.lines;
    std::set<std::uint32_t> begun;
    for (const LineStart& start : code.lines)
    {
        begun.insert(start.instruction);
    }
    const auto enter = [&](std::uint32_t instruction, std::uint32_t from) {
        const std::uint32_t line = code.line_of(instruction);
        if (line != 0 && line != from && begun.insert(instruction).second)
        {
            parts.push_back({instruction, line});
        }
    };
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i)
    {
        for (const std::uint32_t target : targets_of(code, code.instructions[i]))
        {
            enter(target, code.line_of(i));
        }
    }
    for (const ExceptionHandler& handler : code.handlers)
    {
        enter(handler.handler, 0);
    }
    const auto earlier = [](const LineStart& one, const LineStart& other) {
        return one.instruction < other.instruction;
    };
    std::stable_sort(parts.begin(), parts.end(), earlier);
    return parts;
}

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
    const std::set<LineId> keys = last_lines_of_long_blocks(goals, methods);
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
        goal.is_key = keys.contains(line);
        const GoalId id = goals.graph.add(std::move(goal));
        goals.goals.push_back({JavaGoalClass::user, code.front().method});
        const char* proof = unreachable_code;
        for (const LineCode& part : code)
        {
            const std::size_t number = part.method.index();
            const char* const closed = link_to_instruction(
                goals.graph, id, part.instruction, methods[number], conditions[number]);
            proof = proof == nullptr || closed == nullptr ? nullptr : closed;
        }
        if (proof != nullptr)
        {
            goals.graph.mark_infeasible(id, proof);
        }
    }
}

}  // namespace sbst::jvm
