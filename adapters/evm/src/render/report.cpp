// SPDX-License-Identifier: Apache-2.0
#include "../suite/goal_reasons.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/criteria/criteria.hpp>
#include <sbst/evm/base/keccak.hpp>
#include <sbst/evm/problem/goals.hpp>
#include <sbst/evm/render/executed_tests.hpp>
#include <sbst/evm/render/report.hpp>
#include <sbst/report/report_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sbst::evm
{

namespace
{

void add_subject(OrderedJson& json, const Report& report)
{
    const Subject& subject = report.subject;
    json["subject"] = {{"contract", subject.contract}, {"source", subject.source},
        {"compiler", subject.compiler}, {"creation_code_hash", subject.creation_code_hash}};
    json["fork"] = {{"name", to_string(report.fork.fork)}, {"reason", report.fork.reason}};
}

void add_goals(OrderedJson& json, const Report& report)
{
    add_coverage(json, count_goals(report), report.goals, report);
}

/// The members of a row that name its goal wherever it is written: a replay knows no sources.
std::string key_of_row(const SortedJson& row)
{
    std::string key;
    for (const char* member : {"kind", "function", "pc", "outcome", "label"})
    {
        const auto found = row.find(member);
        key += found == row.end() || found->is_null() ? std::string() :
               found->is_string()                     ? found->get<std::string>() :
                                                        found->dump();
        key += ' ';
    }
    key.erase(key.find_last_not_of(' ') + 1);
    return key;
}

/// Tells whether replays have such goals: they find lines nowhere, and only exceptions that happen.
/// Contexts are left out: which there are is a matter of the analysis.
bool is_compared(const Goal& goal, bool is_covered)
{
    const Coverage coverage = coverage_of(goal);
    return !is_context_branch(goal) && coverage != Coverage::line &&
           coverage != Coverage::weak_mutation && (coverage != Coverage::exception || is_covered);
}

}  // namespace

Subject make_subject(const Artifact& artifact)
{
    const Compiler& compiler = artifact.compiler;
    return {artifact.contract_name, artifact.source_name,
        compiler.version.empty() ? compiler.name :
                                   fmt::format("{} {}", compiler.name, compiler.version),
        to_hex(keccak256(artifact.creation.bytes))};
}

namespace
{

/// What was asked for may be what would have been chosen anyway; then that reason counts.
ForkChoice fork_of(const ContractProblem& problem)
{
    const Compiler& compiler = problem.artifact().compiler;
    const ForkChoice usual = choose_fork(compiler);
    return usual.fork == problem.options().fork ? usual :
                                                  choose_fork(compiler, problem.options().fork);
}

/// Nothing is reached when no constructor call ever succeeds. A suite without a deployment that
/// succeeds does not prove that: perhaps no shown goal needs one.
std::optional<std::string> deployment_failure_of(
    const ContractProblem& problem, const std::vector<ExecutedTest>& tests)
{
    const bool is_deployed = std::any_of(tests.begin(), tests.end(), has_deployed);
    return is_deployed ? std::nullopt : problem.deployment_failure();
}

}  // namespace

Report make_report(const ContractProblem& problem, const RunSpec& spec, const RunResult& result)
{
    return make_report(problem, spec, result, execute_tests(problem, result.suite));
}

Report make_report(const ContractProblem& problem, const RunSpec& spec, const RunResult& result,
    const std::vector<ExecutedTest>& tests)
{
    Report report;
    static_cast<RunSummary&>(report) = summarise(spec, result, problem.options().jobs);
    report.subject = make_subject(problem.artifact());
    report.fork = fork_of(problem);
    report.shown = shown_goals(problem.options());
    report.is_flow_known = problem.runtime_analysis().statistics.is_complete;
    report.deployment_failure = deployment_failure_of(problem, tests);
    std::vector<GoalAnswer> answers = result.answers;
    if (report.deployment_failure)
    {
        apply_rule(detail::rule_of_failed_deployment(problem), answers);
    }
    report.goals = reported_goals(problem, answers);
    return report;
}

std::string write_report(const Report& report)
{
    OrderedJson json{{"schema", report_schema}};
    add_subject(json, report);
    json["is_flow_known"] = report.is_flow_known;
    json["deployment_failure"] =
        report.deployment_failure ? OrderedJson(*report.deployment_failure) : OrderedJson(nullptr);
    add_search(json, report);
    add_goals(json, report);
    add_mutation_score(json, report.goals, report);
    add_refinement(json, report);
    add_course(json, report);
    return to_json_text(json);
}

std::string write_coverage(const Report& report)
{
    OrderedJson json{{"schema", report_schema}};
    add_subject(json, report);
    add_goals(json, report);
    return to_json_text(json);
}

namespace
{

GoalStatus status_of(const JsonField& field)
{
    const std::string& text = field.text();
    for (const GoalStatus status : {GoalStatus::covered, GoalStatus::infeasible, GoalStatus::open})
    {
        if (text == to_string(status))
        {
            return status;
        }
    }
    field.fail("expected covered, infeasible or open");
}

/// The criterion of a goal's kind: `creation-branch`.
Goal goal_of_kind(const JsonField& field)
{
    const std::string& text = field.text();
    const std::string head = std::string(creation_program) + "-";
    const std::string_view kind =
        std::string_view(text).substr(text.starts_with(head) ? head.size() : 0);
    Goal goal;
    for_each_criterion([&](auto criterion) {
        if (kind == criterion.name)
        {
            goal.criterion = criterion.id;
        }
    });
    if (!goal.criterion.is_valid())
    {
        field.fail(fmt::format("unknown kind of goal '{}'", text));
    }
    return goal;
}

void add_row(const JsonField& row, ExpectedCoverage& expected)
{
    const GoalStatus status = status_of(row.at("status"));
    const Goal goal = goal_of_kind(row.at("kind"));
    if (!is_compared(goal, status == GoalStatus::covered))
    {
        return;
    }
    const std::string name = row.at("group").text();
    const auto group =
        std::find_if(expected.totals.by_class.begin(), expected.totals.by_class.end(),
            [&name](const ClassCounts& counts) { return counts.name == name; });
    if (group == expected.totals.by_class.end())
    {
        row.at("group").fail(fmt::format("unknown class '{}'", name));
    }
    group->counts.add(status);
    if (row.at("is_shown").boolean())
    {
        add_shown(expected.totals, goal, status);
    }
    if (status == GoalStatus::covered)
    {
        expected.covered.push_back(key_of_row(row.json()));
    }
}

}  // namespace

ExpectedCoverage expected_coverage(const Report& report)
{
    ExpectedCoverage expected{
        .creation_code_hash = report.subject.creation_code_hash, .totals = {}, .covered = {}};
    std::vector<ReportedGoal> rows;
    for (const ReportedGoal& row : report.goals)
    {
        const bool is_covered = row.answer.status == GoalStatus::covered;
        if (is_compared(row.goal, is_covered))
        {
            rows.push_back(row);
            if (is_covered)
            {
                expected.covered.push_back(goal_key(row));
            }
        }
    }
    expected.totals = count_goals(rows, report.shown);
    std::sort(expected.covered.begin(), expected.covered.end());
    return expected;
}

std::string goal_key(const ReportedGoal& row)
{
    return key_of_row(parse_json<SortedJson>(goal_head(row).dump(), "goal"));
}

ExpectedCoverage parse_report(std::string_view text, const std::string& file)
{
    const auto json = parse_json<SortedJson>(text, file);
    const JsonField root(json, file, "");
    const JsonField schema = root.at("schema");
    if (schema.count() != report_schema)
    {
        schema.fail(fmt::format(
            "version {} is unknown; this program reads version {}", schema.count(), report_schema));
    }
    ExpectedCoverage expected;
    expected.creation_code_hash = root.at("subject").at("creation_code_hash").text();
    const JsonField classes = root.at("totals_by_class");
    for (std::size_t i = 0; i < goal_group_count; ++i)
    {
        const std::string name(goal_group_name(i));
        if (name == context_group)
        {
            expected.totals.by_class.push_back({.name = name, .is_shown = false, .counts = {}});
            continue;
        }
        expected.totals.by_class.push_back(
            {.name = name, .is_shown = classes.at(name).at("is_shown").boolean(), .counts = {}});
    }
    const JsonField goals = root.at("goals");
    for (std::size_t i = 0; i < goals.as_array().size(); ++i)
    {
        add_row(goals.at(i), expected);
    }
    std::sort(expected.covered.begin(), expected.covered.end());
    return expected;
}

}  // namespace sbst::evm
