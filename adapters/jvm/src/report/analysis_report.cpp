// SPDX-License-Identifier: Apache-2.0
#include "../suite/initialisers.hpp"
#include "subject_json.hpp"

#include <sbst/base/visible_text.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/report/analysis_report.hpp>
#include <sbst/report/report_json.hpp>

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace sbst::jvm
{

namespace
{

/// A method with code, and its goals.
struct MethodRow
{
    std::string function;
    std::size_t shown = 0;
    std::size_t goals = 0;
};

/// Before any test: proofs, and what class initialisation covers.
std::vector<ReportedGoal> goals_at_start(const JavaProblem& problem)
{
    std::vector<GoalAnswer> answers = answers_before_search(problem.goals());
    detail::answer_initialisers(problem, nullptr, true, answers);
    return reported_goals(problem, answers);
}

std::vector<MethodRow> method_rows(
    const JavaProblem& problem, const std::vector<ReportedGoal>& goals)
{
    const ClassGoals& known = problem.class_goals();
    std::vector<MethodRow> rows;
    for (const GoalMethod& method : known.methods)
    {
        rows.push_back({.function = method.label});
    }
    for (std::size_t i = 0; i < known.goals.size(); ++i)
    {
        MethodRow& row = rows[known.goals[i].method.index()];
        ++row.goals;
        row.shown += goals[i].goal.is_shown ? 1U : 0U;
    }
    return rows;
}

std::string_view kind_text(JavaCallableKind kind)
{
    constexpr std::array names =
        std::to_array<std::string_view>({"constructor", "static-method", "method", "static-read",
            "static-write", "read", "write", "cast", "as-object", "array", "class-literal",
            "functional", "stand-in", "serial-copy", "proxy", "bean", "reflected-member"});
    static_assert(names.size() == static_cast<std::size_t>(JavaCallableKind::reflected_member) + 1);
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view type_name(const JavaProblem& problem, TypeId type)
{
    return problem.surface().type(type).generic_name;
}

std::string parameters_text(const JavaProblem& problem, const Callable& callable)
{
    std::string text;
    for (const Parameter& parameter : callable.parameters)
    {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", type_name(problem, parameter.type));
    }
    return text;
}

std::string callables_text(const JavaProblem& problem, bool is_under_test)
{
    std::string text;
    const Catalogue& catalogue = problem.catalogue();
    for (std::size_t i = 0; i < catalogue.size(); ++i)
    {
        const CallableId id(i);
        const Callable& callable = catalogue[id];
        if (callable.is_under_test == is_under_test)
        {
            text += fmt::format("  {:<14}{}({}) -> {}\n",
                kind_text(problem.surface().callable(id).kind), visible(callable.name),
                visible(parameters_text(problem, callable)),
                visible(type_name(problem, callable.result)));
        }
    }
    return text;
}

OrderedJson callables_to_json(const JavaProblem& problem)
{
    OrderedJson json = OrderedJson::array();
    const Catalogue& catalogue = problem.catalogue();
    for (std::size_t i = 0; i < catalogue.size(); ++i)
    {
        const CallableId id(i);
        const Callable& callable = catalogue[id];
        OrderedJson parameters = OrderedJson::array();
        for (const Parameter& parameter : callable.parameters)
        {
            parameters.push_back(type_name(problem, parameter.type));
        }
        json.push_back(
            {{"kind", kind_text(problem.surface().callable(id).kind)}, {"name", callable.name},
                {"is_under_test", callable.is_under_test}, {"parameters", std::move(parameters)},
                {"result", type_name(problem, callable.result)}});
    }
    return json;
}

OrderedJson goals_to_json(const std::vector<ReportedGoal>& goals)
{
    OrderedJson json = OrderedJson::array();
    for (const ReportedGoal& goal : goals)
    {
        const bool is_proven = goal.answer.status == GoalStatus::infeasible;
        OrderedJson row = goal_head(goal);
        row["proof"] = is_proven ? goal.answer.reason : std::string();
        row["status"] = to_string(goal.answer.status);
        json.push_back(std::move(row));
    }
    return json;
}

std::vector<std::string> class_names_of(const JavaProblem& problem)
{
    std::vector<std::string> names;
    for (const ClassPlan& plan : problem.class_goals().plans)
    {
        names.push_back(binary_name(plan.name));
    }
    return names;
}

}  // namespace

std::string analysis_to_text(const JavaProblem& problem)
{
    const std::vector<GoalAnswer> answers = answers_before_search(problem.goals());
    const JavaSubject subject = make_java_subject(problem);
    std::string text = fmt::format("{}, analysed with Java {}\n\nMethods (goals: shown of all)\n",
        visible(subject.class_name), subject.java);
    const std::vector<ReportedGoal> goals = goals_at_start(problem);
    for (const MethodRow& row : method_rows(problem, goals))
    {
        text += fmt::format("  {:>3} of {:<3}  {}\n", row.shown, row.goals, visible(row.function));
    }
    text += "\nGoals\n" + totals_table(count_goals(goals));
    const std::string proofs = proofs_table(answers);
    text += proofs.empty() ? "" : "\nInfeasible because\n" + proofs;
    text += "\nClasses with goals\n";
    for (const std::string& name : class_names_of(problem))
    {
        text += fmt::format("  {}\n", visible(name));
    }
    text += "\nUnder test\n" + callables_text(problem, true);
    const std::string others = callables_text(problem, false);
    return text + (others.empty() ? "" : "\nTo make arguments\n" + others);
}

std::string goals_to_text(const JavaProblem& problem)
{
    std::string text;
    for (const ReportedGoal& goal : goals_at_start(problem))
    {
        const std::string proof =
            goal.answer.status == GoalStatus::infeasible ? ", infeasible: " + goal.answer.reason :
            goal.answer.status == GoalStatus::covered    ? ", covered by " + goal.answer.reason :
                                                           "";
        text += fmt::format("{:>5}  {}  ({}{}{})\n", goal.id, visible(goal.goal.label),
            goal.goal.goal_class, goal.goal.is_shown ? "" : ", hidden", visible(proof));
    }
    return text;
}

std::string analysis_to_json(const JavaProblem& problem)
{
    OrderedJson json{{"schema", java_analysis_schema}};
    json["subject"] = detail::subject_to_json(make_java_subject(problem));
    json["classes"] = class_names_of(problem);
    json["methods"] = OrderedJson::array();
    const std::vector<ReportedGoal> goals = goals_at_start(problem);
    for (const MethodRow& row : method_rows(problem, goals))
    {
        json["methods"].push_back(
            {{"function", row.function}, {"shown", row.shown}, {"goals", row.goals}});
    }
    json["callables"] = callables_to_json(problem);
    json["goals"] = goals_to_json(goals);
    return to_json_text(json);
}

}  // namespace sbst::jvm
