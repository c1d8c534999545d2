// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/render/goal_rows.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sbst::evm
{
namespace
{
/// A line of a source, from 1, without indentation and without the end of the line.
std::string source_line(const Artifact& artifact, const std::string& file, std::size_t line)
{
    const auto source = std::find_if(artifact.sources.begin(), artifact.sources.end(),
        [&file](const SourceFile& candidate) { return candidate.name == file; });
    if (line == 0 || source == artifact.sources.end() || line > source->line_starts.size())
    {
        return {};
    }
    const std::string_view rest =
        std::string_view(source->text).substr(source->line_starts[line - 1]);
    const std::string_view text = rest.substr(0, rest.find_first_of("\r\n"));
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    const std::size_t end = text.find_last_not_of(" \t");
    return begin == text.size() ? std::string() : std::string(text.substr(begin, end + 1 - begin));
}
}  // namespace

std::vector<GoalRow> make_goal_rows(
    const ContractProblem& problem, const std::vector<GoalAnswer>& answers)
{
    std::vector<GoalRow> rows;
    const GoalGraph& goals = problem.goals();
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const ContractGoal& detail = problem.goal_detail(GoalId(i));
        const GoalAnswer& answer = answers.at(i);
        rows.push_back({.id = i,
            .kind = detail.code.kind,
            .in_creation = detail.in_creation,
            .goal_class = detail.code.goal_class,
            .function = detail.code.function,
            .pc = detail.code.pc,
            .outcome = detail.code.edge.outcome,
            .reading = detail.code.reading,
            .holds = detail.code.holds,
            .part = detail.part,
            .file = detail.file,
            .line = detail.line,
            .source = source_line(problem.artifact(), detail.file, detail.line),
            .place = {},
            .is_shown = goals[GoalId(i)].is_shown,
            .status = answer.status,
            .test = answer.test,
            .nearest = answer.nearest,
            .reason = answer.reason});
    }
    name_places(rows);
    return rows;
}

ShownGoals shown_goals(const ProblemOptions& options)
{
    ShownGoals shown{.creation = options.creation_goals};
    for (std::size_t i = 0; i < goal_class_count; ++i)
    {
        const auto goal_class = static_cast<GoalClass>(i);
        const auto& names = options.show_classes;
        shown.classes.at(i) = names.empty() ? is_shown_by_default(goal_class) :
                                              std::find(names.begin(), names.end(),
                                                  to_string(goal_class)) != names.end();
    }
    return shown;
}

std::size_t goal_group(const GoalRow& row, const ShownGoals& shown)
{
    return row.in_creation && !shown.creation ? goal_class_count :
                                                static_cast<std::size_t>(row.goal_class);
}

GoalTotals count_goals(const std::vector<GoalRow>& rows, const ShownGoals& shown)
{
    GoalTotals totals;
    for (std::size_t i = 0; i < goal_group_count; ++i)
    {
        totals.by_class.push_back({.name = std::string(goal_group_name(i)),
            .is_shown = i < goal_class_count && shown.classes.at(i),
            .counts = {}});
    }
    for (const GoalRow& row : rows)
    {
        totals.by_class[goal_group(row, shown)].counts.add(row.status);
        if (row.is_shown)
        {
            totals.shown.add(row.status);
        }
    }
    return totals;
}

std::string_view goal_group_name(std::size_t group)
{
    return group < goal_class_count ? to_string(static_cast<GoalClass>(group)) : "creation-code";
}

std::string goal_text(const GoalRow& row)
{
    std::string text = row.function.empty() ? "unreachable code" : row.function;
    if (row.kind == CodeGoalKind::entry)
    {
        return text + ": entered";
    }
    text += ", " + row.place + ": ";
    return row.part.empty() ? text + outcome_text(row.reading, row.holds, row.outcome) :
                              fmt::format("{}condition ({}) {}", text, row.part,
                                  outcome_word(row.reading, row.holds, row.outcome));
}
}  // namespace sbst::evm
