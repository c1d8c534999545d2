// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/visible_text.hpp>
#include <sbst/criteria/method_entry.hpp>
#include <sbst/evm/analysis/analysis_text.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace sbst::evm
{

namespace
{

constexpr std::array<std::pair<GoalClass, std::string_view>, goal_class_count> class_names{
    {{GoalClass::user, "user"}, {GoalClass::compiler_check, "compiler-check"},
        {GoalClass::dispatcher, "dispatcher"}, {GoalClass::payable_check, "payable-check"},
        {GoalClass::calldata_check, "calldata-check"}, {GoalClass::getter, "getter"},
        {GoalClass::empty_fallback, "empty-fallback"}, {GoalClass::data_copy, "data-copy"}}};

std::string label_of(const CodeGoal& goal)
{
    if (goal.criterion == MethodEntryCriterion::id)
    {
        return fmt::format("enter {}", goal.function);
    }
    const char* const way = goal.edge.outcome ? "jump" : "fall";
    return goal.reading == Reading::jump ?
               fmt::format("{} {}", goal.pc, way) :
               fmt::format("{} {}, {}", goal.pc, way,
                   outcome_word(goal.reading, goal.holds, goal.edge.outcome));
}
/// A foreign text inside a label of the DOT language.
std::string dot_text(std::string_view foreign)
{
    std::string text;
    for (const char c : visible(foreign))
    {
        text += c == '"' ? "'" : c == '\\' ? "\\\\" : std::string(1, c);
    }
    return text;
}

}  // namespace

std::string_view to_string(GoalClass goal_class)
{
    for (const auto& [value, name] : class_names)
    {
        if (value == goal_class)
        {
            return name;
        }
    }
    return "user";
}

std::optional<GoalClass> parse_goal_class(std::string_view text)
{
    for (const auto& [value, name] : class_names)
    {
        if (name == text)
        {
            return value;
        }
    }
    return std::nullopt;
}

std::string_view to_string(Proof proof)
{
    switch (proof)
    {
        case Proof::nonpayable_guard:
            return "non-payable guard";
        case Proof::constant_condition:
            return "constant condition";
        case Proof::unreachable_block:
            return "unreachable block";
        case Proof::none:
            break;
    }
    return "";
}

std::string_view to_string(DistanceKind kind)
{
    return kind == DistanceKind::numeric ? "numeric" : "flag";
}

std::string_view to_string(Reading reading)
{
    switch (reading)
    {
        case Reading::condition:
            return "condition";
        case Reading::check:
            return "check";
        case Reading::jump:
            break;
    }
    return "jump";
}

std::string_view outcome_word(Reading reading, bool holds, bool jumped)
{
    switch (reading)
    {
        case Reading::condition:
            return holds ? "true" : "false";
        case Reading::check:
            return holds ? "passes" : "fails";
        case Reading::jump:
            break;
    }
    return jumped ? "jumped" : "not jumped";
}

std::string outcome_text(Reading reading, bool holds, bool jumped)
{
    constexpr std::array<std::string_view, 3> subjects{"", "condition ", "check "};
    return fmt::format("{}{}", subjects.at(static_cast<std::size_t>(reading)),
        outcome_word(reading, holds, jumped));
}

ClassTotals count_by_class(const ContractAnalysis& analysis)
{
    ClassTotals totals;
    for (const CodeGoal& goal : analysis.goals)
    {
        const auto index = static_cast<std::size_t>(goal.goal_class);
        ++totals.goals.at(index);
        totals.infeasible.at(index) += goal.proof == Proof::none ? 0U : 1U;
    }
    return totals;
}

std::string goals_to_text(const ContractAnalysis& analysis)
{
    std::string text;
    for (std::size_t i = 0; i < analysis.goals.size(); ++i)
    {
        const CodeGoal& goal = analysis.goals[i];
        text += fmt::format("{:4} {:<24} {:<15} {:<24} {}", i, visible(label_of(goal)),
            to_string(goal.goal_class), visible(goal.function), to_string(goal.distance));
        if (!goal.reason.empty())
        {
            text += fmt::format(" ({})", visible(goal.reason));
        }
        if (goal.proof != Proof::none)
        {
            text += fmt::format(", infeasible: {}{}{}", to_string(goal.proof),
                goal.proof_detail.empty() ? "" : " ", goal.proof_detail);
        }
        text += '\n';
    }
    return text;
}

std::string flow_graph_to_dot(const ContractAnalysis& analysis)
{
    std::string text = "digraph flow {\n  node [shape=box, fontname=monospace];\n";
    for (std::size_t i = 0; i < analysis.blocks.size(); ++i)
    {
        const BasicBlock& block = analysis.blocks[i];
        if (!block.is_reachable)
        {
            continue;
        }
        text += fmt::format("  b{} [label=\"{}..{}\"];\n", i, block.begin, block.end - 1);
        for (const std::uint32_t next : block.successors)
        {
            text += fmt::format("  b{} -> b{};\n", i, next);
        }
    }
    return text + "}\n";
}

std::string goal_graph_to_dot(const ContractAnalysis& analysis)
{
    std::string text = "digraph goals {\n  node [shape=ellipse, fontname=monospace];\n";
    for (std::size_t i = 0; i < analysis.goals.size(); ++i)
    {
        const CodeGoal& goal = analysis.goals[i];
        const std::string label = dot_text(label_of(goal)) + "\\n" + dot_text(goal.function);
        text += fmt::format("  g{} [label=\"{}\"{}{}];\n", i, label,
            is_shown_by_default(goal.goal_class) ? "" : ", color=grey, fontcolor=grey",
            goal.proof == Proof::none ? "" : ", style=dashed");
    }
    for (const GoalDependency& edge : analysis.dependencies)
    {
        text += fmt::format("  g{} -> g{};\n", edge.parent, edge.child);
    }
    return text + "}\n";
}

}  // namespace sbst::evm
