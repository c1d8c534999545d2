// SPDX-License-Identifier: Apache-2.0
#include <sbst/report/report_json.hpp>
#include <sbst/report/run_report.hpp>

#include <algorithm>

namespace sbst
{

GoalTotals count_goals(const std::vector<ReportedGoal>& goals)
{
    GoalTotals totals;
    for (const ReportedGoal& goal : goals)
    {
        auto row = std::find_if(totals.by_class.begin(), totals.by_class.end(),
            [&](const ClassCounts& counts) { return counts.name == goal.goal.group; });
        if (row == totals.by_class.end())
        {
            row = totals.by_class.insert(row, {goal.goal.group, false, {}});
        }
        row->counts.add(goal.answer.status);
        if (goal.goal.is_shown)
        {
            row->is_shown = true;
            add_shown(totals, goal.goal, goal.answer.status);
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
    add_mutation_score(json, report.goals, report);
    add_refinement(json, report);
    add_course(json, report);
    return to_json_text(json);
}

}  // namespace sbst
