// SPDX-License-Identifier: Apache-2.0

#include <sbst/base/visible_text.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/evm/render/analysis_report.hpp>
#include <sbst/evm/render/report.hpp>
#include <sbst/report/report_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::evm
{

namespace
{

/// One way into the contract.
struct FunctionRow
{
    std::string selector;
    std::string signature;
    std::string_view mutability;
    bool is_getter = false;
    /// Goals of that function alone, shown and all.
    std::size_t shown = 0;
    std::size_t goals = 0;
};

std::string_view mutability_text(const AbiFunction& function)
{
    constexpr std::array<std::string_view, 4> names{"pure", "view", "nonpayable", "payable"};
    return names.at(static_cast<std::size_t>(function.mutability));
}

std::vector<FunctionRow> function_rows(
    const ContractProblem& problem, const std::vector<ReportedGoal>& goals)
{
    const Artifact& artifact = problem.artifact();
    std::vector<FunctionRow> rows;
    const auto add = [&](const AbiFunction& function, std::string selector, std::string signature,
                         const std::string& name) {
        const auto& getters = artifact.ast.getters;
        FunctionRow row{std::move(selector), std::move(signature), mutability_text(function)};
        row.is_getter = !row.selector.empty() &&
                        std::binary_search(getters.begin(), getters.end(), function.selector);
        for (const ReportedGoal& goal : goals)
        {
            const bool is_its = goal.goal.place.function == name && !in_creation(goal.goal);
            row.goals += is_its ? 1 : 0;
            row.shown += is_its && goal.goal.is_shown ? 1 : 0;
        }
        rows.push_back(std::move(row));
    };
    for (const AbiFunction& function : artifact.abi.functions)
    {
        add(function, fmt::format("0x{:08x}", function.selector), function.signature,
            function.display_name);
    }
    if (artifact.abi.fallback)
    {
        add(*artifact.abi.fallback, "", "fallback", "fallback");
    }
    if (artifact.abi.receive)
    {
        add(*artifact.abi.receive, "", "receive", "receive");
    }
    return rows;
}

std::vector<std::uint32_t> unresolved_jumps(const ContractAnalysis& analysis)
{
    std::vector<std::uint32_t> places;
    for (const JumpSite& jump : analysis.jumps)
    {
        if (!jump.is_resolved)
        {
            places.push_back(jump.pc);
        }
    }
    return places;
}

std::string jumps_text(std::string_view program, const ContractAnalysis& analysis)
{
    const std::vector<std::uint32_t> unresolved = unresolved_jumps(analysis);
    std::string text = fmt::format("  {:<10}{} blocks, {} jumps, {} unresolved\n", program,
        analysis.statistics.reachable_blocks, analysis.statistics.jumps, unresolved.size());
    if (!analysis.statistics.is_complete)
    {
        return text + "    its flow takes too much work to follow: nothing of it is proved\n";
    }
    for (const std::uint32_t pc : unresolved)
    {
        text += fmt::format("    the target of the jump at pc {} is not known\n", pc);
    }
    return text;
}

OrderedJson program_to_json(const ContractAnalysis& analysis)
{
    return {{"is_complete", analysis.statistics.is_complete},
        {"blocks", analysis.statistics.reachable_blocks}, {"jumps", analysis.statistics.jumps},
        {"unresolved_jumps", unresolved_jumps(analysis)}};
}

OrderedJson goal_to_json(const ContractProblem& problem, const ReportedGoal& row)
{
    const CodeGoal& code = problem.goal_detail(GoalId(row.id));
    OrderedJson json = goal_head(row);
    json["proof"] = row.answer.reason;
    json["distance"] = to_string(code.distance);
    json["distance_reason"] = code.reason;
    return json;
}

}  // namespace

std::string analysis_to_text(const ContractProblem& problem)
{
    const std::vector<GoalAnswer> answers = answers_before_search(problem.goals());
    const std::vector<ReportedGoal> goals = reported_goals(problem, answers);
    const Subject subject = make_subject(problem.artifact());
    std::string text = fmt::format("{} {} {}\n\nFunctions (goals: shown of all)\n",
        visible(subject.contract), visible(subject.source), visible(subject.compiler));
    for (const FunctionRow& row : function_rows(problem, goals))
    {
        text += fmt::format("  {:<10}  {:>3} of {:<3}  {:<10}  {}{}\n", row.selector, row.shown,
            row.goals, row.mutability, visible(row.signature), row.is_getter ? "  (getter)" : "");
    }
    text += "\nGoals\n" + totals_table(count_goals(goals, shown_goals(problem.options())));
    const std::string proofs = proofs_table(answers);
    text += proofs.empty() ? "" : "\nInfeasible because\n" + proofs;
    text += "\nFlow graph\n" + jumps_text("runtime", problem.runtime_analysis());
    return text + jumps_text("creation", problem.creation_analysis());
}

std::string analysis_to_json(const ContractProblem& problem)
{
    const std::vector<ReportedGoal> goals =
        reported_goals(problem, answers_before_search(problem.goals()));
    const Subject subject = make_subject(problem.artifact());
    OrderedJson json{{"schema", report_schema}};
    json["subject"] = {{"contract", subject.contract}, {"source", subject.source},
        {"compiler", subject.compiler}, {"creation_code_hash", subject.creation_code_hash}};
    json["functions"] = OrderedJson::array();
    for (const FunctionRow& row : function_rows(problem, goals))
    {
        json["functions"].push_back({{"selector", row.selector}, {"signature", row.signature},
            {"mutability", row.mutability}, {"is_getter", row.is_getter}, {"shown", row.shown},
            {"goals", row.goals}});
    }
    json["runtime"] = program_to_json(problem.runtime_analysis());
    json["creation"] = program_to_json(problem.creation_analysis());
    json["goals"] = OrderedJson::array();
    for (const ReportedGoal& row : goals)
    {
        json["goals"].push_back(goal_to_json(problem, row));
    }
    return to_json_text(json);
}

}  // namespace sbst::evm
