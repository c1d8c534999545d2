// SPDX-License-Identifier: Apache-2.0
#include "../suite/goal_reasons.hpp"

#include <sbst/base/json_field.hpp>
#include <sbst/evm/base/keccak.hpp>
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

GoalCounts counts_from_json(const JsonField& field, const char* first_key)
{
    return {field.at(first_key).count(), field.at("covered").count(),
        field.at("infeasible").count(), field.at("open").count()};
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
    expected.totals.shown = counts_from_json(root.at("totals"), "shown");
    const JsonField classes = root.at("totals_by_class");
    for (std::size_t i = 0; i < goal_group_count; ++i)
    {
        const std::string name(goal_group_name(i));
        const JsonField counts = classes.at(name);
        expected.totals.by_class.push_back({.name = name,
            .is_shown = counts.at("is_shown").boolean(),
            .counts = counts_from_json(counts, "goals")});
    }
    const JsonField goals = root.at("goals");
    for (std::size_t i = 0; i < goals.as_array().size(); ++i)
    {
        if (goals.at(i).at("status").text() == to_string(GoalStatus::covered))
        {
            expected.covered.push_back(goals.at(i).at("id").count());
        }
    }
    return expected;
}

}  // namespace sbst::evm
