// SPDX-License-Identifier: Apache-2.0
#include "../suite/executed_test.hpp"

#include <sbst/jvm/output/class_suite.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace sbst::jvm
{

namespace
{

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

/// The lines that tests can execute, of files below the folders of their packages, and which of
/// them each test does.
void add_lines(const ProvenRun& run, ClassSuite& suite)
{
    const std::vector<GoalLine>& lines = run.problem.class_goals().lines;
    const auto place_of = [&lines](LineId id) {
        const GoalLine& line = lines[id.index()];
        const std::string& name = line.owner->name;
        return SourceLine{
            name.substr(0, name.rfind('/') + 1) + line.owner->source_file, std::size_t{line.line}};
    };
    std::set<SourceLine> testable;
    for (const LineId line : testable_lines(run.problem.class_goals()))
    {
        testable.insert(place_of(line));
    }
    suite.lines.assign(testable.begin(), testable.end());
    for (std::size_t i = 0; i < suite.tests.size(); ++i)
    {
        std::set<std::size_t> executed;
        for (const LineId line : run.observed.traces[i].lines)
        {
            const auto found =
                std::lower_bound(suite.lines.begin(), suite.lines.end(), place_of(line));
            if (found != suite.lines.end() && *found == place_of(line))
            {
                executed.insert(static_cast<std::size_t>(found - suite.lines.begin()));
            }
        }
        suite.tests[i].lines.assign(executed.begin(), executed.end());
    }
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
    suite.run = static_cast<const RunSummary&>(run.report);
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
        suite.tests.push_back(detail::executed_test(
            run.problem, cases[i], run.observed.traces[i], run.observed.details[i]));
        suite.tests.back().name = names[i];
    }
    assign_goals(run.result.covered_by_test, suite);
    if (run.observed.unobserved.empty())
    {
        add_lines(run, suite);
    }
    return suite;
}

}  // namespace sbst::jvm
