// SPDX-License-Identifier: Apache-2.0
#include "../artifact/json_field.hpp"
#include "goal_reasons.hpp"
#include "json_text.hpp"

#include <sbst/evm/exec/keccak.hpp>
#include <sbst/evm/render/report.hpp>

#include <fmt/format.h>

#include <utility>

namespace sbst::evm
{
namespace
{
using detail::JsonField;
using detail::OrderedJson;

OrderedJson counts_to_json(const GoalCounts& counts, std::string_view first_key)
{
    return {{std::string(first_key), counts.goals}, {"covered", counts.covered},
        {"infeasible", counts.infeasible}, {"open", counts.open}};
}

OrderedJson totals_by_class(const GoalTotals& totals)
{
    OrderedJson json = OrderedJson::object();
    for (std::size_t i = 0; i < goal_group_count; ++i)
    {
        OrderedJson counts = counts_to_json(totals.by_class.at(i), "goals");
        counts["is_shown"] = totals.is_shown.at(i);
        json[std::string(goal_group_name(i))] = std::move(counts);
    }
    return json;
}

std::string kind_name(const GoalRow& row)
{
    return fmt::format("{}{}", row.in_creation ? "creation-" : "", to_string(row.kind));
}

/// How near an open goal came: unsatisfied control dependencies and the exact distance there.
OrderedJson distance_to_json(const GoalRow& row)
{
    if (!row.nearest || *row.nearest == Fitness::worst())
    {
        return nullptr;
    }
    const Distance& distance = row.nearest->distance;
    OrderedJson json{{"approach_level", row.nearest->approach_level}};
    json["branch"] = distance == Distance::infinite() ? OrderedJson(nullptr) :
                                                        OrderedJson(distance.whole.to_decimal());
    return json;
}

OrderedJson goal_to_json(const GoalRow& row, const ShownGoals& shown)
{
    OrderedJson json{{"id", row.id}, {"kind", kind_name(row)}, {"class", to_string(row.goal_class)},
        {"group", goal_group_name(goal_group(row, shown))}, {"is_shown", row.is_shown},
        {"function", row.function}, {"pc", row.pc}};
    const bool is_branch = row.kind == CodeGoalKind::branch;
    json["outcome"] = is_branch ? OrderedJson(row.outcome) : OrderedJson(nullptr);
    json["file"] = row.line > 0 ? OrderedJson(row.file) : OrderedJson(nullptr);
    json["line"] = row.line > 0 ? OrderedJson(row.line) : OrderedJson(nullptr);
    json["status"] = to_string(row.status);
    json["test"] = row.test ? OrderedJson(*row.test + 1) : OrderedJson(nullptr);
    json["distance"] = distance_to_json(row);
    json["reason"] = row.reason;
    return json;
}

OrderedJson timeline_to_json(const std::vector<CoveragePoint>& timeline)
{
    OrderedJson json = OrderedJson::array();
    for (const CoveragePoint& point : timeline)
    {
        json.push_back({{"executions", point.executions}, {"covered", point.covered}});
    }
    return json;
}

void add_subject(OrderedJson& json, const Report& report)
{
    const Subject& subject = report.subject;
    json["subject"] = {{"contract", subject.contract}, {"source", subject.source},
        {"compiler", subject.compiler}, {"creation_code_hash", subject.creation_code_hash}};
    json["fork"] = {{"name", to_string(report.fork.fork)}, {"reason", report.fork.reason}};
}

void add_coverage(OrderedJson& json, const Report& report)
{
    const GoalTotals totals = count_goals(report);
    json["totals"] = counts_to_json(totals.shown, "shown");
    json["totals_by_class"] = totals_by_class(totals);
    json["goals"] = OrderedJson::array();
    for (const GoalRow& row : report.goals)
    {
        json["goals"].push_back(goal_to_json(row, report.shown));
    }
    json["tests"] = report.tests;
    json["statements"] = report.statements;
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
}  // namespace

Report make_report(const ContractProblem& problem, const RunSpec& spec, const RunResult& result)
{
    Report report{.subject = make_subject(problem.artifact()),
        .fork = fork_of(problem),
        .algorithm = std::string(to_string(spec.algorithm)),
        .seed = spec.seed,
        .executions = result.executions,
        .stopped_by = result.stopped_by,
        .goals = make_goal_rows(problem, result.answers),
        .shown = shown_goals(problem.options()),
        .tests = result.suite.size(),
        .statements = 0,
        .timeline = result.log.timeline,
        .seconds = result.seconds,
        .jobs = problem.options().jobs,
        .seconds_at = result.log.seconds_at};
    detail::explain_by_rules(problem, report.goals);
    for (const TestCase& test : result.suite)
    {
        report.statements += test.length();
    }
    return report;
}

std::string write_report(const Report& report)
{
    OrderedJson json{{"schema", report_schema}};
    add_subject(json, report);
    json["algorithm"] = report.algorithm;
    json["seed"] = report.seed;
    json["executions"] = report.executions;
    json["stopped_by"] = to_string(report.stopped_by);
    add_coverage(json, report);
    json["timeline"] = timeline_to_json(report.timeline);
    json["machine"] = {
        {"seconds", report.seconds}, {"jobs", report.jobs}, {"seconds_at", report.seconds_at}};
    return detail::to_json_text(json);
}

std::string write_coverage(const Report& report)
{
    OrderedJson json{{"schema", report_schema}};
    add_subject(json, report);
    add_coverage(json, report);
    return detail::to_json_text(json);
}

ExpectedCoverage parse_report(std::string_view text, const std::string& file)
{
    const detail::Json json = detail::parse_json(text, file);
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
        const JsonField counts = classes.at(std::string(goal_group_name(i)));
        expected.totals.by_class.at(i) = counts_from_json(counts, "goals");
        expected.totals.is_shown.at(i) = counts.at("is_shown").boolean();
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
