// SPDX-License-Identifier: Apache-2.0
// The suite of a run as it executes, for any adapter: what the writers need, in one call. An
// adapter that knows more of its language fills an ExecutedSuite itself. Next: executed_suite.hpp.
#pragma once

#include <sbst/output/executed_suite.hpp>
#include <sbst/problem/problem.hpp>
#include <sbst/report/run_report.hpp>
#include <sbst/run/run.hpp>

#include <cstddef>
#include <vector>

namespace sbst
{

namespace detail
{

/// Completes a suite that has its tests: the run, totals, goals with their words, names of tests.
void complete_suite(
    const RunReport& report, const std::vector<std::vector<GoalId>>& covered, ExecutedSuite& suite);

}  // namespace detail

/// Executes each test of a run once and collects what writers need. `result` is generate()'s, on
/// the same problem. The subject, the command and notes are the caller's to add, and so are results
/// and failures of calls (see executed_test()) and lines.
/// @throws AdapterError when the harness breaks.
template <SequenceProblem P>
[[nodiscard]] ExecutedSuite suite_of_run(
    P& problem, const RunSpec& spec, const RunResult& result, std::size_t jobs = 1)
{
    ExecutedSuite suite;
    for (const TestCase& test : result.suite)
    {
        const Request<TestCase> request{.test = &test};
        Trace trace;
        problem.execute({&request, 1}, {&trace, 1}, {});
        suite.tests.push_back(executed_test(test, trace, problem.catalogue(), problem.types()));
    }
    const RunReport report = make_run_report(problem, spec, result, {}, jobs);
    detail::complete_suite(report, result.covered_by_test, suite);
    return suite;
}

}  // namespace sbst
