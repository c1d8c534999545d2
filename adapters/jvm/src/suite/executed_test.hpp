// SPDX-License-Identifier: Apache-2.0
// A test with what a run of it did, in the form of the core. Next: observed_test.hpp.
#pragma once

#include <sbst/jvm/exec/run_detail.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/output/executed_suite.hpp>
#include <sbst/problem/trace.hpp>
#include <sbst/test/test_case.hpp>

#include <vector>

namespace sbst::jvm::detail
{

[[nodiscard]] ExecutedValue executed_value(const JavaResult& result);

/// The answers of observers that returned, in the order of ExecutedTest::observations, where the
/// contents of objects follow them.
[[nodiscard]] std::vector<const ObserverDetail*> answers_of(const RunDetail& detail);

/// Calls with their results and failures, and observations. What can be stated is not decided.
[[nodiscard]] ExecutedTest executed_test(
    const JavaProblem& problem, const TestCase& test, const Trace& trace, const RunDetail& detail);

/// Finds again which contents the calls under test changed, after it was decided which calls are.
/// Precondition: the test is the result of executed_test.
void mark_effects(const RunDetail& detail, ExecutedTest& test);

}  // namespace sbst::jvm::detail
