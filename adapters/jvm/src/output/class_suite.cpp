// SPDX-License-Identifier: Apache-2.0
#include "result_text.hpp"

#include <sbst/jvm/output/class_suite.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace sbst::jvm
{

namespace
{

/// The failure of the call that ended the test.
std::string thrown_text(const ThrownDetail& thrown)
{
    return thrown.message ?
               fmt::format("{}: {}", thrown.class_name, detail::quoted_text(*thrown.message)) :
               thrown.class_name;
}

void add_result(const JavaResult& result, ExecutedCall& call)
{
    if (call.outcome != OutcomeKind::returned || result.kind == JavaResultKind::nothing)
    {
        return;
    }
    call.results.push_back({result.class_name, detail::result_text(result)});
    if (result.kind != JavaResultKind::object)
    {
        call.story.outcome = "returns " + call.results.back().text;
    }
}

ExecutedTest executed_test(
    const ProvenRun& run, const TestCase& test, const Trace& trace, const RunDetail& detail)
{
    const JavaProblem& problem = run.problem;
    ExecutedTest executed = sbst::executed_test(test, trace, problem.catalogue(), problem.types());
    for (std::size_t i = 0; i < executed.calls.size(); ++i)
    {
        ExecutedCall& call = executed.calls[i];
        if (i < detail.results.size())
        {
            add_result(detail.results[i], call);
        }
        if (call.outcome == OutcomeKind::threw && detail.thrown)
        {
            call.failure = thrown_text(*detail.thrown);
            call.story.outcome = "throws " + call.failure;
        }
    }
    for (const ObserverDetail& observer : detail.observations)
    {
        if (observer.thrown_class.empty())
        {
            executed.observations.push_back({.call = observer.statement,
                .member = problem.observer(observer.callable).name,
                .value = {observer.value.class_name, detail::result_text(observer.value)}});
        }
    }
    return executed;
}

/// Method names of the proven classes, by test of the result.
std::vector<std::string> names_of(const ProvenSuite& proven, std::size_t count)
{
    std::vector<std::string> names(count);
    for (const ProvenFile* const file : {&proven.main, &proven.suspicious})
    {
        for (std::size_t i = 0; i < file->suite.tests.size(); ++i)
        {
            names.at(file->first_test + i) = file->source.tests.at(i).method;
        }
    }
    return names;
}

/// By file and line; of those that tests can execute.
std::vector<ExecutedLine> executed_lines(const ProvenRun& run)
{
    std::map<std::pair<std::string, std::size_t>, std::vector<std::size_t>> tests;
    const std::vector<GoalLine>& lines = run.problem.class_goals().lines;
    const auto place_of = [&lines](LineId id) {
        const GoalLine& line = lines[id.index()];
        return std::pair(line.owner->source_file, std::size_t{line.line});
    };
    for (const LineId line : testable_lines(run.problem))
    {
        tests[place_of(line)];
    }
    for (std::size_t i = 0; i < run.observed.traces.size(); ++i)
    {
        for (const LineId line : run.observed.traces[i].lines)
        {
            const auto found = tests.find(place_of(line));
            if (found != tests.end())
            {
                found->second.push_back(i);
            }
        }
    }
    std::vector<ExecutedLine> executed;
    for (auto& [place, by] : tests)
    {
        executed.push_back({place.first, place.second, std::move(by)});
    }
    return executed;
}

}  // namespace

ClassSuite make_class_suite(const ProvenRun& run, std::string command)
{
    ClassSuite suite;
    suite.proven = &run.proven;
    suite.report = &run.report;
    suite.subject = run.report.subject.class_name;
    suite.origin = run.report.subject.class_path;
    suite.command = std::move(command);
    suite.run = run.report;
    suite.totals = run.report.totals;
    for (const ReportedGoal& row : run.report.goals)
    {
        ExecutedGoal goal{row};
        goal.text = row.goal.label;
        goal.outcome = row.goal.label;
        suite.goals.push_back(std::move(goal));
    }
    const std::vector<TestCase>& cases = run.result.suite;
    const std::vector<std::string> names = names_of(run.proven, cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        suite.tests.push_back(
            executed_test(run, cases[i], run.observed.traces[i], run.observed.details[i]));
        suite.tests.back().name = names[i];
    }
    assign_goals(run.result.covered_by_test, suite);
    if (run.observed.unobserved.empty())
    {
        suite.lines = executed_lines(run);
    }
    return suite;
}

}  // namespace sbst::jvm
