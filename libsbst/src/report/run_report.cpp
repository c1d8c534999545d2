// SPDX-License-Identifier: Apache-2.0
#include <sbst/report/report_json.hpp>
#include <sbst/report/run_report.hpp>

#include <algorithm>
#include <string_view>

namespace sbst
{

namespace
{

std::string_view kind_name(GoalKind kind)
{
    switch (kind)
    {
        case GoalKind::branch:
            return "branch";
        case GoalKind::method_entry:
            return "entry";
        case GoalKind::exception:
            return "exception";
    }
    return "";
}

}  // namespace

std::vector<ReportedGoal> reported_goals(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers)
{
    std::vector<ReportedGoal> reported;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = goals[GoalId(i)];
        const std::string goal_class = goal.kind == GoalKind::exception ? "exception" : "user";
        const bool is_branch = goal.kind == GoalKind::branch;
        reported.push_back({.id = i,
            .kind = std::string(kind_name(goal.kind)),
            .goal_class = goal_class,
            .group = goal_class,
            .is_shown = goal.is_shown,
            .label = goal.label,
            .outcome = is_branch ? std::optional(goal.outcome) : std::nullopt,
            // A condition that an adapter records is what the source asks.
            .truth = is_branch ? std::optional(goal.outcome) : std::nullopt,
            .answer = i < answers.size() ? answers[i] : GoalAnswer{}});
    }
    return reported;
}

GoalTotals count_goals(const std::vector<ReportedGoal>& goals)
{
    GoalTotals totals;
    for (const ReportedGoal& goal : goals)
    {
        auto row = std::find_if(totals.by_class.begin(), totals.by_class.end(),
            [&](const ClassCounts& counts) { return counts.name == goal.group; });
        if (row == totals.by_class.end())
        {
            row = totals.by_class.insert(row, {goal.group, false, {}});
        }
        row->counts.add(goal.answer.status);
        if (goal.is_shown)
        {
            row->is_shown = true;
            totals.shown.add(goal.answer.status);
        }
    }
    return totals;
}

std::string write_report(const RunReport& report)
{
    OrderedJson json{{"schema", run_report_schema}};
    json["subject"] = OrderedJson::object();
    for (const auto& [name, text] : report.subject)
    {
        json["subject"][name] = text;
    }
    add_search(json, report);
    add_coverage(json, count_goals(report.goals), report.goals, report);
    add_course(json, report);
    return to_json_text(json);
}

}  // namespace sbst
