// SPDX-License-Identifier: Apache-2.0
#include "../suite/goal_reasons.hpp"
#include "../surface/declared_exceptions.hpp"

#include <sbst/base/digest.hpp>
#include <sbst/criteria/criteria.hpp>
#include <sbst/jvm/language/type_names.hpp>
#include <sbst/jvm/report/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

/// Reports show what the search need not seek, unless other methods alone are asked for.
bool is_initialiser_shown(const JavaProblem& problem, GoalId id)
{
    const ClassGoals& known = problem.class_goals();
    const std::optional<std::string>& wanted = problem.options().method;
    const std::optional<MethodId> method = known.method_of(id);
    return method && problem.options().criteria.has(Coverage::branch) &&
           coverage_of(problem.goals()[id]) == Coverage::branch &&
           has_class(problem.goals()[id], JavaGoalClass::static_initialiser) &&
           (!wanted || *wanted == known.methods[method->index()].method->name);
}

GoalGraph line_goals(const std::set<LineId>& lines)
{
    GoalGraph goals;
    for (const LineId line : lines)
    {
        goals.add(line_goal(line, fmt::format("line {}", line.index())));
    }
    return goals;
}

/// A stopped test has executed lines, too.
CoverageCounter executed(const GoalGraph& lines, const std::vector<Trace>& traces)
{
    std::set<GoalId> covered;
    for (const Trace& trace : traces)
    {
        touch_goals(trace, lines, [&covered](GoalId line, const Touch& touch) {
            if (touch.is_covered)
            {
                covered.insert(line);
            }
        });
    }
    return {.covered = covered.size(), .missed = lines.size() - covered.size()};
}

/// Lines and exceptions, which a search does not record.
void add_observed(JavaReport& report, const JavaProblem& problem,
    const std::vector<TestCase>& tests, const ObservedRun& run)
{
    const std::vector<Trace>& traces = run.traces;
    const std::vector<RunDetail>& details = run.details;
    report.unobserved = run.unobserved;
    if (!report.unobserved.empty())
    {
        return;
    }
    report.lines = executed(line_goals(testable_lines(problem.class_goals())), traces);
    std::set<std::pair<std::string, std::string>> seen;
    for (std::size_t i = 0; i < tests.size(); ++i)
    {
        const auto& outcomes = traces[i].calls;
        const auto thrown = std::find_if(outcomes.begin(), outcomes.end(),
            [](const CallOutcome& outcome) { return outcome.kind == OutcomeKind::threw; });
        if (thrown == outcomes.end() || !details[i].thrown)
        {
            continue;
        }
        const auto place = static_cast<std::size_t>(thrown - outcomes.begin());
        const CallableId callable = tests[i].calls.at(place).callable;
        const std::string& exception = details[i].thrown->class_name;
        const std::string& function = problem.catalogue()[callable].name;
        if (seen.emplace(exception, function).second)
        {
            report.exceptions.push_back({.exception = exception,
                .function = function,
                .is_declared = detail::declares(problem.class_path(),
                    problem.surface().callable(callable), internal_name(exception)),
                .test = i});
        }
    }
}

}  // namespace

JavaSubject make_java_subject(const JavaProblem& problem)
{
    const JavaProblemOptions& options = problem.options();
    JavaSubject subject{.class_name = options.class_name,
        .class_path = {},
        .java = feature_version(options.worker.java_home),
        .class_file_hash = {}};
    for (const std::filesystem::path& entry : options.class_path)
    {
        // `classes/` ends in an empty name.
        const std::filesystem::path whole = entry.lexically_normal();
        subject.class_path.push_back(
            (whole.has_filename() ? whole : whole.parent_path()).filename().string());
    }
    const auto bytes = problem.class_path().resource(internal_name(options.class_name) + ".class");
    subject.class_file_hash = bytes ? sha256_hex(*bytes) : std::string();
    return subject;
}

std::vector<ReportedGoal> reported_goals(
    const JavaProblem& problem, const std::vector<GoalAnswer>& answers)
{
    assert(answers.size() == problem.goals().size());
    std::vector<ReportedGoal> rows = sbst::reported_goals(problem.goals(), answers);
    for (ReportedGoal& row : rows)
    {
        row.goal.is_shown = row.goal.is_shown || is_initialiser_shown(problem, GoalId(row.id));
    }
    return rows;
}

GoalTotals count_goals(const std::vector<ReportedGoal>& goals)
{
    GoalTotals totals;
    std::map<std::string_view, std::size_t> index;
    for (std::size_t i = 0; i < java_goal_class_count; ++i)
    {
        const auto goal_class = static_cast<JavaGoalClass>(i);
        index.emplace(to_string(goal_class), i);
        totals.by_class.push_back({.name = std::string(to_string(goal_class)),
            .is_shown = is_written(goal_class),
            .counts = {}});
    }
    for (const ReportedGoal& goal : goals)
    {
        totals.by_class[index.at(goal.goal.group)].counts.add(goal.answer.status);
        if (goal.goal.is_shown)
        {
            add_shown(totals, goal.goal, goal.answer.status);
        }
    }
    return totals;
}

namespace
{

std::vector<LinkFailure> find_link_failures(const PoolCounters& workers)
{
    std::vector<LinkFailure> failures;
    for (const auto& [error, tests] : workers.link_errors)
    {
        failures.push_back({error, missing_class(error), tests});
    }
    std::stable_sort(failures.begin(), failures.end(),
        [](const LinkFailure& a, const LinkFailure& b) { return a.tests > b.tests; });
    return failures;
}

}  // namespace

JavaReport make_java_report(const JavaProblem& problem, const RunSpec& spec,
    const RunResult& result, const ProvenSuite& proven, const ObservedRun& run)
{
    JavaReport report;
    static_cast<RunSummary&>(report) = summarise(spec, result, problem.options().worker.jobs);
    report.subject = make_java_subject(problem);
    std::vector<GoalAnswer> answers = result.answers;
    apply_rule(detail::rule_of_silence(), answers);
    report.goals = reported_goals(problem, answers);
    report.totals = count_goals(report.goals);
    for (const ProvenFile* file : {&proven.main, &proven.suspicious})
    {
        if (!file->suite.tests.empty())
        {
            report.files.push_back(
                {.name = file->source.file_name, .tests = file->suite.tests.size()});
        }
    }
    report.object_laws = proven.object_laws;
    if (!proven.unproven.suite.tests.empty())
    {
        report.unproven = {.name = proven.unproven.source.file_name,
            .tests = proven.unproven.suite.tests.size(),
            .cause = proven.unproven.cause,
            .reason = proven.unproven.reason};
    }
    report.dropped = proven.dropped;
    report.repaired = proven.repaired;
    report.dropped_assertions = proven.dropped_assertions;
    report.referee = proven.referee;
    report.mutation = proven.mutation;
    report.workers = problem.workers().counters();
    report.link_failures = find_link_failures(report.workers);
    report.isolation_warning = problem.workers().isolation_warning();
    add_observed(report, problem, result.suite, run);
    return report;
}

}  // namespace sbst::jvm
