// SPDX-License-Identifier: Apache-2.0
#include <sbst/criteria/criteria.hpp>
#include <sbst/report/report_json.hpp>
#include <sbst/report/run_report.hpp>

#include <algorithm>
#include <optional>

namespace sbst
{

std::vector<ReportedGoal> reported_goals(
    const GoalGraph& goals, const std::vector<GoalAnswer>& answers)
{
    std::vector<ReportedGoal> reported;
    for (std::size_t i = 0; i < goals.size(); ++i)
    {
        const Goal& goal = goals[GoalId(i)];
        const std::string goal_class(criterion_class(goal));
        const std::optional<bool> outcome =
            is_branch(goal) ? std::optional(outcome_of(goal)) : std::nullopt;
        reported.push_back({.id = i,
            .kind = std::string(criterion_name(goal)),
            .goal_class = goal_class,
            .group = goal_class,
            .is_shown = goal.is_shown,
            .label = goal.label,
            .outcome = outcome,
            // A condition that an adapter records is what the source asks.
            .truth = outcome,
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
